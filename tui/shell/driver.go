// Package shell is what both shells have around a program, tui on the local terminal and tui/server
// over SSH. New makes a Driver of all that goes on beside a program; Input reads what a terminal
// sends.
package shell

import (
	"context"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/ui"
)

// Driver is a program with what goes on beside it: time, the growth of what is shown, the
// look at the chances of a match, and one request. It belongs to one goroutine. That one
// waits for Due and for the channels, and answers each with the method that stands there.
type Driver struct {
	Program ui.Program
	Desk    chances.Desk    // where matches are analysed; nil: nowhere
	Grown   <-chan struct{} // gets a value when what is watched has grown: Grow
	Known   <-chan struct{} // is closed when more is known of the chances: TakeChances
	Answers chan func()     // of requests: call them

	Calm func() bool // there is no time to let stand out what changes; nil: there is

	pace  Pace // of what is watched
	apply func(ui.Input)
	clock time.Time // up to which the program has been let grow old
	asked time.Time // until then the terminal may say what its background is; zero: it was not asked

	source  ui.Source // that is watched; nil: none
	unwatch func()

	record *record.Record // that is looked at
	want   chances.Want
	look   chances.Look // nil: there is none

	ctx    context.Context
	end    context.CancelFunc
	cancel context.CancelFunc // of the request that is under way, or nil
}

// New makes a driver, whose program is still to be set. apply has the program take in an
// input, and carries out what it asks for. All that goes on ends with ctx, or with End.
func New(ctx context.Context, apply func(ui.Input)) *Driver {
	d := &Driver{Answers: make(chan func()), apply: apply, clock: time.Now()}
	d.ctx, d.end = context.WithCancel(ctx)
	return d
}

// SkipTime lets the time that has passed not count: the program was being made.
func (d *Driver) SkipTime() { d.clock = time.Now() }

// Age lets the time pass that has passed since the last input.
func (d *Driver) Age() {
	now := time.Now()
	passed := now.Sub(d.clock)
	d.clock = now
	if d.Program.Wait() > 0 {
		d.apply(ui.Tick{Elapsed: passed, Calm: d.calm()})
	}
}

// askTime is how long a terminal may take to say what its background is. Later another
// palette would disturb who reads.
const askTime = 2 * time.Second

// Asks reports whether the terminal is to be asked for its background: once, where that
// chooses the palette. The first answer in time counts; most terminals that know none say
// nothing.
func (d *Driver) Asks() bool {
	if !d.asked.IsZero() || !d.Program.NeedsBackground() {
		return false
	}
	d.asked = time.Now().Add(askTime)
	return true
}

// Take applies an input at its time.
func (d *Driver) Take(in ui.Input) {
	d.Age()
	if _, ok := in.(ui.Background); ok {
		if !d.clock.Before(d.asked) {
			return
		}
		d.asked = d.clock
	}
	d.apply(in)
}

func (d *Driver) calm() bool { return d.Calm != nil && d.Calm() }

// Grow takes in that what is watched has grown.
func (d *Driver) Grow() {
	in := d.pace.Grown()
	in.Calm = in.Calm || d.calm()
	d.Take(in)
}

// Pace is how fast something grows.
type Pace struct{ last time.Time }

// hasty is how soon something must grow again to leave no time to let it stand out: a little
// sooner than at five rounds a second.
const hasty = 150 * time.Millisecond

// Grown is the input that it has grown now.
func (p *Pace) Grown() ui.Grown {
	now := time.Now()
	calm := now.Sub(p.last) < hasty
	p.last = now
	return ui.Grown{Calm: calm}
}

// Due is when the program needs to Age; the zero time: never.
func (d *Driver) Due() time.Time {
	if wait := d.Program.Wait(); wait > 0 {
		return d.clock.Add(wait)
	}
	return time.Time{}
}

// Watch watches a source in place of the one before; nil: none. It reports whether another
// one is watched than before: that may have grown since it was shown.
func (d *Driver) Watch(src ui.Source) (begun bool) {
	if src == d.source {
		return false
	}
	if d.source != nil {
		d.unwatch()
	}
	d.source, d.Grown = src, nil
	if src != nil {
		d.Grown, d.unwatch = src.Watch()
	}
	return src != nil
}

// Look looks at the match whose chances the program wants to know, in place of what was
// looked at before, and takes in what is known of it. It reports whether a look has begun.
func (d *Driver) Look() (begun bool) {
	rec, want := d.Program.View().Looks(&d.Program)
	if d.Desk == nil || want == 0 {
		rec, want = nil, 0
	}
	if rec == d.record && want == d.want {
		return false
	}
	before := d.look
	d.record, d.want, d.look, d.Known = rec, want, nil, nil
	if want != 0 {
		d.look = d.Desk.Look(rec, want)
	}
	if before != nil { // after the new look, so that the work goes on
		before.Close()
	}
	d.TakeChances()
	return want != 0
}

// TakeChances takes in what is known now of what is looked at.
func (d *Driver) TakeChances() {
	if d.look == nil {
		return
	}
	var known chances.Analysed
	var err error
	if known.Now, d.Known, err = d.look.Now(); err != nil {
		known.Why = err.Error()
	}
	d.Take(known)
}

// Answer shows what a request has come to. wanted is false where the watcher does not want
// it any more, and only what it holds is to be given back.
type Answer func(wanted bool)

// Begin begins the request of a number, which spawn runs beside the program. do touches
// nothing that belongs to the driver's goroutine, where the Answer is called then; progress
// shows how far it has come. An error is shown in place of an answer.
func (d *Driver) Begin(id int, spawn func(func()), do func(ctx context.Context, progress func(string)) (Answer, error)) {
	ctx, cancel := context.WithCancel(d.ctx)
	d.cancel = cancel
	progress := func(text string) { d.Tell(ctx, ui.Progress{ID: id, Text: text}) }
	spawn(func() {
		defer cancel()
		answer, err := do(ctx, progress)
		if err != nil {
			answer = func(bool) { d.Take(ui.Answer{ID: id, In: ui.Notice{Text: err.Error()}}) }
		}
		posted := d.post(d.ctx, func() {
			if wanted := d.Program.Awaits(id); wanted || err == nil {
				answer(wanted)
			}
		})
		if !posted && err == nil {
			answer(false)
		}
	})
}

// Tell shows how far a request has come whose context that is.
func (d *Driver) Tell(ctx context.Context, p ui.Progress) {
	d.post(ctx, func() { d.Take(p) })
}

// post has the driver's goroutine do something, unless ctx ends before.
func (d *Driver) post(ctx context.Context, do func()) bool {
	select {
	case d.Answers <- do:
		return true
	case <-ctx.Done():
		return false
	}
}

// Cancel ends the request that is under way, if there is one.
func (d *Driver) Cancel() {
	if d.cancel != nil {
		d.cancel()
	}
}

// End ends all that goes on.
func (d *Driver) End() {
	d.end()
	d.Watch(nil)
	if d.look != nil {
		d.look.Close()
		d.look = nil
	}
}
