// Package terminal shows a program of package ui on the local terminal. Call [Run] to start it. Its
// Bubble Tea model passes keys, mouse events and time to the program, draws it, and carries out its
// requests.
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

type Model struct {
	*driver.Driver
	opts        Options
	ctx         context.Context
	cancel      context.CancelFunc
	cmd         tea.Cmd
	stopWaiting context.CancelFunc
	keyPressed  bool
	tickNumber  int // number of the newest tick; earlier ticks are ignored

	grid screen.Grid
	text []byte
}

func New(opts Options) *Model {
	m := &Model{opts: opts, stopWaiting: func() {}}
	if opts.Context == nil {
		opts.Context = context.Background()
	}
	m.ctx, m.cancel = context.WithCancel(opts.Context)
	opts.Capabilities = m.opts.abilities()
	m.Driver = driver.New(m.ctx, m.apply)
	m.Analyst = opts.Analyst
	m.Program = ui.NewProgram(opts.Options, opts.View)
	m.SkipTime()
	return m
}

func (m *Model) Close() {
	m.End()
	m.cancel()
}

type (
	callbackMsg   func()
	tickMsg       struct{ n int }
	matchEndedMsg struct{}
)

func (m *Model) Init() tea.Cmd {
	m.cmd = nil
	m.updateSubscriptions()
	m.addCmd(m.tickCmd())
	m.addCmd(func() tea.Msg {
		select {
		case <-m.opts.MatchEnded:
			return matchEndedMsg{}
		case <-m.ctx.Done():
			return nil
		}
	})
	return m.cmd
}

func (m *Model) addCmd(cmd tea.Cmd) { m.cmd = tea.Batch(m.cmd, cmd) }

func (m *Model) tickCmd() tea.Cmd {
	m.tickNumber++
	d := m.Program.NextTick()
	if d == 0 {
		return nil
	}
	n := m.tickNumber
	return tea.Tick(d, func(time.Time) tea.Msg { return tickMsg{n} })
}

func (m *Model) updateSubscriptions() {
	watched := m.Watch(m.Program.View().Source())
	if watched {
		m.ApplyGrowth() // The source may have grown before it was watched.
	}
	if updated := m.UpdateAnalysis(); watched || updated {
		m.addWaitCmd()
	}
}

// addWaitCmd adds a command that waits for the next background result. It cancels the previous such
// command.
func (m *Model) addWaitCmd() {
	m.stopWaiting()
	ctx, cancel := context.WithCancel(m.ctx)
	m.stopWaiting = cancel
	grown, known := m.Grown, m.AnalysisChanged
	m.addCmd(func() tea.Msg {
		select {
		case <-grown:
			return callbackMsg(m.ApplyGrowth)
		case <-known:
			return callbackMsg(m.TakeAnalysis)
		case do := <-m.Callbacks:
			return callbackMsg(do)
		case <-ctx.Done():
			return nil
		}
	})
}

func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.cmd = nil
	wait := m.Program.NextTick()
	tick, due := msg.(tickMsg)
	due = due && tick.n == m.tickNumber
	switch msg := msg.(type) {
	case tickMsg:
		if due {
			m.PassTime()
		}
	case callbackMsg:
		msg()
		m.addWaitCmd()
	case matchEndedMsg:
		if !m.keyPressed && m.Program.Depth() == 1 {
			m.addCmd(tea.Quit)
		}
	default:
		in := driver.Input(msg)
		switch in.(type) {
		case nil:
		case ui.Key, ui.PointerEvent, ui.Paste:
			m.keyPressed = true
			m.Apply(in)
		default:
			m.Apply(in)
		}
	}
	if m.opts.canAskBackground && m.StartBackgroundQuery() {
		m.addCmd(tea.RequestBackgroundColor)
	}
	m.updateSubscriptions()
	if due || m.Program.NextTick() != wait { // The tick was handled, or the next one is due at another time.
		m.addCmd(m.tickCmd())
	}
	return m, m.cmd
}

func (m *Model) apply(in ui.Input) {
	var effect ui.Effect
	m.Program, effect = m.Program.Update(in)
	m.carryOut(effect)
}

// Screen draws the program. The grid is valid until the next call.
func (m *Model) Screen() *screen.Grid {
	m.Program.Draw(&m.grid)
	return &m.grid
}

// View returns the screen as text. Bubble Tea calls it after every message.
func (m *Model) View() tea.View {
	m.text = m.Screen().AppendText(m.text[:0])
	v := tea.View{AltScreen: true, WindowTitle: m.Program.View().Title(), Content: string(m.text)}
	if !m.Program.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// Options configures a [Model]. If the function for a request is nil, the request is refused with a
// notice.
type Options struct {
	ui.Options // New sets Abilities
	View       ui.View

	// PlayNext plays a match between the same players with the next seed, and Replay plays the same
	// match again. Open opens a match that the viewer chose from a list. If PlayNext is set, Replay
	// must be set, too.
	PlayNext, Replay func(context.Context) (ui.Input, error)
	Open             func(ctx context.Context, name string) (ui.Input, error)
	// Write saves a match as a recording, and Export saves it as a picture or film. Both return the
	// file name.
	Write  func(context.Context, *record.Record) (string, error)
	Export func(ctx context.Context, req ui.Export, progress func(string)) (string, error)
	Branch func(ctx context.Context, req ui.Branch, progress func(string)) (branch.Result, error)
	// Coach studies a player's habits. It calls show to report progress and preliminary findings.
	Coach   func(ctx context.Context, req ui.Coach, show func(text string, findings ui.Input)) (ui.Input, error)
	Analyst chances.Analyst
	// SaveBookmarks stores a record's bookmarks. If it is nil, they are lost when the program ends.
	SaveBookmarks func(*record.Record, []location.Bookmark) error
	// Command returns the shell command that opens the current view.
	Command func(ui.CopyCommand) (string, error)
	// Hints holds hints to add to the refusal notices for capabilities whose function is nil.
	Hints map[ui.Capability]string

	// MatchEnded is closed when the match ends. The program then quits, unless there has been any
	// input or another view is open.
	MatchEnded <-chan struct{}
	Context    context.Context

	suspend          func()
	canAskBackground bool
}

func (o *Options) abilities() *ui.Capabilities {
	can := &ui.Capabilities{Unsupported: map[ui.Capability]string{}, CanGoBack: true}
	for kind, missing := range map[ui.Capability]bool{
		ui.CanPlay: o.PlayNext == nil, ui.CanOpen: o.Open == nil, ui.CanWrite: o.Write == nil, ui.CanExport: o.Export == nil,
		ui.CanBranch: o.Branch == nil, ui.CanCoach: o.Coach == nil, ui.CanAnalyse: o.Analyst == nil, ui.CanCopy: o.Command == nil, ui.CanSuspend: o.suspend == nil,
	} {
		if missing {
			can.Unsupported[kind] = o.Hints[kind]
		}
	}
	return can
}
