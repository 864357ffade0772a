// Package tui is the spectator on the local terminal: a Bubble Tea program that
// hands keys, mouse and time to package watch, shows what it draws, and does what
// it asks for.
package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/watch"
)

// Options say what is watched, how it opens, and what can be done besides. What
// is nil is not offered: its key says so.
type Options struct {
	watch.Options
	Record *record.Record

	// Next plays the same players with the next seed, Again the same match
	// anew; Write writes the match and returns the file's name.
	Next, Again func(context.Context) (*record.Record, error)
	Write       func(*record.Record) (string, error)
	// Context ends the watching of the record; nil: never.
	Context context.Context

	suspend func() // gives the terminal back for a while; nil: that cannot be done
}

// shell declares what the options do not offer.
func (o *Options) shell() *watch.Shell {
	cannot := map[watch.Effect]string{}
	if o.Next == nil {
		cannot[watch.Next] = ""
	}
	if o.Again == nil {
		cannot[watch.Again] = ""
	}
	if o.Write == nil {
		cannot[watch.Write] = ""
	}
	if o.suspend == nil {
		cannot[watch.Suspend] = ""
	}
	return &watch.Shell{Cannot: cannot}
}

// Model is the Bubble Tea program of one watcher.
type Model struct {
	opts  Options
	ctx   context.Context
	match *watch.Match
	view  *watch.Viewer
	state watch.State

	grid screen.Grid
	text []byte
	last content

	grown <-chan struct{}
	live  context.Context // of the present record
	stop  func()
	clock time.Time // up to which the state has been let grow old
	ticks int       // counts ticks asked for: only the newest counts
}

// New makes the program's model.
func New(opts Options) *Model {
	m := &Model{opts: opts, ctx: opts.Context, clock: time.Now()}
	if m.ctx == nil {
		m.ctx = context.Background()
	}
	m.opts.Shell = opts.shell()
	m.watch(opts.Record)
	m.state = m.view.Open(m.opts.Options)
	return m
}

// watch starts watching a record in place of the one before.
func (m *Model) watch(l *record.Record) {
	m.Close()
	m.match = watch.NewMatch(l)
	m.view = m.match.Viewer()
	grown, unwatch := l.Watch()
	ctx, cancel := context.WithCancel(m.ctx)
	m.grown, m.live = grown, ctx
	m.stop = func() {
		cancel()
		unwatch()
	}
}

// Close ends the watching of the record.
func (m *Model) Close() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

// State returns what the watcher looks at.
func (m *Model) State() watch.State { return m.state }

type (
	grownMsg  struct{ match *watch.Match }
	tickMsg   struct{ n int }
	playedMsg struct {
		record *record.Record
		err    error
	}
	wroteMsg struct {
		path string
		err  error
	}
)

// Init starts the clock and the watching.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.await(), m.tick()) }

// await returns when the record has changed. A record that is over may still learn
// more of its rounds.
func (m *Model) await() tea.Cmd {
	grown, match, ctx := m.grown, m.match, m.live
	return func() tea.Msg {
		select {
		case <-grown:
			return grownMsg{match}
		case <-ctx.Done():
			return nil
		}
	}
}

// tick asks for the next moment that matters, in place of the one before.
func (m *Model) tick() tea.Cmd {
	m.ticks++
	d := m.state.Wait()
	if d == 0 {
		return nil
	}
	n := m.ticks
	return tea.Tick(d, func(time.Time) tea.Msg { return tickMsg{n} })
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	wait := m.state.Wait()
	tick, due := msg.(tickMsg)
	due = due && tick.n == m.ticks
	cmd := m.update(msg)
	if due || m.state.Wait() != wait { // the next tick is at another time
		cmd = tea.Batch(cmd, m.tick())
	}
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		if msg.n == m.ticks {
			m.age()
		}
	case grownMsg:
		if msg.match == m.match {
			m.take(watch.Grown{})
			return m.await()
		}
	case playedMsg:
		if msg.err != nil {
			return m.take(watch.Said{Text: msg.err.Error()})
		}
		m.watch(msg.record)
		m.take(watch.Opened{Paused: m.opts.Paused})
		return m.await()
	case wroteMsg:
		if msg.err != nil {
			return m.take(watch.Said{Text: msg.err.Error()})
		}
		return m.take(watch.Said{Text: "written to " + msg.path})
	default:
		if e := event(msg); e != nil {
			return m.take(e)
		}
	}
	return nil
}

// event is a message of the terminal for the spectator, nil: it means nothing there.
func event(msg tea.Msg) watch.Input {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return watch.Key{Name: msg.String(), Text: msg.Text}
	case tea.WindowSizeMsg:
		return watch.Resize{W: msg.Width, H: msg.Height}
	case tea.ColorProfileMsg:
		return watch.Colors{Profile: theme.Detected(msg.Profile)}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return watch.Pointer{Kind: watch.Press, X: msg.X, Y: msg.Y}
		}
	case tea.MouseMotionMsg:
		return watch.Pointer{Kind: watch.Drag, X: msg.X, Y: msg.Y}
	case tea.MouseReleaseMsg:
		return watch.Pointer{Kind: watch.Release, X: msg.X, Y: msg.Y}
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			return watch.Pointer{Kind: watch.WheelUp, X: msg.X, Y: msg.Y}
		case tea.MouseWheelDown:
			return watch.Pointer{Kind: watch.WheelDown, X: msg.X, Y: msg.Y}
		}
	}
	return nil
}

// age lets the time pass that has passed.
func (m *Model) age() {
	now := time.Now()
	if m.state.Wait() > 0 {
		m.state, _ = m.view.Update(m.state, watch.Tick{Elapsed: now.Sub(m.clock)})
	}
	m.clock = now
}

// take takes in an event at its time, and does what it asks for.
func (m *Model) take(e watch.Input) tea.Cmd {
	m.age()
	var effect watch.Effect
	m.state, effect = m.view.Update(m.state, e)
	switch effect {
	case watch.Leave, watch.Quit:
		return tea.Quit
	case watch.Redraw:
		return tea.ClearScreen
	case watch.Suspend:
		m.opts.suspend()
	case watch.Next:
		return m.play(m.opts.Next)
	case watch.Again:
		return m.play(m.opts.Again)
	case watch.Write:
		l, write := m.match.Record, m.opts.Write
		return func() tea.Msg {
			path, err := write(l)
			return wroteMsg{path, err}
		}
	}
	return nil
}

// play plays another match.
func (m *Model) play(run func(context.Context) (*record.Record, error)) tea.Cmd {
	ctx := m.ctx
	return func() tea.Msg {
		l, err := run(ctx)
		return playedMsg{l, err}
	}
}

// Screen draws the state into the model's grid and returns it, valid until the
// next call.
func (m *Model) Screen() *screen.Grid {
	m.view.Draw(&m.grid, &m.state)
	return &m.grid
}

// content is a screen as text, and all that it depends on.
type content struct {
	text  string
	state watch.State
	match *watch.Match
	known [3]any // of the match
}

// draw draws the screen as text. View runs after every message, also after those that
// change nothing.
func (m *Model) draw() string {
	l := m.match.Record
	over, _ := l.Over()
	known := [3]any{l.Edge(), over, l.Turn(0)} // the first turn is another one when more is known
	if c := &m.last; c.match != m.match || c.known != known || !c.state.Same(&m.state) {
		m.text = m.Screen().AppendText(m.text[:0])
		m.last = content{string(m.text), m.state, m.match, known}
	}
	return m.last.text
}

// View draws the screen.
func (m *Model) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: "game-tui: " + m.match.Record.Meta().Game.Title(), Content: m.draw()}
	if !m.state.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}
