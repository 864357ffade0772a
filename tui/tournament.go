package tui

import (
	"context"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/league"
	"game-tui/sim/record"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	dashboard "game-tui/tui/tournament"
)

// Tournament says which tournament is shown.
type Tournament struct {
	Board *dashboard.Board // kept up to date by its Run
	// Play plays a match again, to be watched.
	Play  func(context.Context, league.Where) (*record.Record, error)
	Write func(context.Context, *record.Record) (string, error)
	// Over is closed when the tournament has ended. The dashboard closes then, unless
	// somebody has pressed a key; nil: it stays open.
	Over    <-chan struct{}
	Palette string
}

// RunTournament shows a tournament on the local terminal until the watcher quits, as Run
// shows a match.
func RunTournament(ctx context.Context, t Tournament) error {
	return run(ctx, func(ctx context.Context, term *terminal) program {
		return newBoardModel(ctx, t, !UnicodeLocale(os.Getenv), term.suspend)
	})
}

// boardModel is the Bubble Tea program of the dashboard, and of the match that is open.
type boardModel struct {
	Tournament
	ctx     context.Context
	suspend func()
	ascii   bool

	state dashboard.State
	now   *dashboard.Snapshot
	fresh <-chan struct{}
	match *Model // nil: none is open
	left  bool   // the match has just been left
	cells screen.Grid

	size    tea.WindowSizeMsg
	profile theme.Profile
	ticks   int // counts ticks asked for: only the newest counts
	asked   context.CancelFunc
}

func newBoardModel(ctx context.Context, t Tournament, ascii bool, suspend func()) *boardModel {
	m := &boardModel{Tournament: t, ctx: ctx, suspend: suspend, ascii: ascii}
	o := dashboard.Options{Palette: t.Palette, ASCII: ascii}
	if suspend == nil {
		o.Cannot = o.Cannot.With(dashboard.Suspend)
	}
	m.state = dashboard.New(o)
	m.now, m.fresh = t.Board.Now()
	return m
}

type (
	freshMsg struct{}
	overMsg  struct{}
	againMsg struct {
		record *record.Record
		err    error
	}
	fadeMsg struct{ n int }
)

// Init starts listening.
func (m *boardModel) Init() tea.Cmd { return tea.Batch(m.await(), m.end()) }

// Close ends the watching of a match.
func (m *boardModel) Close() {
	if m.asked != nil {
		m.asked()
	}
	if m.match != nil {
		m.match.Close()
		m.match = nil
	}
}

func (m *boardModel) await() tea.Cmd {
	fresh := m.fresh
	return func() tea.Msg {
		select {
		case <-fresh:
			return freshMsg{}
		case <-m.ctx.Done():
			return nil
		}
	}
}

func (m *boardModel) end() tea.Cmd {
	return func() tea.Msg {
		select {
		case <-m.Over:
			return overMsg{}
		case <-m.ctx.Done():
			return nil
		}
	}
}

// Update takes in one message.
func (m *boardModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case freshMsg:
		m.now, m.fresh = m.Board.Now()
		return m, m.await()
	case overMsg:
		if !m.state.Touched && m.match == nil {
			return m, tea.Quit
		}
		return m, nil
	case againMsg:
		return m, m.show(msg)
	case fadeMsg:
		if msg.n == m.ticks {
			return m, m.take(watch.Tick{Elapsed: m.state.Wait()})
		}
		return m, nil
	case tea.WindowSizeMsg:
		m.size = msg
		m.take(watch.Resize{W: msg.Width, H: msg.Height})
	case tea.ColorProfileMsg:
		m.profile = theme.Detected(msg.Profile)
		m.take(watch.Colors{Profile: m.profile})
	case tea.KeyPressMsg:
		if m.match == nil {
			return m, m.take(watch.Key{Name: msg.String(), Text: msg.Text})
		}
	}
	if m.match != nil {
		_, cmd := m.match.Update(msg)
		if m.left {
			m.left = false
			m.Close()
		}
		return m, cmd
	}
	return m, nil
}

// take takes in an input, and does what it asks for.
func (m *boardModel) take(in watch.Input) tea.Cmd {
	notice := m.state.Notice
	var effect dashboard.Effect
	m.state, effect = m.Board.Update(m.state, in)
	cmd := m.do(effect)
	if m.state.Notice != notice && m.state.Wait() > 0 {
		m.ticks++
		n := m.ticks
		cmd = tea.Batch(cmd, tea.Tick(m.state.Wait(), func(time.Time) tea.Msg { return fadeMsg{n} }))
	}
	return cmd
}

func (m *boardModel) do(e dashboard.Effect) tea.Cmd {
	switch e.Action {
	case dashboard.Leave, dashboard.Quit:
		return tea.Quit
	case dashboard.Redraw:
		return tea.ClearScreen
	case dashboard.Suspend:
		m.suspend()
	case dashboard.Open:
		m.state, _ = m.Board.Update(m.state, dashboard.Asked{Text: "playing it again…"})
		ctx, cancel := context.WithCancel(m.ctx)
		m.asked = cancel
		return func() tea.Msg {
			rec, err := m.Play(ctx, e.Match)
			return againMsg{rec, err}
		}
	}
	return nil
}

// show opens a match that was asked for.
func (m *boardModel) show(msg againMsg) tea.Cmd {
	m.asked()
	m.asked = nil
	if msg.err != nil {
		return m.take(watch.Said{Text: msg.err.Error()})
	}
	m.take(watch.Said{})
	m.match = New(Options{Record: msg.record, Write: m.Write, Context: m.ctx, suspend: m.suspend,
		left: func() { m.left = true },
		Options: watch.Options{W: m.size.Width, H: m.size.Height, Palette: m.state.Palette.Name, Profile: m.profile,
			ASCII: m.ascii, Speed: watchSpeed}})
	return m.match.Init()
}

// watchSpeed is how fast a match opens, in rounds a second.
const watchSpeed = 5

// View draws the screen.
func (m *boardModel) View() tea.View {
	if m.match != nil {
		return m.match.View()
	}
	m.Board.Draw(&m.cells, &m.state, m.now)
	return tea.View{AltScreen: true, WindowTitle: "game-tui: tournament", Content: string(m.cells.AppendText(nil))}
}
