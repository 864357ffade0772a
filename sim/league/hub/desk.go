package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

// Desk gives out the tasks of an engine and takes what came of them: of a task only from
// those who hold it. It knows what each worker plays, gives again what was lost, and plays a
// share again. Its methods may be called by several goroutines.
type Desk struct {
	engine *league.Engine
	plan   *league.Plan
	stuck  time.Duration // without progress for so long a task counts as lost
	share  float64       // of results that are checked
	play   func(context.Context, *league.Task) (league.Result, error)
	checks chan *check
	broken []int
	local  bool // this machine plays, too
	places int  // workers at a time, at most
	tokens int  // with which workers are let in; 0: not known
	tell   func(string)
	now    func() time.Time
	draw   func() float64

	warned map[[2]string]bool // of a token's play of a player, which is a program; of Check alone

	mu       sync.Mutex
	loose    []int              // taken from the engine, and in nobody's hands; in order
	out      map[int]*issue     // in somebody's hands
	workers  map[string]*worker // by the ids of their sessions
	refused  map[string]string  // why a token is let in no more
	due      int                // checks that may refuse a token, from when their results are handed in
	counts   Counts
	stranded bool          // it was told that tasks wait for a worker that can play them
	wake     chan struct{} // closed and made anew when a task may have become free
}

// Counts say how a tournament on many machines goes.
type Counts struct {
	Workers   int // that were heard of in the last seconds
	Checked   int // results that were played again here and came out the same
	Differing int // that did not
}

// issue is a task in the hands of workers.
type issue struct {
	task    league.Task
	holders map[string]*holding
}

type holding struct {
	since, moved time.Time
	begun        int  // matches
	handed       bool // in: a result is on its way to the disk
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
	Tell    func(string)  // is told what an operator should know, a line each; must not wait
}

// NewDesk makes the desk of an engine.
func NewDesk(e *league.Engine, o DeskOptions) *Desk {
	d := &Desk{
		engine: e, stuck: time.Minute + o.Match, share: o.Verify, play: o.Play, checks: make(chan *check, maxChecks), broken: o.Broken,
		local: o.Local, places: cmp.Or(o.Workers, maxKnown), tokens: o.Tokens, tell: o.Tell, now: time.Now, draw: random,
		out: map[int]*issue{}, workers: map[string]*worker{Local: {}}, refused: map[string]string{}, warned: map[[2]string]bool{}, wake: make(chan struct{}),
	}
	e.View(func(b *league.Standings) { d.plan = b.Plan })
	return d
}

// Take gives up to n tasks to a worker; over says that there will be no more.
func (d *Desk) Take(id string, n int) (list []int, over bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.seen(id)
	if w == nil {
		return nil, false
	}
	d.collect()
	for len(list) < n && (w.holds < w.most || id == Local && d.local) {
		k, ok := d.pick(id)
		if !ok {
			break
		}
		list = append(list, k)
	}
	over = len(list) == 0 && (d.over() || id == Local && d.allMissed())
	switch {
	case over:
		w.leaves = true
	case len(list) == 0:
		d.strand()
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
			var t league.Task
			d.engine.View(func(b *league.Standings) { t = b.Schedule.ToPlay(list[0]) })
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
	for id, w := range d.workers {
		if d.here(id, w) {
			c.Workers++
		}
	}
	return c
}

// Submit hands in what came of a task that a worker holds; held is false where it does not,
// and the result counts for nothing. heard is told when it is on the disk, as in
// league.Engine.Submit.
func (d *Desk) Submit(ctx context.Context, id string, r league.Result, heard func(error)) (held bool, err error) {
	d.mu.Lock()
	w, h := d.seen(id), d.held(r.N, id)
	if h == nil {
		d.mu.Unlock()
		return false, nil
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
		if heard != nil {
			heard(err)
		}
	})
	if err != nil { // nobody hears of it
		d.mu.Lock()
		defer d.mu.Unlock()
		d.want(c, err)
	}
	return true, err
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
