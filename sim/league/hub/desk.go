package hub

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"game-tui/sim/league"
)

// Local is the worker that is the coordinator's own machine. It is trusted.
const Local = ""

// Times after which a task is given to somebody else.
const (
	silent   = 20 * time.Second // its worker says nothing
	doubled  = 5 * time.Second  // nothing else is left to give out
	maxLoose = 4096             // tasks that wait for a worker that can play them
)

// Desk gives out the tasks of an engine and takes what came of them. It knows
// what each worker plays, gives again what was lost, and has a share played twice. Its methods
// may be called by several goroutines.
type Desk struct {
	engine *league.Engine
	plan   *league.Plan
	stuck  time.Duration // without progress for so long a task counts as lost
	share  float64       // of results that are checked
	local  bool          // this machine plays, too
	places int           // workers at a time, at most
	tokens int           // with which workers are let in; 0: not known
	tell   func(string)
	now    func() time.Time
	draw   func() float64

	mu      sync.Mutex
	loose   []int          // taken from the engine, and in nobody's hands; in order
	out     map[int]*issue // in somebody's hands
	workers map[string]*worker
	checks  map[int]*check
	refuted int // workers whose results are being taken out
	counts  Counts
	warned  bool          // that tasks wait for a worker that can play them
	wake    chan struct{} // closed and made anew when a task may have become free
}

// Counts say how a tournament on many machines goes.
type Counts struct {
	Workers   int // that were heard of in the last seconds
	Checked   int // results that were played twice and came out the same
	Differing int // that did not
}

// issue is a task in the hands of workers.
type issue struct {
	task    league.Task
	holders map[string]*holding
}

type holding struct {
	since, moved time.Time
	begun        int // matches
}

// DeskOptions say how a Desk works.
type DeskOptions struct {
	Verify  float64       // share of results that are played twice, 0 … 1
	Local   bool          // this machine plays, too
	Workers int           // at a time, at most; 0: as many as there is room for
	Tokens  int           // with which workers are let in, each of which has a place; 0: not known
	Match   time.Duration // the longest that a match may take
	Tell    func(string)  // is told what an operator should know, a line each; must not wait
}

// NewDesk makes the desk of an engine.
func NewDesk(e *league.Engine, o DeskOptions) *Desk {
	d := &Desk{
		engine: e, stuck: time.Minute + o.Match, share: o.Verify, local: o.Local,
		places: cmp.Or(o.Workers, maxKnown), tokens: o.Tokens, tell: o.Tell, now: time.Now, draw: random,
		out: map[int]*issue{}, workers: map[string]*worker{Local: {proven: true}}, checks: map[int]*check{}, wake: make(chan struct{}),
	}
	e.View(func(b *league.Books) { d.plan = b.Plan })
	return d
}

// Take gives up to n tasks to a worker; over says that there will be no more.
func (d *Desk) Take(who string, n int) (list []int, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.seen(who)
	if w == nil || w.refused != "" {
		return nil, false
	}
	d.collect()
	for len(list) < n && (w.mayHold() || who == Local && d.local) {
		k, ok := d.pick(who)
		if !ok {
			break
		}
		list = append(list, k)
	}
	if len(list) == 0 {
		d.stranded()
	}
	return list, len(list) == 0 && d.over()
}

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
			var t league.Task
			d.engine.View(func(b *league.Books) { t = b.Schedule.Task(list[0]) })
			return t, true
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
	for who, w := range d.workers {
		if d.here(who, w) {
			c.Workers++
		}
	}
	return c
}

// Submit hands in what came of a task. refused says why the worker plays no more;
// heard is told when the result is on the disk, as in league.Engine.Submit; never, when
// the worker is not known: it hands the result in again when it has joined.
func (d *Desk) Submit(ctx context.Context, who string, r league.Result, heard func(error)) (refused string, err error) {
	r.Worker = who
	d.mu.Lock()
	w := d.seen(who)
	if w == nil {
		d.mu.Unlock()
		return "", nil
	}
	if w.refused != "" {
		d.mu.Unlock()
		return w.refused, nil
	}
	if c := d.checks[r.N]; c != nil && c.takes(who, d.local) {
		d.judge(r.N, c, who, &r)
	}
	useful := d.held(r.N, who) != nil && !d.engine.Done(r.N)
	chosen := who != Local && d.share > 0 && d.draw() < d.share && d.checks[r.N] == nil && !d.engine.Done(r.N)
	d.mu.Unlock()
	return "", d.engine.Submit(ctx, r, func(err error) {
		if heard != nil {
			heard(err)
		}
		d.counted(who, &r, useful && err == nil, chosen && err == nil)
	})
}

// counted notes that a result is on the disk, or was no good. useful says that it is the
// first of a task that its worker was given.
func (d *Desk) counted(who string, r *league.Result, useful, chosen bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.workers[who]; w != nil && useful {
		w.earn()
	}
	if chosen && d.checks[r.N] == nil {
		d.checks[r.N] = newCheck(who, r)
	}
	d.drop(r.N, who)
	d.awake()
}

// programs reports whether a task has a player that is a program, which may depend
// on the clock.
func (d *Desk) programs(t *league.Task) bool {
	return slices.ContainsFunc(t.LineUp[:], func(e int) bool { return d.plan.Player[e].Program != nil })
}

// bounded checks what of a worker's result goes beyond league.Result.Check.
func bounded(r *league.Result, rounds int) error {
	for i := range r.Outs {
		o := &r.Outs[i]
		if o.Round > rounds {
			return fmt.Errorf("task %d: an entry of its outs makes no sense", r.N)
		}
	}
	for _, n := range r.Leads {
		if n > rounds {
			return fmt.Errorf("task %d: the lead cannot change %d times in %d rounds", r.N, n, rounds)
		}
	}
	return nil
}
