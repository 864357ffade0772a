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

// LocalSession is the session ID of the coordinator's own machine, which is trusted.
const LocalSession = ""

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
	warned      map[[2]string]bool // logged differences, by token and programs; used only by RunChecks
	stallLogged bool
	changed     chan struct{} // closed and replaced when a task may be available
}

// Counts describes the progress of a distributed tournament.
type Counts struct {
	Workers          int
	IdenticalResults int
	DifferingResults int
}

type lease struct {
	task      schedule.Task
	sessionID string
	began     time.Time
	submitted bool
}

type DispatcherOptions struct {
	VerifyFraction float64 // fraction of the workers' results to check
	// Play plays a task to check its result. It is required if VerifyFraction > 0.
	Play          func(context.Context, *schedule.Task) (league.Result, error)
	BrokenEntries []int // entries that do not start on the coordinator's machine
	PlayLocally   bool  // whether the coordinator's machine also plays
	MaxWorkers    int   // 0 means defaultMaxWorkers
	TokenCount    int   // number of worker tokens, each with a reserved place; 0 if unknown
	MaxMatchTime  time.Duration
	MaxRounds     int
	Log           func(string) // logs a line for the operator; must not block
}

func NewDispatcher(e *league.Engine, o DispatcherOptions) *Dispatcher {
	o.MaxWorkers, o.MaxRounds = cmp.Or(o.MaxWorkers, defaultMaxWorkers), cmp.Or(o.MaxRounds, math.MaxInt32)
	d := &Dispatcher{
		DispatcherOptions: o, engine: e, leaseTimeout: 2 * (time.Minute + o.MaxMatchTime), checks: make(chan *check, maxChecks), now: time.Now, random: rand.Float64,
		leases: map[int]*lease{}, warned: map[[2]string]bool{}, sessions: map[string]*worker{LocalSession: {gaveUpAt: map[int]time.Time{}}}, changed: make(chan struct{}),
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
	for len(list) < n && (w.leaseCount < w.maxLeases || id == LocalSession && d.PlayLocally) {
		t, ok := d.nextTask(id)
		if !ok {
			break
		}
		d.leases[t.N] = &lease{task: t, sessionID: id, began: d.now()}
		w.leaseCount++
		list = append(list, t)
	}
	over = len(list) == 0 && (d.engine.IsOver() || id == LocalSession && d.gaveUpAll())
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
		list, over := d.Take(LocalSession, 1)
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

// Submit accepts a result if the session holds the task's lease, and then calls onDone like
// league.Engine.Submit. onDone must not be nil.
func (d *Dispatcher) Submit(ctx context.Context, id string, r league.Result, onDone func(error)) (held bool, err error) {
	d.mu.Lock()
	w, l := d.touch(id), d.leaseOf(r.N, id)
	if l == nil {
		d.mu.Unlock()
		return false, nil
	}
	if err := r.Check(&l.task, d.MaxRounds); err != nil {
		d.endLease(r.N, id)
		d.mu.Unlock()
		onDone(err)
		return true, nil
	}
	r.Worker = w.name
	var c *check // A result is checked if it is in the sample and all its players start on this machine.
	if id != LocalSession && !l.submitted && d.random() < d.VerifyFraction &&
		!slices.ContainsFunc(l.task.LineUp[:], func(e int) bool { return slices.Contains(d.BrokenEntries, e) }) {
		c = &check{l.task, w.name, resultKey(&r)}
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
		onDone(err)
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
		d.sessions[id].gaveUpAt[n] = d.now()
		d.endLease(n, id)
	}
}

func (d *Dispatcher) gaveUpRecently(id string, n int) bool {
	at, ok := d.sessions[id].gaveUpAt[n]
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
		!slices.ContainsFunc(d.unassigned, func(t schedule.Task) bool { return !d.gaveUpRecently(LocalSession, t.N) })
}

func (d *Dispatcher) canPlay(id string, t *schedule.Task) bool {
	cannot := d.sessions[id].unplayable
	return !d.gaveUpRecently(id, t.N) && !slices.ContainsFunc(t.LineUp[:], func(e int) bool { return cannot[e] })
}

func (d *Dispatcher) leaseOf(n int, id string) *lease {
	if l := d.leases[n]; l != nil && l.sessionID == id {
		return l
	}
	return nil
}

// expireLeases ends the leases of silent and stuck workers. Leases of this machine do not expire.
func (d *Dispatcher) expireLeases() {
	now := d.now()
	for n, l := range d.leases {
		switch w := d.sessions[l.sessionID]; {
		case l.sessionID == LocalSession || l.submitted:
		case now.Sub(w.lastSeen) >= sessionTimeout:
			d.endLease(n, l.sessionID)
			if w.leaseCount == 0 {
				d.Log("worker " + w.name + " is not responding; its tasks go to other workers")
			}
		case now.Sub(l.began) >= d.leaseTimeout:
			d.giveUp(l.sessionID, n)
		}
	}
}

func (d *Dispatcher) endLease(n int, id string) {
	l := d.leaseOf(n, id)
	if l == nil {
		return
	}
	d.sessions[id].leaseCount--
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
	task       schedule.Task
	workerName string
	resultKey  string
}

// resultKey describes the parts of a result that do not depend on the machine.
func resultKey(r *league.Result) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Scores, r.LeadChanges)
	for _, o := range r.Outs {
		fmt.Fprint(&b, " ", o.Match, o.Place, o.Reason, o.Round)
	}
	return b.String()
}

// RunChecks replays a sample of the workers' tasks, one at a time, until ctx ends, and logs differing
// results, which still count.
func (d *Dispatcher) RunChecks(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-d.checks:
			d.runCheck(ctx, c)
		}
	}
}

// runCheck replays a match. It logs differences once for each token and combination of programs.
func (d *Dispatcher) runCheck(ctx context.Context, c *check) {
	r, err := d.Play(ctx, &c.task)
	if err != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if resultKey(&r) == c.resultKey {
		d.counts.IdenticalResults++
		return
	}
	d.counts.DifferingResults++
	var programs []string
	for _, e := range c.task.LineUp {
		if d.plan.Players[e].Program != nil {
			programs = append(programs, sanitize.Line(d.plan.Players[e].Name))
		}
	}
	token, names := tokenOf(c.workerName), sanitize.JoinNames(programs, maxListed)
	if key := [2]string{token, names}; !d.warned[key] {
		d.warned[key] = true
		hint := ", although all players are built in; do not trust results from token " + token
		if len(programs) > 0 {
			hint = "; these programs may depend on the clock or the machine: " + names
		}
		d.Log(fmt.Sprintf("worker %s: replaying task %d here gave a different result%s", c.workerName, c.task.N, hint))
	}
}
