package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// maxChecks is how many results wait to be played again at most. Those that find no room are
// not checked: nothing waits for them.
const maxChecks = 16

// check is a result that is to be played again here.
type check struct {
	task   league.Task
	name   string // of the worker
	result string
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

// drawn is the check of a worker's result that is to be played again here; nil for most, and where
// a player does not start on this machine. The tournament waits for it from now on, where it may
// refuse a token.
func (d *Dispatcher) sampleCheck(w *worker, r *league.Result) *check {
	if d.random() >= d.Verify || d.engine.Done(r.N) {
		return nil
	}
	c := &check{d.assigned[r.N].task, w.name, outcome(r)}
	if slices.ContainsFunc(c.task.LineUp[:], func(e int) bool { return slices.Contains(d.Broken, e) }) {
		return nil
	}
	if d.refuses(c) {
		d.due++
	}
	return c
}

// want has a result checked where it counts, which err says, and where there is room. c may be nil.
func (d *Dispatcher) queueCheck(c *check, err error) {
	if c == nil {
		return
	}
	if err == nil {
		select {
		case d.checks <- c:
			return
		default:
		}
	}
	d.settled(c)
}

// settled notes that the tournament need not wait for a check any more.
func (d *Dispatcher) settled(c *check) {
	if d.refuses(c) {
		d.due--
		d.notify()
	}
}

// Check plays results of workers again, one at a time, until ctx ends. Only this machine's own
// play decides what is right.
func (d *Dispatcher) Check(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-d.checks:
			d.check(ctx, c)
		}
	}
}

// check plays a result again. Built-in players play the same everywhere, so that whoever says
// otherwise is refused. A program may look at the clock or at the machine: a warning is all
// that a difference is worth.
func (d *Dispatcher) check(ctx context.Context, c *check) {
	defer func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.settled(c)
	}()
	d.mu.Lock()
	refused := d.refused[tokenOf(c.name)] != "" // its results are out
	d.mu.Unlock()
	if refused {
		return
	}
	r, err := d.Play(ctx, &c.task)
	if err != nil {
		return // ctx has ended, or a match cannot be made here
	}
	same := outcome(&r) == c.result
	d.mu.Lock()
	if same {
		d.counts.Checked++
	} else {
		d.counts.Differing++
	}
	d.mu.Unlock()
	switch {
	case same:
	case d.refuses(c):
		d.refuse(c)
	default:
		d.warn(c)
	}
}

// refuse lets the token of a worker in no more, and has all that it handed in played again.
func (d *Dispatcher) refuse(c *check) {
	token := tokenOf(c.name)
	d.mu.Lock()
	d.refused[token] = fmt.Sprintf("task %d came out differently at worker %s and on the coordinator's machine: no result of token %s counts", c.task.N, c.name, token)
	for id := range d.sessions {
		if tokenOf(id) == token {
			d.endSession(id)
		}
	}
	d.mu.Unlock()
	n, err := d.engine.Drop(token)
	if err != nil {
		d.Log(fmt.Sprintf("worker %s differs in task %d, and token %s is let in no more; its results could not be taken out: %v", c.name, c.task.N, token, err))
		return
	}
	d.Log(fmt.Sprintf("worker %s differs in task %d, and token %s is let in no more: its %d results are played again", c.name, c.task.N, token, n))
}

// warn says, once of each player and token, that a match with programs came out differently.
func (d *Dispatcher) warn(c *check) {
	var names []string
	for _, e := range d.programs(&c.task) {
		name := d.plan.Player[e].Name
		if key := [2]string{tokenOf(c.name), name}; !d.warned[key] {
			d.warned[key] = true
			names = append(names, clean.Line(name))
		}
	}
	if len(names) > 0 {
		d.Log(fmt.Sprintf("task %d came out differently at worker %s and on this machine; it counts, because these are programs, which can tell machines apart or depend on the clock: %s", c.task.N, c.name, strings.Join(names, ", ")))
	}
}

// refuses reports whether a check may refuse a token: of built-in players alone.
func (d *Dispatcher) refuses(c *check) bool { return len(d.programs(&c.task)) == 0 }

// programs are the players of a task that are programs.
func (d *Dispatcher) programs(t *league.Task) (list []int) {
	for _, e := range t.LineUp {
		if d.plan.Player[e].Program != nil && !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}
