package hub

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"game-tui/sim/league"
)

// random draws which results are checked, in a way that no worker can foresee.
func random() float64 { return rand.Float64() }

// check is a result that is played again, on other machines, until it is certain
// what is right.
type check struct {
	votes []vote
	more  int // votes that are needed still
}

// vote is what came of a task on a machine.
type vote struct {
	who  string
	what string
}

// maxVotes is how often a task is played whose results go on differing.
const maxVotes = 5

func newCheck(who string, r *league.Result) *check {
	return &check{votes: []vote{{who, outcome(r)}}, more: 1}
}

// outcome is what must be the same wherever a task is played. What a program said
// when it went is not.
func outcome(r *league.Result) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Scores, r.Leads)
	for _, o := range r.Outs {
		fmt.Fprint(&b, " ", o.Match, o.Place, o.Reason, o.Round)
	}
	return b.String()
}

// wants reports whether a check asks a worker, which must not have answered yet. Where this
// machine plays, it settles what two others answered differently.
func (c *check) wants(who string, local bool) bool {
	if local && len(c.votes) >= 2 {
		return who == Local
	}
	return c.takes(who, local)
}

// takes reports whether a worker's result counts in a check.
func (c *check) takes(who string, _ bool) bool {
	if who == Local {
		return true // trusted, and asked again where players are programs
	}
	for _, v := range c.votes {
		if v.who == who {
			return false
		}
	}
	return true
}

// canServe reports whether somebody is there who can answer a check.
func (d *Desk) canServe(n int, c *check) bool {
	if d.local && d.can(Local, n) {
		return true
	}
	for who, w := range d.workers {
		if d.here(who, w) && c.takes(who, false) && d.can(who, n) {
			return true
		}
	}
	return false
}

// judge takes the answer of a worker to a check.
func (d *Desk) judge(n int, c *check, who string, r *league.Result) {
	task := d.task(n)
	if r.N != n || len(r.Scores) != len(task.Plays) {
		return // nonsense, which the engine refuses
	}
	c.votes = append(c.votes, vote{who, outcome(r)})
	if len(c.votes) == 2 && c.votes[0].what == c.votes[1].what {
		d.counts.Checked++
		delete(d.checks, n)
		return
	}
	if len(c.votes) == 2 {
		d.counts.Differing++
		d.tell(fmt.Sprintf("task %d came out differently on %s and %s: it is played again", n, nameOf(c.votes[0].who), nameOf(who)))
	}
	truth, known := c.truth(d.programs(&task))
	switch {
	case known:
		delete(d.checks, n)
		for _, v := range c.votes {
			if v.what != truth && v.who != Local {
				d.refuse(v.who, n)
			}
		}
	case len(c.votes) >= maxVotes:
		delete(d.checks, n)
		d.tell(fmt.Sprintf("task %d comes out differently whoever plays it: its players do not play the same way twice, and nobody is blamed", n))
	}
}

// truth is what a task comes to, once that is certain. This machine's word is enough for
// built-in players; programs may depend on the clock, so that three must agree.
func (c *check) truth(programs bool) (string, bool) {
	need := 2
	if programs {
		need = 3
	}
	count := map[string]int{}
	for _, v := range c.votes {
		count[v.what]++
		if v.who == Local && !programs || count[v.what] >= need {
			return v.what, true
		}
	}
	return "", false
}

// refuse lets a worker play no more, and has its results played again.
func (d *Desk) refuse(who string, n int) {
	w := d.workers[who]
	if w == nil || w.refused != "" {
		return
	}
	w.refused = fmt.Sprintf("what came of task %d here differs from what it comes to elsewhere: the results of this worker do not count", n)
	d.strip(who)
	for k, c := range d.checks {
		if k != n && c.votes[0].who == who {
			delete(d.checks, k) // its result goes anyway
		}
	}
	d.refuted++
	go func() {
		again, err := d.engine.Drop(who)
		defer func() {
			d.mu.Lock()
			d.refuted--
			d.awake()
			d.mu.Unlock()
		}()
		if err != nil {
			d.tell(fmt.Sprintf("%s differs in task %d and plays no more; its results could not be taken out: %v", nameOf(who), n, err))
			return
		}
		d.tell(fmt.Sprintf("%s differs in task %d and plays no more: its %d results are played again", nameOf(who), n, again))
	}()
}

// nameOf is what a worker is called in messages.
func nameOf(who string) string {
	if who == Local {
		return "this machine"
	}
	return who
}

// Unsettled says which results came out differently without anybody left to settle it.
func (d *Desk) Unsettled() (list []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, n := range slices.Sorted(maps.Keys(d.checks)) {
		if c := d.checks[n]; len(c.votes) > 1 {
			list = append(list, fmt.Sprintf("task %d came out differently on %s and %s, and nobody was there to settle it", n, nameOf(c.votes[0].who), nameOf(c.votes[1].who)))
		}
	}
	return list
}
