// Package tui is the spectator on the local terminal: a Bubble Tea program that
// hands keys, mouse and time to package watch, shows what it draws, and does what
// it asks for.
package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/input"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
)

// Model is the Bubble Tea program of one watcher.
type Model struct {
	opts  Options
	ctx   context.Context
	match *watch.Match
	view  *watch.Viewer

	watch.Driver
	requests map[int]context.CancelFunc // under way
	branches watch.Branches             // what was played on from the match
	looking  chances.Looking            // at the match in front

	grid screen.Grid
	text []byte
	last content

	grown <-chan struct{}
	live  context.Context // of the present record
	stop  func()
	ticks int // counts ticks asked for: only the newest counts
}

// New makes the program's model.
func New(opts Options) *Model {
	m := &Model{opts: opts, ctx: opts.Context, requests: map[int]context.CancelFunc{}}
	if m.ctx == nil {
		m.ctx = context.Background()
	}
	m.opts.Shell = opts.shell()
	if m.match = opts.Match; m.match == nil {
		m.match = watch.NewMatch(opts.Record)
	}
	m.watch()
	m.Age(time.Now(), nil)
	m.State = m.view.Open(m.opts.Options)
	return m
}

// watch starts watching the match in place of the one before.
func (m *Model) watch() {
	m.Close()
	m.view = m.match.Viewer()
	grown, unwatch := m.match.Record.Watch(m.match.Others()...)
	ctx, cancel := context.WithCancel(m.ctx)
	m.grown, m.live = grown, ctx
	m.stop = func() {
		cancel()
		unwatch()
	}
}

// Close ends the watching of the record.
func (m *Model) Close() {
	m.looking.End()
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

type (
	grownMsg  struct{ match *watch.Match }
	tickMsg   struct{ n int }
	playedMsg struct{ record *record.Record }

	// answer is how a request ended, report how far one has come.
	answer struct {
		id  int
		msg tea.Msg
	}
	report struct {
		watch.Progress
		more <-chan watch.Progress
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
	d := m.State.Wait()
	if d == 0 {
		return nil
	}
	n := m.ticks
	return tea.Tick(d, func(time.Time) tea.Msg { return tickMsg{n} })
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	wait := m.State.Wait()
	tick, due := msg.(tickMsg)
	due = due && tick.n == m.ticks
	cmd := m.update(msg)
	if due || m.State.Wait() != wait { // the next tick is at another time
		cmd = tea.Batch(cmd, m.tick())
	}
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tickMsg:
		if msg.n == m.ticks {
			m.Age(time.Now(), func(in watch.Input) { m.State, _ = m.view.Update(m.State, in) })
		}
	case grownMsg:
		if msg.match == m.match {
			m.take(watch.Grown{})
			return m.await()
		}
	case report:
		return tea.Batch(m.take(msg.Progress), hear(msg.more))
	case answer:
		m.cancel(msg.id)
		if m.State.Awaits(msg.id) {
			return m.update(msg.msg)
		}
	case branchMsg:
		return m.branched(msg)
	case playedMsg:
		m.branches = watch.Branches{}
		m.match = watch.NewMatch(msg.record)
		m.watch()
		m.take(watch.Opened{Paused: m.opts.Paused})
		return m.await()
	case analysedMsg:
		return m.analysed(msg)
	case watch.Done:
		return m.take(msg)
	default:
		if in := input.From(msg); in != nil {
			return m.take(in)
		}
	}
	return nil
}

// take takes in an input at its time, and returns what it asks for.
func (m *Model) take(in watch.Input) (cmd tea.Cmd) {
	m.Take(time.Now(), in, func(in watch.Input) {
		var effect watch.Effect
		m.State, effect = m.view.Update(m.State, in)
		cmd = tea.Batch(cmd, m.carryOut(effect))
	})
	return tea.Batch(cmd, m.looks())
}

// carryOut does what an input asks for.
func (m *Model) carryOut(e watch.Effect) tea.Cmd {
	switch e.Kind {
	case watch.Leave:
		if m.opts.left != nil {
			m.opts.left()
			return nil
		}
		return tea.Quit
	case watch.Quit:
		return tea.Quit
	case watch.Redraw:
		return tea.ClearScreen
	case watch.Suspend:
		m.opts.suspend()
	case watch.Next:
		return m.play(e.ID, m.opts.Next)
	case watch.Again:
		return m.play(e.ID, m.opts.Again)
	case watch.Write:
		rec, write := m.noted(), m.opts.Write
		return m.begin(e.ID, func(ctx context.Context, _ func(string)) tea.Msg {
			path, err := write(ctx, rec)
			return watch.Done{ID: e.ID, Text: "written to " + path, Err: err}
		})
	case watch.Export:
		what, export := Export{Record: m.noted(), Flags: e.Arg, Screen: &screen.Grid{}, Palette: m.State.Palette}, m.opts.Export
		m.view.Screen(what.Screen, m.State)
		return m.begin(e.ID, func(ctx context.Context, progress func(string)) tea.Msg {
			path, err := export(ctx, what, progress)
			return watch.Done{ID: e.ID, Text: "exported to " + path, Err: err}
		})
	case watch.Keep:
		if keep := m.opts.Keep; keep != nil {
			if err := keep(m.front().Record, m.State.Bookmarks()); err != nil {
				m.State, _ = m.view.Update(m.State, watch.Said{Text: err.Error()})
			}
		}
	case watch.CopyCommand:
		line := m.opts.Link(m.front().Record, &m.State)
		if line == "" {
			m.State, _ = m.view.Update(m.State, watch.Said{Text: "no command opens this match yet: " + watch.Name("write") + " writes it"})
			return nil
		}
		m.State, _ = m.view.Update(m.State, watch.Said{Text: line})
		return tea.SetClipboard(line)
	case watch.Branch:
		return m.branch(e)
	case watch.Switch:
		return m.switched(e)
	case watch.NameBranches:
		m.branches.TakeNames(&m.State)
	case watch.Cancel:
		m.cancel(e.ID)
	}
	return nil
}

// begin carries out a request beside everything else. What it returns is a message
// for Update; progress, which it may call, tells the watcher how far it has come.
func (m *Model) begin(id int, do func(ctx context.Context, progress func(string)) tea.Msg) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	m.requests[id] = cancel
	reports := make(chan watch.Progress)
	progress := func(text string) {
		select {
		case reports <- watch.Progress{ID: id, Text: text}:
		case <-ctx.Done():
		}
	}
	return tea.Batch(hear(reports), func() tea.Msg {
		defer close(reports)
		return answer{id, do(ctx, progress)}
	})
}

// hear returns the next report of a request.
func hear(reports <-chan watch.Progress) tea.Cmd {
	return func() tea.Msg {
		if p, ok := <-reports; ok {
			return report{p, reports}
		}
		return nil
	}
}

// cancel gives up a request, or what is left of one that has been answered.
func (m *Model) cancel(id int) {
	if cancel := m.requests[id]; cancel != nil {
		cancel()
		delete(m.requests, id)
	}
}

// play plays another match.
func (m *Model) play(id int, run func(context.Context) (*record.Record, error)) tea.Cmd {
	return m.begin(id, func(ctx context.Context, _ func(string)) tea.Msg {
		rec, err := run(ctx)
		if err != nil {
			return watch.Done{ID: id, Err: err}
		}
		return playedMsg{rec}
	})
}

// Screen draws the state into the model's grid and returns it, valid until the
// next call.
func (m *Model) Screen() *screen.Grid {
	m.view.Draw(&m.grid, &m.State)
	return &m.grid
}

// content is a screen as text, and all that it depends on.
type content struct {
	text  string
	state watch.State
	match *watch.Match
	known watch.Known
}

// draw draws the screen as text. View runs after every message, also after those that
// change nothing.
func (m *Model) draw() string {
	known := m.match.Known()
	if c := &m.last; c.match != m.match || c.known != known || !c.state.Same(&m.State) {
		m.text = m.Screen().AppendText(m.text[:0])
		m.last = content{string(m.text), m.State, m.match, known}
	}
	return m.last.text
}

// View draws the screen.
func (m *Model) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: "game-tui: " + m.match.Record.Meta().Game.Title(), Content: m.draw()}
	if !m.State.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}
