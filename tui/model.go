// Package tui shows a program of package ui on the local terminal: a Bubble Tea program that
// hands it keys, mouse and time, shows what it draws, and does what it asks for. It knows no
// view.
package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/chances"
	"game-tui/tui/location"
	"game-tui/tui/screen"
	"game-tui/tui/shell"
	"game-tui/tui/ui"
)

// Model is the Bubble Tea program of one watcher.
type Model struct {
	*shell.Driver
	opts    Options
	ctx     context.Context
	end     context.CancelFunc
	cmd     tea.Cmd            // asked for by the message that is taken in
	unwait  context.CancelFunc // ends the wait for what goes on beside the program
	touched bool               // somebody has pressed a key
	ticks   int                // counts ticks asked for: only the newest counts

	grid  screen.Grid
	text  []byte
	last  string     // that was shown, nothing of it old
	shown ui.Program // in last
	old   bool       // more is known than last shows
}

// New makes the program's model.
func New(opts Options) *Model {
	m := &Model{opts: opts, unwait: func() {}, old: true}
	if opts.Context == nil {
		opts.Context = context.Background()
	}
	m.ctx, m.end = context.WithCancel(opts.Context)
	opts.Abilities = m.opts.abilities()
	m.Driver = shell.New(m.ctx, m.apply)
	m.Desk = opts.Desk
	m.Program = ui.New(opts.Options, opts.View)
	m.SkipTime()
	return m
}

// Close ends all that is under way.
func (m *Model) Close() {
	m.End()
	m.end()
}

type (
	besideMsg func() // what came of what goes on beside the program
	tickMsg   struct{ n int }
	overMsg   struct{}
)

// Init starts the clock and the watching.
func (m *Model) Init() tea.Cmd {
	m.cmd = nil
	m.follow()
	m.do(m.tick())
	m.do(func() tea.Msg {
		select {
		case <-m.opts.Over:
			return overMsg{}
		case <-m.ctx.Done():
			return nil
		}
	})
	return m.cmd
}

// do has Bubble Tea run a command.
func (m *Model) do(cmd tea.Cmd) { m.cmd = tea.Batch(m.cmd, cmd) }

// tick asks for the next moment that matters, in place of the one before.
func (m *Model) tick() tea.Cmd {
	m.ticks++
	d := m.Program.NextTick()
	if d == 0 {
		return nil
	}
	n := m.ticks
	return tea.Tick(d, func(time.Time) tea.Msg { return tickMsg{n} })
}

// follow watches what is shown now, and looks at its chances.
func (m *Model) follow() {
	watched := m.Watch(m.Program.View().Source())
	if watched {
		m.grown() // it may have before
	}
	if looked := m.Look(); watched || looked {
		m.wait()
	}
}

// wait waits for what goes on beside the program, in place of the wait before.
func (m *Model) wait() {
	m.unwait()
	ctx, cancel := context.WithCancel(m.ctx)
	m.unwait = cancel
	grown, known := m.Grown, m.Known
	m.do(func() tea.Msg {
		select {
		case <-grown:
			return besideMsg(m.grown)
		case <-known:
			return besideMsg(m.TakeChances)
		case do := <-m.Answers:
			return besideMsg(do)
		case <-ctx.Done():
			return nil
		}
	})
}

// grown takes in that the source has grown. One that is over may still grow.
func (m *Model) grown() {
	m.old = true
	m.Grow()
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.cmd = nil
	wait := m.Program.NextTick()
	tick, due := msg.(tickMsg)
	due = due && tick.n == m.ticks
	switch msg := msg.(type) {
	case tickMsg:
		if due {
			m.Age()
		}
	case besideMsg:
		msg()
		m.wait()
	case overMsg:
		if !m.touched && m.Program.Depth() == 1 {
			m.do(tea.Quit)
		}
	default:
		in := shell.Input(msg)
		switch in.(type) {
		case nil:
		case ui.Key, ui.Pointer, ui.Paste:
			m.touched = true
			m.Take(in)
		default:
			m.Take(in)
		}
	}
	if m.opts.asks && m.Asks() {
		m.do(tea.RequestBackgroundColor)
	}
	m.follow()
	if due || m.Program.NextTick() != wait { // the next tick is at another time
		m.do(m.tick())
	}
	return m, m.cmd
}

// apply has the program take in an input, and does what it asks for.
func (m *Model) apply(in ui.Input) {
	var effect ui.Effect
	m.Program, effect = m.Program.Update(in)
	m.carryOut(effect)
}

// Screen draws the program into the model's grid and returns it, valid until the next call.
func (m *Model) Screen() *screen.Grid {
	m.Program.Draw(&m.grid)
	return &m.grid
}

// View draws the screen as text. It runs after every message, also after those that change
// nothing.
func (m *Model) View() tea.View {
	if m.old || !m.shown.Same(&m.Program) {
		m.text = m.Screen().AppendText(m.text[:0])
		m.last, m.shown, m.old = string(m.text), m.Program, false
	}
	v := tea.View{AltScreen: true, WindowTitle: m.Program.View().Title(), Content: m.last}
	if !m.Program.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// Options say what is shown, how it opens, and what can be done besides. What is nil is not
// offered: its key says so.
type Options struct {
	ui.Options // but for Abilities, which are those of the functions below
	View       ui.View

	// Next plays the same players with the next seed, Again, which is there where Next is, the
	// same match anew, and Open opens what has a name: each says what the program is to take in
	// then.
	Next, Again func(context.Context) (ui.Input, error)
	Open        func(ctx context.Context, name string) (ui.Input, error)
	// Write writes a match and returns the file's name, and Export does so with what is to
	// be exported of one, and tells how far it has come.
	Write  func(context.Context, *record.Record) (string, error)
	Export func(ctx context.Context, what ui.Export, progress func(string)) (string, error)
	// Branch plays a match on with a change.
	Branch func(ctx context.Context, what ui.Branch, progress func(string)) (branch.Played, error)
	// Coach finds out what costs a player points, and shows how far it is and what is known so far.
	Coach func(ctx context.Context, what ui.Coach, show func(text string, known ui.Input)) (ui.Input, error)
	// Desk is where matches are analysed.
	Desk chances.Analyst
	// Keep keeps the bookmarks of a record; nil: they are there until the end.
	Keep func(*record.Record, []location.Bookmark) error
	// Link is the command that opens what is shown, or says why there is none.
	Link func(ui.Copy) (string, error)
	// Instead says what to do in place of what is nil.
	Instead map[ui.Capability]string

	// Over is closed when what is shown has ended. The program ends then, unless somebody
	// has pressed a key or watches something else; nil: it does not.
	Over <-chan struct{}
	// Context ends all that is under way; nil: it is not ended.
	Context context.Context

	suspend func() // gives the terminal back for a while; nil: that cannot be done
	asks    bool   // the terminal may be asked for its background
}

// abilities declare what the options do not offer.
func (o *Options) abilities() *ui.Abilities {
	can := &ui.Abilities{Cannot: map[ui.Capability]string{}, Back: true}
	for kind, missing := range map[ui.Capability]bool{
		ui.CanNext: o.Next == nil, ui.CanOpen: o.Open == nil, ui.CanWrite: o.Write == nil, ui.CanExport: o.Export == nil,
		ui.CanBranch: o.Branch == nil, ui.CanCoach: o.Coach == nil, ui.CanAnalyse: o.Desk == nil, ui.CanCopy: o.Link == nil, ui.CanSuspend: o.suspend == nil,
	} {
		if missing {
			can.Cannot[kind] = o.Instead[kind]
		}
	}
	return can
}
