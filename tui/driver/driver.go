// Package driver runs a program of package ui for a shell such as tui/terminal or tui/sshd. A
// [Driver] handles time and background work; [Input] converts terminal messages to inputs.
package driver

import (
	"context"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/draw/chances"
	"game-tui/tui/ui"
)

// A Driver informs a program about time, its source and its analysis, and runs the program's
// requests. It is not safe for concurrent use: one goroutine must wait for Due and the channels,
// and call all methods.
type Driver struct {
	Program         ui.Program
	Analyst         chances.Analyst
	Grown           <-chan struct{} // receives a value when the source has grown; then call ApplyGrowth
	AnalysisChanged <-chan struct{} // closed when newer results are available; then call TakeAnalysis
	Callbacks       chan func()     // functions to call on the driver's goroutine

	SkipHighlights func() bool // reports whether output is too slow for highlights

	pace               GrowthPace
	apply              func(ui.Input)
	lastTick           time.Time
	backgroundDeadline time.Time

	source  ui.Source
	unwatch func()

	record       *record.Record
	resultSet    chances.ResultSet
	registration chances.Registration

	ctx           context.Context
	end           context.CancelFunc
	cancelRequest context.CancelFunc
}

// New returns a driver that calls apply to pass an input to the program and carry out its effect.
func New(ctx context.Context, apply func(ui.Input)) *Driver {
	d := &Driver{Callbacks: make(chan func()), apply: apply, lastTick: time.Now(), unwatch: func() {},
		SkipHighlights: func() bool { return false }}
	d.ctx, d.end = context.WithCancel(ctx)
	return d
}

func (d *Driver) SkipTime() { d.lastTick = time.Now() }

// PassTime sends the program a tick, if it needs ticks, with the time elapsed since the last call
// of PassTime or SkipTime.
func (d *Driver) PassTime() {
	now := time.Now()
	passed := now.Sub(d.lastTick)
	d.lastTick = now
	if d.Program.NextTick() > 0 {
		d.apply(ui.Tick{Elapsed: passed, SkipHighlights: d.SkipHighlights()})
	}
}

const backgroundTimeout = 2 * time.Second

func (d *Driver) StartBackgroundQuery() bool {
	if !d.backgroundDeadline.IsZero() || !d.Program.NeedsBackground() {
		return false
	}
	d.backgroundDeadline = time.Now().Add(backgroundTimeout)
	return true
}

func (d *Driver) Apply(in ui.Input) {
	d.PassTime()
	if _, ok := in.(ui.Background); ok {
		if !d.lastTick.Before(d.backgroundDeadline) {
			return
		}
		d.backgroundDeadline = d.lastTick
	}
	d.apply(in)
}

func (d *Driver) ApplyGrowth() {
	in := d.pace.RecordGrowth()
	in.SkipHighlights = in.SkipHighlights || d.SkipHighlights()
	d.Apply(in)
}

type GrowthPace struct{ lastGrowth time.Time }

// minHighlightInterval is the minimum time between rounds at which changes are highlighted.
const minHighlightInterval = 150 * time.Millisecond

func (p *GrowthPace) RecordGrowth() ui.SourceGrown {
	before := p.lastGrowth
	p.lastGrowth = time.Now()
	return ui.SourceGrown{SkipHighlights: p.lastGrowth.Sub(before) < minHighlightInterval}
}

// Due returns the time at which to call PassTime. The zero time means never.
func (d *Driver) Due() time.Time {
	if wait := d.Program.NextTick(); wait > 0 {
		return d.lastTick.Add(wait)
	}
	return time.Time{}
}

// Watch replaces the watched source; nil means no source. It returns true if it subscribed to a new
// source, which may already have grown.
func (d *Driver) Watch(src ui.Source) (subscribed bool) {
	if src == d.source {
		return false
	}
	d.unwatch()
	d.source, d.Grown, d.unwatch = src, nil, func() {}
	if src != nil {
		d.Grown, d.unwatch = src.Subscribe()
	}
	return src != nil
}

// UpdateAnalysis replaces the registration if the program needs a different analysis. It reports
// whether there is a new registration.
func (d *Driver) UpdateAnalysis() (registered bool) {
	rec, resultSet := d.Program.AnalysisTarget()
	if d.Analyst == nil || resultSet == 0 {
		rec, resultSet = nil, 0
	}
	if rec == d.record && resultSet == d.resultSet {
		return false
	}
	before := d.registration
	d.record, d.resultSet, d.registration, d.AnalysisChanged = rec, resultSet, nil, nil
	if resultSet != 0 {
		d.registration = d.Analyst.Register(rec, resultSet)
	}
	if before != nil { // Close the old registration last, so that a shared analysis continues.
		before.Close()
	}
	d.TakeAnalysis()
	return resultSet != 0
}

func (d *Driver) TakeAnalysis() {
	if d.registration == nil {
		return
	}
	var known chances.Analysis
	var err error
	if known.Snapshot, d.AnalysisChanged, err = d.registration.Latest(); err != nil {
		known.StopReason = err.Error()
	}
	d.Apply(known)
}

// An Answer shows the result of a request. If wanted is false, it only frees the result's
// resources.
type Answer func(wanted bool)

// StartRequest starts a request: spawn runs do concurrently. The function do must not use the
// driver, but its Answer may. If do fails, its error is shown, provided the request is still
// wanted.
func (d *Driver) StartRequest(id int, spawn func(func()), do func(ctx context.Context, progress func(string)) (Answer, error)) {
	ctx, cancel := context.WithCancel(d.ctx)
	d.cancelRequest = cancel
	spawn(func() {
		defer cancel()
		answer, err := do(ctx, func(text string) { d.ShowProgress(ctx, ui.Progress{ID: id, Text: text}) })
		if err != nil {
			answer = func(bool) { d.Apply(ui.Answer{ID: id, Result: ui.Notice{Text: err.Error()}}) }
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

func (d *Driver) ShowProgress(ctx context.Context, p ui.Progress) {
	d.post(ctx, func() { d.Apply(p) })
}

func (d *Driver) post(ctx context.Context, do func()) bool {
	select {
	case d.Callbacks <- do:
		return true
	case <-ctx.Done():
		return false
	}
}

func (d *Driver) CancelRequest() {
	if d.cancelRequest != nil {
		d.cancelRequest()
	}
}

func (d *Driver) End() {
	d.end()
	d.Watch(nil)
	if d.registration != nil {
		d.registration.Close()
		d.registration = nil
	}
}
