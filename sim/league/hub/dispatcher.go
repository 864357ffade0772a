package hub

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
)

// Local is the session ID of the coordinator's own machine, which is trusted.
const Local = ""

const (
	sessionTimeout = 20 * time.Second
	maxUnassigned  = 4096
)

// A Dispatcher leases the tasks of an engine to workers and accepts results only from lease
// holders. It is safe for concurrent use.
type Dispatcher struct {
	DispatcherOptions
	engine       *league.Engine
	plan         *league.Plan
	leaseTimeout time.Duration
	checks       chan *check
	now          func() time.Time
	random       func() float64 // decides which results to check; workers cannot predict it

	mu          sync.Mutex
	unassigned  []schedule.Task
	leases      map[int]*lease
	sessions    map[string]*worker
	counts      Counts
	warned      map[[2]string]bool // logged differences, by token and programs; used only by Check
	stallLogged bool
	changed     chan struct{} // closed and replaced when a task may be available
}

// Counts describes the progress of a distributed tournament.
type Counts struct {
	Workers   int
	Checked   int
	Differing int
}

type lease struct {
	task      schedule.Task
	session   string
	began     time.Time
	submitted bool
}

type DispatcherOptions struct {
	Verify float64 // fraction of the workers' results to check
	// Play plays a task to check its result. It is required if Verify > 0.
	Play         func(context.Context, *schedule.Task) (league.Result, error)
	Broken       []int // entries that do not start on the coordinator's machine
	Local        bool  // whether the coordinator's machine also plays
	MaxWorkers   int   // 0 means maxKnown
	Tokens       int   // number of worker tokens, each with a reserved place; 0 if unknown
	MaxMatchTime time.Duration
	MaxRounds    int
	Log          func(string) // logs a line for the operator; must not block
}

func NewDispatcher(e *league.Engine, o DispatcherOptions) *Dispatcher {
	o.MaxWorkers, o.MaxRounds = cmp.Or(o.MaxWorkers, maxKnown), cmp.Or(o.MaxRounds, math.MaxInt32)
	d := &Dispatcher{
		DispatcherOptions: o, engine: e, leaseTimeout: 2 * (time.Minute + o.MaxMatchTime), checks: make(chan *check, maxChecks), now: time.Now, random: rand.Float64,
		leases: map[int]*lease{}, warned: map[[2]string]bool{}, sessions: map[string]*worker{Local: {gaveUp: map[int]time.Time{}}}, changed: make(chan struct{}),
	}
	e.View(func(s *league.Standings) { d.plan = s.Plan })
	return d
}

// Take leases up to n tasks to a session. It reports whether the tournament is over for that
// session.
func (d *Dispatcher) Take(id string, n int) (list []schedule.Task, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.touch(id)
	if w == nil {
		return nil, false
	}
	d.expireLeases()
	for len(list) < n && (w.leases < w.capacity || id == Local && d.Local) {
		t, ok := d.nextTask(id)
		if !ok {
			break
		}
		d.leases[t.N] = &lease{task: t, session: id, began: d.now()}
		w.leases++
		list = append(list, t)
	}
	over = len(list) == 0 && (d.engine.IsOver() || id == Local && d.gaveUpAll())
	if len(list) == 0 && !over {
		d.logStall()
	}
	return list, over
}

// Next waits for a task for this machine. It returns false if no task will follow or ctx ends.
func (d *Dispatcher) Next(ctx context.Context) (schedule.Task, bool) {
	poll := time.NewTicker(time.Second)
	defer poll.Stop()
	for {
		d.mu.Lock()
		changed := d.changed
		d.mu.Unlock()
		list, over := d.Take(Local, 1)
		if len(list) > 0 {
			return list[0], true
		}
		if over {
			return schedule.Task{}, false
		}
		select {
		case <-ctx.Done():
			return schedule.Task{}, false
		case <-d.engine.Ended():
			return schedule.Task{}, false
		case <-changed:
		case <-poll.C:
		}
	}
}

func (d *Dispatcher) Counts() Counts {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.counts
	for id, w := range d.sessions {
		if d.isConnected(id, w) {
			c.Workers++
		}
	}
	return c
}

// Submit accepts a result if the session holds the task's lease, and then calls done like
// league.Engine.Submit. done must not be nil.
func (d *Dispatcher) Submit(ctx context.Context, id string, r league.Result, done func(error)) (held bool, err error) {
	d.mu.Lock()
	w, l := d.touch(id), d.leaseOf(r.N, id)
	if l == nil {
		d.mu.Unlock()
		return false, nil
	}
	if err := r.Check(&l.task, d.MaxRounds); err != nil {
		d.endLease(r.N, id)
		d.mu.Unlock()
		done(err)
		return true, nil
	}
	r.Worker = w.name
	var c *check // A result is checked if it is in the sample and all its players start on this machine.
	if id != Local && !l.submitted && d.random() < d.Verify &&
		!slices.ContainsFunc(l.task.LineUp[:], func(e int) bool { return slices.Contains(d.Broken, e) }) {
		c = &check{l.task, w.name, outcome(&r)}
	}
	l.submitted = true
	d.mu.Unlock()
	return true, d.engine.Submit(ctx, r, func(err error) {
		if c != nil && err == nil {
			select {
			case d.checks <- c:
			default:
			}
		}
		d.mu.Lock()
		d.endLease(r.N, id)
		d.notify() // This result may end the tournament, so wake Next.
		d.mu.Unlock()
		done(err)
	})
}

func (d *Dispatcher) nextTask(id string) (task schedule.Task, ok bool) {
	for i, t := range d.unassigned {
		if d.canPlay(id, &t) {
			d.unassigned = slices.Delete(d.unassigned, i, i+1)
			return t, true
		}
	}
	for len(d.unassigned) < maxUnassigned {
		t, ok := d.engine.Next()
		if !ok || d.canPlay(id, &t) {
			return t, ok
		}
		d.unassigned = append(d.unassigned, t)
	}
	return task, false
}

// GiveUp marks a session as alive and ends the leases of tasks that its machine is too busy to
// play. Other workers get these tasks first.
func (d *Dispatcher) GiveUp(id string, tasks ...int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.touch(id) != nil {
		for _, n := range tasks {
			d.giveUp(id, n)
		}
	}
}

func (d *Dispatcher) giveUp(id string, n int) {
	if d.leaseOf(n, id) != nil {
		d.sessions[id].gaveUp[n] = d.now()
		d.endLease(n, id)
	}
}

func (d *Dispatcher) gaveUpRecently(id string, n int) bool {
	at, ok := d.sessions[id].gaveUp[n]
	return ok && d.now().Sub(at) < d.leaseTimeout
}

// gaveUpAll reports whether no other machine plays and this one recently gave up all remaining
// tasks.
func (d *Dispatcher) gaveUpAll() bool {
	for id, w := range d.sessions {
		if d.isConnected(id, w) {
			return false
		}
	}
	return len(d.leases) == 0 && len(d.unassigned) > 0 &&
		!slices.ContainsFunc(d.unassigned, func(t schedule.Task) bool { return !d.gaveUpRecently(Local, t.N) })
}

func (d *Dispatcher) canPlay(id string, t *schedule.Task) bool {
	cannot := d.sessions[id].unplayable
	return !d.gaveUpRecently(id, t.N) && !slices.ContainsFunc(t.LineUp[:], func(e int) bool { return cannot[e] })
}

func (d *Dispatcher) leaseOf(n int, id string) *lease {
	if l := d.leases[n]; l != nil && l.session == id {
		return l
	}
	return nil
}

// expireLeases ends the leases of silent and stuck workers. Leases of this machine do not expire.
func (d *Dispatcher) expireLeases() {
	now := d.now()
	for n, l := range d.leases {
		switch w := d.sessions[l.session]; {
		case l.session == Local || l.submitted:
		case now.Sub(w.seen) >= sessionTimeout:
			d.endLease(n, l.session)
			if w.leases == 0 {
				d.Log("worker " + w.name + " is not responding; its tasks go to other workers")
			}
		case now.Sub(l.began) >= d.leaseTimeout:
			d.giveUp(l.session, n)
		}
	}
}

func (d *Dispatcher) endLease(n int, id string) {
	l := d.leaseOf(n, id)
	if l == nil {
		return
	}
	d.sessions[id].leases--
	delete(d.leases, n)
	if !d.engine.HasResult(n) {
		at, _ := slices.BinarySearchFunc(d.unassigned, n, func(t schedule.Task, n int) int { return t.N - n })
		d.unassigned = slices.Insert(d.unassigned, at, l.task)
		d.notify()
	}
}

func (d *Dispatcher) notify() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// maxChecks is the maximum number of results waiting for a check; further ones are not checked.
const maxChecks = 16

type check struct {
	task   schedule.Task
	name   string
	result string
}

// outcome describes the parts of a result that do not depend on the machine.
func outcome(r *league.Result) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Scores, r.Leads)
	for _, o := range r.Outs {
		fmt.Fprint(&b, " ", o.Match, o.Place, o.Reason, o.Round)
	}
	return b.String()
}

// Check replays a sample of the workers' tasks, one at a time, until ctx ends, and logs differing
// results, which still count.
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

// check replays a match. It logs differences once for each token and combination of programs.
func (d *Dispatcher) check(ctx context.Context, c *check) {
	r, err := d.Play(ctx, &c.task)
	if err != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if outcome(&r) == c.result {
		d.counts.Checked++
		return
	}
	d.counts.Differing++
	var programs []string
	for _, e := range c.task.LineUp {
		if d.plan.Players[e].Program != nil {
			programs = append(programs, sanitize.Line(d.plan.Players[e].Name))
		}
	}
	token, names := tokenOf(c.name), sanitize.JoinNames(programs, maxListed)
	if key := [2]string{token, names}; !d.warned[key] {
		d.warned[key] = true
		hint := ", although all players are built in; do not trust results from token " + token
		if len(programs) > 0 {
			hint = "; these programs may depend on the clock or the machine: " + names
		}
		d.Log(fmt.Sprintf("worker %s: replaying task %d here gave a different result%s", c.name, c.task.N, hint))
	}
}
