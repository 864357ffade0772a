// Package tui shows a program of package ui on the local terminal: a Bubble Tea program that
// hands it keys, mouse and time, shows what it draws, and does what it asks for. It knows no
// view.
package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/chances"
	"game-tui/tui/input"
	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// Model is the Bubble Tea program of one watcher.
type Model struct {
	opts Options
	ctx  context.Context
	end  context.CancelFunc

	ui.Driver
	touched  bool                       // somebody has pressed a key
	requests map[int]context.CancelFunc // under way
	looking  chances.Looking
	source   ui.Source // that is watched; nil: nothing yet
	await    tea.Cmd   // returns when it has grown
	unwatch  func()
	ticks    int // counts ticks asked for: only the newest counts

	grid  screen.Grid
	text  []byte
	last  string     // that was shown, nothing of it old
	shown ui.Program // in last
	old   bool       // more is known than last shows
}

// New makes the program's model.
func New(opts Options) *Model {
	m := &Model{opts: opts, requests: map[int]context.CancelFunc{}, unwatch: func() {}, old: true}
	if opts.Context == nil {
		opts.Context = context.Background()
	}
	m.ctx, m.end = context.WithCancel(opts.Context)
	opts.Abilities = m.opts.abilities()
	m.Program = ui.New(opts.Options, opts.View)
	m.Age(time.Now(), nil)
	return m
}

// Close ends all that is under way.
func (m *Model) Close() {
	m.looking.End()
	m.unwatch()
	m.end()
}

type (
	grownMsg struct{ source ui.Source }
	tickMsg  struct{ n int }
	overMsg  struct{}
)

// Init starts the clock and the watching.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.follow(), m.tick(), m.over()) }

// over returns when what is shown has ended.
func (m *Model) over() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-m.opts.Over:
			return overMsg{}
		case <-m.ctx.Done():
			return nil
		}
	}
}

// tick asks for the next moment that matters, in place of the one before.
func (m *Model) tick() tea.Cmd {
	m.ticks++
	d := m.Program.Wait()
	if d == 0 {
		return nil
	}
	n := m.ticks
	return tea.Tick(d, func(time.Time) tea.Msg { return tickMsg{n} })
}

// follow watches what is shown now, and looks at its chances.
func (m *Model) follow() tea.Cmd { return tea.Batch(m.watch(), m.look()) }

// watch watches the source of what is shown in place of the one before.
func (m *Model) watch() tea.Cmd {
	source := m.Program.Source()
	if source == m.source {
		return nil
	}
	m.unwatch()
	grown, stop := source.Watch()
	ctx, cancel := context.WithCancel(m.ctx)
	m.source, m.unwatch = source, func() {
		cancel()
		stop()
	}
	m.await = func() tea.Msg {
		select {
		case <-grown:
			return grownMsg{source}
		case <-ctx.Done():
			return nil
		}
	}
	return m.grown() // it may have before
}

// grown takes in that the source has grown, and waits for more. One that is over may still
// grow.
func (m *Model) grown() tea.Cmd {
	m.old = true
	return tea.Batch(m.take(ui.Grown{}), m.await)
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	wait := m.Program.Wait()
	tick, due := msg.(tickMsg)
	due = due && tick.n == m.ticks
	cmd := m.update(msg)
	if due || m.Program.Wait() != wait { // the next tick is at another time
		cmd = tea.Batch(cmd, m.tick())
	}
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		if msg.n == m.ticks {
			return m.apply(func(take func(ui.Input)) { m.Age(time.Now(), take) })
		}
	case grownMsg:
		if msg.source == m.source {
			return m.grown()
		}
	case report:
		return tea.Batch(m.take(msg.Progress), hear(msg.more))
	case answer:
		m.cancel(msg.id)
		return m.take(msg.Input)
	case analysedMsg:
		return m.analysed(msg)
	case overMsg:
		if !m.touched && m.Program.Depth() == 1 {
			return tea.Quit
		}
	default:
		if in := input.From(msg); in != nil {
			return m.take(in)
		}
	}
	return nil
}

// take takes in an input at its time, and returns what it asks for.
func (m *Model) take(in ui.Input) tea.Cmd {
	switch in.(type) {
	case ui.Key, ui.Pointer, ui.Paste:
		m.touched = true
	}
	return m.apply(func(take func(ui.Input)) { m.Take(time.Now(), in, take) })
}

// apply has inputs taken in, and does what they ask for.
func (m *Model) apply(inputs func(take func(ui.Input))) tea.Cmd {
	sh := &shell{Model: m}
	inputs(func(in ui.Input) {
		var effect ui.Effect
		m.Program, effect = m.Program.Update(in)
		effect.CarryOut(sh)
	})
	return tea.Batch(sh.cmd, m.follow())
}

// Screen draws the program into the model's grid and returns it, valid until the next call.
func (m *Model) Screen() *screen.Grid {
	m.Program.Draw(&m.grid)
	return &m.grid
}

// draw draws the screen as text. View runs after every message, also after those that
// change nothing.
func (m *Model) draw() string {
	if m.old || !m.shown.Same(&m.Program) {
		m.text = m.Screen().AppendText(m.text[:0])
		m.last, m.shown, m.old = string(m.text), m.Program, false
	}
	return m.last
}

// View draws the screen.
func (m *Model) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: m.Program.Title(), Content: m.draw()}
	if !m.Program.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}
