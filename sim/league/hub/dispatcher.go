package hub

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"game-tui/sim/league"
)

// Local is the worker that is the coordinator's own machine. It is trusted.
const Local = ""

// Times after which a task is given to somebody else.
const (
	sessionTimeout   = 20 * time.Second // its worker sends nothing
	secondLeaseAfter = 5 * time.Second  // nothing else is left to give out
	maxUnassigned    = 4096             // tasks that wait for a worker that can play them
)

// Dispatcher gives out the tasks of an engine and takes what came of them: of a task only from
// those who hold it. It knows what each worker plays, gives again what was lost, and plays a
// share again. Its methods may be called by several goroutines.
type Dispatcher struct {
	DispatcherOptions
	engine       *league.Engine
	plan         *league.Plan
	leaseTimeout time.Duration // without progress for so long a task counts as lost
	checks       chan *check
	now          func() time.Time
	random       func() float64 // which results are checked; no worker can foresee it

	warned map[[2]string]bool // of a token's play of a player, which is a program; of Check alone

	mu         sync.Mutex
	unassigned []int               // taken from the engine, and in nobody's hands; in order
	assigned   map[int]*assignment // in somebody's hands
	sessions   map[string]*worker  // by the ids of their sessions
	refused    map[string]string   // why a token is let in no more
	due        int                 // checks that may refuse a token, from when their results are handed in
	counts     Counts
	waitLogged bool          // the log states what the tournament waits for
	changed    chan struct{} // closed and made anew when a task may have become free
}

// Counts say how a tournament on many machines goes.
type Counts struct {
	Workers   int // that sent something in the last seconds
	Checked   int // results that were played again here and came out the same
	Differing int // that did not
}

// issue is a task in the hands of workers.
type assignment struct {
	task     league.Task
	leasedAt time.Time // when somebody got it last
	leases   map[string]*lease
}

type lease struct {
	progressed time.Time // when it was given, or was further the last time
	matches    int       // matches
	submitted  bool      // in: a result is on its way to the disk
}

// DispatcherOptions say how a Dispatcher works.
type DispatcherOptions struct {
	Verify float64 // share of the workers' results that Dispatcher.Check plays again, 0 … 1
	// Play plays a task on this machine; needed where there is a share.
	Play         func(context.Context, *league.Task) (league.Result, error)
	Broken       []int         // entries that do not start on this machine
	Local        bool          // this machine plays, too
	MaxWorkers   int           // at a time, at most; 0: as many as there is room for
	Tokens       int           // with which workers are let in, each of which has a place; 0: not known
	MaxMatchTime time.Duration // the longest that a match may take
	MaxRounds    int           // of a match, at most; 0: not known
	Log          func(string)  // takes what an operator should know, a line each; must not wait
}

// NewDispatcher makes the desk of an engine.
func NewDispatcher(e *league.Engine, o DispatcherOptions) *Dispatcher {
	o.MaxWorkers, o.MaxRounds = cmp.Or(o.MaxWorkers, maxKnown), cmp.Or(o.MaxRounds, math.MaxInt32)
	d := &Dispatcher{
		DispatcherOptions: o, engine: e, leaseTimeout: time.Minute + o.MaxMatchTime, checks: make(chan *check, maxChecks), now: time.Now, random: rand.Float64,
		assigned: map[int]*assignment{}, sessions: map[string]*worker{Local: {gaveUp: map[int]time.Time{}}}, refused: map[string]string{}, warned: map[[2]string]bool{}, changed: make(chan struct{}),
	}
	e.View(func(s *league.Standings) { d.plan = s.Plan })
	return d
}

// Take gives up to n tasks to a worker, with the seeds of their players; over says that there will be
// no more.
func (d *Dispatcher) Take(id string, n int) (list []league.Task, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.touch(id)
	if w == nil {
		return nil, false
	}
	if len(d.sessions) > 1 { // this machine loses nothing
		d.expireLeases()
	}
	for len(list) < n && (w.leases < w.capacity || id == Local && d.Local) {
		t, ok := d.leaseAny(id)
		if !ok {
			break
		}
		list = append(list, t)
	}
	over = len(list) == 0 && (d.finished() || id == Local && d.gaveUpAll())
	switch {
	case over:
		w.informed = true
	case len(list) == 0:
		d.logWait()
	}
	return list, over
}

// over reports whether all is played, and no check can give it back to play.
func (d *Dispatcher) finished() bool { return d.due == 0 && d.engine.Over() }

// Next gives a task to this machine, if it plays. It waits for one; false when there
// will be no more, or ctx ends.
func (d *Dispatcher) Next(ctx context.Context) (league.Task, bool) {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		d.mu.Lock()
		wake := d.changed
		d.mu.Unlock()
		list, over := d.Take(Local, 1)
		if len(list) > 0 {
			return list[0], true
		}
		if over {
			return league.Task{}, false
		}
		select {
		case <-ctx.Done():
			return league.Task{}, false
		case <-d.engine.Failed():
			return league.Task{}, false
		case <-wake:
		case <-look.C:
		}
	}
}

// Counts returns how it goes.
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

// Submit hands in what came of a task that a worker holds; held is false where it does not,
// and the result counts for nothing. done gets nil when it is on the disk, or why it does not count,
// as in league.Engine.Submit; it may be nil.
func (d *Dispatcher) Submit(ctx context.Context, id string, r league.Result, done func(error)) (held bool, err error) {
	if done == nil {
		done = func(error) {}
	}
	d.mu.Lock()
	w, h := d.touch(id), d.leaseOf(r.N, id)
	if h == nil {
		d.mu.Unlock()
		return false, nil
	}
	if err := r.Check(&d.assigned[r.N].task, d.MaxRounds); err != nil {
		d.endLease(r.N, id)
		d.mu.Unlock()
		done(err)
		return true, nil
	}
	r.Worker = w.name
	var c *check
	if id != Local && !h.submitted {
		c = d.sampleCheck(w, &r)
	}
	h.submitted = true
	d.mu.Unlock()
	err = d.engine.Submit(ctx, r, func(err error) {
		d.mu.Lock()
		d.queueCheck(c, err)
		d.endLease(r.N, id)
		d.notify()
		if why := d.refused[tokenOf(id)]; err != nil && why != "" {
			err = errors.New(why)
		}
		d.mu.Unlock()
		done(err)
	})
	if err != nil { // done is not called
		d.mu.Lock()
		defer d.mu.Unlock()
		d.queueCheck(c, err)
	}
	return true, err
}

// pick chooses a task for a worker and notes that it has it.
func (d *Dispatcher) leaseAny(id string) (task league.Task, ok bool) {
	for i, n := range d.unassigned {
		if d.canPlay(id, n) {
			d.unassigned = slices.Delete(d.unassigned, i, i+1)
			return d.lease(n, id), true
		}
	}
	for len(d.unassigned) < maxUnassigned {
		t, ok := d.engine.Next()
		if !ok {
			break
		}
		if d.assigned[t.N] != nil || slices.Contains(d.unassigned, t.N) {
			continue // given before results were dropped
		}
		if d.canPlay(id, t.N) {
			return d.lease(t.N, id), true
		}
		d.unassigned = append(d.unassigned, t.N)
	}
	return d.leaseAgain(id)
}

// second chooses a task that others have had for a while, when there is nothing else: neither
// the slowest is waited for, nor whoever keeps what it got.
func (d *Dispatcher) leaseAgain(id string) (task league.Task, ok bool) {
	best, oldest := -1, d.now().Add(-secondLeaseAfter)
	for n, i := range d.assigned {
		at := i.leasedAt
		if i.leases[id] != nil || at.After(oldest) || at.Equal(oldest) && best >= 0 && n > best || d.engine.Done(n) || !d.canPlay(id, n) {
			continue
		}
		best, oldest = n, at
	}
	if best < 0 {
		return task, false
	}
	return d.lease(best, id), true
}

// GiveUp takes a task back from a worker whose machine held up a match of it. Others may play it
// first.
func (d *Dispatcher) GiveUp(id string, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.giveUp(id, n)
}

func (d *Dispatcher) giveUp(id string, n int) {
	if d.leaseOf(n, id) == nil {
		return
	}
	w := d.sessions[id]
	w.gaveUp[n] = d.now()
	d.endLease(n, id)
}

// avoids reports whether a worker has missed a task of late.
func (d *Dispatcher) gaveUpRecently(id string, n int) bool {
	at, missed := d.sessions[id].gaveUp[n]
	return missed && d.now().Sub(at) < d.leaseTimeout
}

// gaveUpAll reports whether nothing is left but what this machine has missed, nobody else is
// here, and no check is due.
func (d *Dispatcher) gaveUpAll() bool {
	for id, w := range d.sessions {
		if d.isConnected(id, w) {
			return false
		}
	}
	return d.due == 0 && len(d.assigned) == 0 && len(d.unassigned) > 0 && !slices.ContainsFunc(d.unassigned, func(n int) bool { return !d.gaveUpRecently(Local, n) })
}

// can reports whether a worker can play all players of a task. That of a play-off may be none any more,
// since results that it followed from were dropped.
func (d *Dispatcher) canPlay(id string, n int) bool {
	if d.gaveUpRecently(id, n) {
		return false
	}
	t, ok := d.taskOf(n)
	cannot := d.sessions[id].cannot
	return ok && !slices.ContainsFunc(t.LineUp[:], func(e int) bool { return cannot[e] })
}

// taskOf is a task with the seeds of its players.
func (d *Dispatcher) taskOf(n int) (t league.Task, ok bool) {
	if i := d.assigned[n]; i != nil {
		return i.task, true
	}
	return d.engine.Find(n)
}

// give notes that a worker has a task.
func (d *Dispatcher) lease(n int, id string) league.Task {
	i := d.assigned[n]
	if i == nil {
		i = &assignment{leases: map[string]*lease{}}
		i.task, _ = d.taskOf(n)
		d.assigned[n] = i
	}
	i.leasedAt = d.now()
	i.leases[id] = &lease{progressed: i.leasedAt}
	d.sessions[id].leases++
	return i.task
}

func (d *Dispatcher) leaseOf(n int, id string) *lease {
	if i := d.assigned[n]; i != nil {
		return i.leases[id]
	}
	return nil
}

// collect takes tasks back from workers that are silent or stuck.
func (d *Dispatcher) expireLeases() {
	now := d.now()
	for n, i := range d.assigned {
		for id, h := range i.leases {
			if id != Local && (now.Sub(d.sessions[id].seen) >= sessionTimeout || now.Sub(h.progressed) >= d.leaseTimeout) {
				d.endLease(n, id)
			}
		}
	}
}

// endLease takes a task from a worker: others may play it where it has no result.
func (d *Dispatcher) endLease(n int, id string) {
	i := d.assigned[n]
	if i == nil {
		return
	}
	if i.leases[id] != nil {
		d.sessions[id].leases--
		delete(i.leases, id)
	}
	if len(i.leases) > 0 {
		return
	}
	delete(d.assigned, n)
	if !d.engine.Done(n) {
		at, found := slices.BinarySearch(d.unassigned, n)
		if !found {
			d.unassigned = slices.Insert(d.unassigned, at, n)
		}
	}
	d.notify()
}

func (d *Dispatcher) notify() {
	close(d.changed)
	d.changed = make(chan struct{})
}
