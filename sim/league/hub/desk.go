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
	silent   = 20 * time.Second // its worker sends nothing
	doubled  = 5 * time.Second  // nothing else is left to give out
	maxLoose = 4096             // tasks that wait for a worker that can play them
)

// Desk gives out the tasks of an engine and takes what came of them: of a task only from
// those who hold it. It knows what each worker plays, gives again what was lost, and plays a
// share again. Its methods may be called by several goroutines.
type Desk struct {
	DeskOptions
	engine *league.Engine
	plan   *league.Plan
	stuck  time.Duration // without progress for so long a task counts as lost
	checks chan *check
	now    func() time.Time
	draw   func() float64 // which results are checked; no worker can foresee it

	warned map[[2]string]bool // of a token's play of a player, which is a program; of Check alone

	mu         sync.Mutex
	loose      []int              // taken from the engine, and in nobody's hands; in order
	out        map[int]*issue     // in somebody's hands
	workers    map[string]*worker // by the ids of their sessions
	refused    map[string]string  // why a token is let in no more
	due        int                // checks that may refuse a token, from when their results are handed in
	counts     Counts
	waitLogged bool          // the log states what the tournament waits for
	wake       chan struct{} // closed and made anew when a task may have become free
}

// Counts say how a tournament on many machines goes.
type Counts struct {
	Workers   int // that sent something in the last seconds
	Checked   int // results that were played again here and came out the same
	Differing int // that did not
}

// issue is a task in the hands of workers.
type issue struct {
	task    league.Task
	given   time.Time // when somebody got it last
	holders map[string]*holding
}

type holding struct {
	moved  time.Time // when it was given, or was further the last time
	begun  int       // matches
	handed bool      // in: a result is on its way to the disk
}

// DeskOptions say how a Desk works.
type DeskOptions struct {
	Verify float64 // share of the workers' results that Desk.Check plays again, 0 … 1
	// Play plays a task on this machine; needed where there is a share.
	Play    func(context.Context, *league.Task) (league.Result, error)
	Broken  []int         // entries that do not start on this machine
	Local   bool          // this machine plays, too
	Workers int           // at a time, at most; 0: as many as there is room for
	Tokens  int           // with which workers are let in, each of which has a place; 0: not known
	Match   time.Duration // the longest that a match may take
	Rounds  int           // of a match, at most; 0: not known
	Log     func(string)  // takes what an operator should know, a line each; must not wait
}

// NewDesk makes the desk of an engine.
func NewDesk(e *league.Engine, o DeskOptions) *Desk {
	o.Workers, o.Rounds = cmp.Or(o.Workers, maxKnown), cmp.Or(o.Rounds, math.MaxInt32)
	d := &Desk{
		DeskOptions: o, engine: e, stuck: time.Minute + o.Match, checks: make(chan *check, maxChecks), now: time.Now, draw: rand.Float64,
		out: map[int]*issue{}, workers: map[string]*worker{Local: {missed: map[int]time.Time{}}}, refused: map[string]string{}, warned: map[[2]string]bool{}, wake: make(chan struct{}),
	}
	e.View(func(s *league.Standings) { d.plan = s.Plan })
	return d
}

// Take gives up to n tasks to a worker, with the seeds of their players; over says that there will be
// no more.
func (d *Desk) Take(id string, n int) (list []league.Task, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.seen(id)
	if w == nil {
		return nil, false
	}
	if len(d.workers) > 1 { // this machine loses nothing
		d.collect()
	}
	for len(list) < n && (w.holds < w.most || id == Local && d.Local) {
		t, ok := d.pick(id)
		if !ok {
			break
		}
		list = append(list, t)
	}
	over = len(list) == 0 && (d.over() || id == Local && d.allMissed())
	switch {
	case over:
		w.leaves = true
	case len(list) == 0:
		d.logWait()
	}
	return list, over
}

// over reports whether all is played, and no check can give it back to play.
func (d *Desk) over() bool { return d.due == 0 && d.engine.Over() }

// Next gives a task to this machine, if it plays. It waits for one; false when there
// will be no more, or ctx ends.
func (d *Desk) Next(ctx context.Context) (league.Task, bool) {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for {
		d.mu.Lock()
		wake := d.wake
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
func (d *Desk) Counts() Counts {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.counts
	for id, w := range d.workers {
		if d.here(id, w) {
			c.Workers++
		}
	}
	return c
}

// Submit hands in what came of a task that a worker holds; held is false where it does not,
// and the result counts for nothing. done gets nil when it is on the disk, or why it does not count,
// as in league.Engine.Submit; it may be nil.
func (d *Desk) Submit(ctx context.Context, id string, r league.Result, done func(error)) (held bool, err error) {
	if done == nil {
		done = func(error) {}
	}
	d.mu.Lock()
	w, h := d.seen(id), d.held(r.N, id)
	if h == nil {
		d.mu.Unlock()
		return false, nil
	}
	if err := r.Check(&d.out[r.N].task, d.Rounds); err != nil {
		d.takeBack(r.N, id)
		d.mu.Unlock()
		done(err)
		return true, nil
	}
	r.Worker = w.name
	var c *check
	if id != Local && !h.handed {
		c = d.drawn(w, &r)
	}
	h.handed = true
	d.mu.Unlock()
	err = d.engine.Submit(ctx, r, func(err error) {
		d.mu.Lock()
		d.want(c, err)
		d.takeBack(r.N, id)
		d.awake()
		if why := d.refused[tokenOf(id)]; err != nil && why != "" {
			err = errors.New(why)
		}
		d.mu.Unlock()
		done(err)
	})
	if err != nil { // done is not called
		d.mu.Lock()
		defer d.mu.Unlock()
		d.want(c, err)
	}
	return true, err
}

// pick chooses a task for a worker and notes that it has it.
func (d *Desk) pick(id string) (task league.Task, ok bool) {
	for i, n := range d.loose {
		if d.can(id, n) {
			d.loose = slices.Delete(d.loose, i, i+1)
			return d.give(n, id), true
		}
	}
	for len(d.loose) < maxLoose {
		t, ok := d.engine.Next()
		if !ok {
			break
		}
		if d.out[t.N] != nil || slices.Contains(d.loose, t.N) {
			continue // given before results were dropped
		}
		if d.can(id, t.N) {
			return d.give(t.N, id), true
		}
		d.loose = append(d.loose, t.N)
	}
	return d.second(id)
}

// second chooses a task that others have had for a while, when there is nothing else: neither
// the slowest is waited for, nor whoever keeps what it got.
func (d *Desk) second(id string) (task league.Task, ok bool) {
	best, oldest := -1, d.now().Add(-doubled)
	for n, i := range d.out {
		at := i.given
		if i.holders[id] != nil || at.After(oldest) || at.Equal(oldest) && best >= 0 && n > best || d.engine.Done(n) || !d.can(id, n) {
			continue
		}
		best, oldest = n, at
	}
	if best < 0 {
		return task, false
	}
	return d.give(best, id), true
}

// Missed takes a task back from a worker whose machine held up a match of it. Others may play it
// first.
func (d *Desk) Missed(id string, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.missed(id, n)
}

func (d *Desk) missed(id string, n int) {
	if d.held(n, id) == nil {
		return
	}
	w := d.workers[id]
	w.missed[n] = d.now()
	d.takeBack(n, id)
}

// avoids reports whether a worker has missed a task of late.
func (d *Desk) avoids(id string, n int) bool {
	at, missed := d.workers[id].missed[n]
	return missed && d.now().Sub(at) < d.stuck
}

// allMissed reports whether nothing is left but what this machine has missed, nobody else is
// here, and no check is due.
func (d *Desk) allMissed() bool {
	for id, w := range d.workers {
		if d.here(id, w) {
			return false
		}
	}
	return d.due == 0 && len(d.out) == 0 && len(d.loose) > 0 && !slices.ContainsFunc(d.loose, func(n int) bool { return !d.avoids(Local, n) })
}

// can reports whether a worker can play all players of a task. That of a play-off may be none any more,
// since results that it followed from were dropped.
func (d *Desk) can(id string, n int) bool {
	if d.avoids(id, n) {
		return false
	}
	t, ok := d.taskOf(n)
	cannot := d.workers[id].cannot
	return ok && !slices.ContainsFunc(t.LineUp[:], func(e int) bool { return cannot[e] })
}

// taskOf is a task with the seeds of its players.
func (d *Desk) taskOf(n int) (t league.Task, ok bool) {
	if i := d.out[n]; i != nil {
		return i.task, true
	}
	return d.engine.Find(n)
}

// give notes that a worker has a task.
func (d *Desk) give(n int, id string) league.Task {
	i := d.out[n]
	if i == nil {
		i = &issue{holders: map[string]*holding{}}
		i.task, _ = d.taskOf(n)
		d.out[n] = i
	}
	i.given = d.now()
	i.holders[id] = &holding{moved: i.given}
	d.workers[id].holds++
	return i.task
}

func (d *Desk) held(n int, id string) *holding {
	if i := d.out[n]; i != nil {
		return i.holders[id]
	}
	return nil
}

// collect takes tasks back from workers that are silent or stuck.
func (d *Desk) collect() {
	now := d.now()
	for n, i := range d.out {
		for id, h := range i.holders {
			if id != Local && (now.Sub(d.workers[id].seen) >= silent || now.Sub(h.moved) >= d.stuck) {
				d.takeBack(n, id)
			}
		}
	}
}

// takeBack takes a task from a worker: others may play it where it has no result.
func (d *Desk) takeBack(n int, id string) {
	i := d.out[n]
	if i == nil {
		return
	}
	if i.holders[id] != nil {
		d.workers[id].holds--
		delete(i.holders, id)
	}
	if len(i.holders) > 0 {
		return
	}
	delete(d.out, n)
	if !d.engine.Done(n) {
		at, found := slices.BinarySearch(d.loose, n)
		if !found {
			d.loose = slices.Insert(d.loose, at, n)
		}
	}
	d.awake()
}

func (d *Desk) awake() {
	close(d.wake)
	d.wake = make(chan struct{})
}
