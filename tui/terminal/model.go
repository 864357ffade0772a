// Package terminal shows a program of package ui on the local terminal. Its Bubble Tea model forwards
// keys, mouse and time, shows what the program draws, and carries out its requests. Call Run.
package terminal

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/driver"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// Model is the Bubble Tea model.
type Model struct {
	*driver.Driver
	opts    Options
	ctx     context.Context
	end     context.CancelFunc
	cmd     tea.Cmd            // requested while handling the current message
	unwait  context.CancelFunc // ends the current wait
	touched bool               // the user has pressed a key
	ticks   int                // number of the newest tick; older ones are ignored

	grid  screen.Grid
	text  []byte
	last  string     // last view
	shown ui.Program // program of last
	old   bool       // last is out of date
}

func New(opts Options) *Model {
	m := &Model{opts: opts, unwait: func() {}, old: true}
	if opts.Context == nil {
		opts.Context = context.Background()
	}
	m.ctx, m.end = context.WithCancel(opts.Context)
	opts.Abilities = m.opts.abilities()
	m.Driver = driver.New(m.ctx, m.apply)
	m.Desk = opts.Desk
	m.Program = ui.New(opts.Options, opts.View)
	m.SkipTime()
	return m
}

// Close cancels all background work.
func (m *Model) Close() {
	m.End()
	m.end()
}

type (
	besideMsg func() // besideMsg is the result of background work.
	tickMsg   struct{ n int }
	overMsg   struct{}
)

// Init starts the clock and subscribes to the source.
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

func (m *Model) do(cmd tea.Cmd) { m.cmd = tea.Batch(m.cmd, cmd) }

// tick requests the next tick, replacing the previous request.
func (m *Model) tick() tea.Cmd {
	m.ticks++
	d := m.Program.NextTick()
	if d == 0 {
		return nil
	}
	n := m.ticks
	return tea.Tick(d, func(time.Time) tea.Msg { return tickMsg{n} })
}

// follow subscribes to the current source and analysis.
func (m *Model) follow() {
	watched := m.Watch(m.Program.View().Source())
	if watched {
		m.grown() // it may have grown before
	}
	if looked := m.Look(); watched || looked {
		m.wait()
	}
}

// wait waits for background results, replacing the previous wait.
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

// grown updates the program after its source has grown.
func (m *Model) grown() {
	m.old = true
	m.Grow()
}

// Update handles a message.
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
		in := driver.Input(msg)
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
	if due || m.Program.NextTick() != wait { // the next tick has moved
		m.do(m.tick())
	}
	return m, m.cmd
}

// apply passes an input to the program and carries out its effect.
func (m *Model) apply(in ui.Input) {
	var effect ui.Effect
	m.Program, effect = m.Program.Update(in)
	m.carryOut(effect)
}

// Screen draws the program into the model's grid. The grid is valid until the next call.
func (m *Model) Screen() *screen.Grid {
	m.Program.Draw(&m.grid)
	return &m.grid
}

// View returns the screen as text. Bubble Tea calls it after every message.
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

// Options configure the program. Keys of nil functions show a notice.
type Options struct {
	ui.Options // except Abilities, which New derives
	View       ui.View

	// Next plays the same players with the next seed, Again the same match, and Open opens an item
	// of a list. Each returns the input for the program. Again requires Next.
	Next, Again func(context.Context) (ui.Input, error)
	Open        func(ctx context.Context, name string) (ui.Input, error)
	// Write saves a match and Export exports one; both return the file's name.
	Write  func(context.Context, *record.Record) (string, error)
	Export func(ctx context.Context, what ui.Export, progress func(string)) (string, error)
	// Branch plays a branch.
	Branch func(ctx context.Context, what ui.Branch, progress func(string)) (branch.Played, error)
	// Coach studies a player's habits. It calls show with its progress and findings so far.
	Coach func(ctx context.Context, what ui.Coach, show func(text string, known ui.Input)) (ui.Input, error)
	// Desk analyses matches.
	Desk chances.Analyst
	// Keep saves the bookmarks of a record. If nil, they last until the program ends.
	Keep func(*record.Record, []location.Bookmark) error
	// Link returns the command that opens the current view.
	Link func(ui.Copy) (string, error)
	// Instead holds hints for functions that are nil.
	Instead map[ui.Capability]string

	// Over is closed when the match has ended. The program then quits, unless the user has pressed
	// a key or watches something else. It may be nil.
	Over <-chan struct{}
	// Context cancels all background work. It may be nil.
	Context context.Context

	suspend func() // suspends the program; may be nil
	asks    bool   // the terminal may be asked for its background
}

// abilities returns what the options do not offer.
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
