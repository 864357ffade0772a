package tui

import (
	"context"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim"
	"game-tui/sim/log"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/theme"
)

// press takes in a key: what is being asked and the inspect cursor come first,
// then the key table.
func (m *Model) press(msg tea.KeyPressMsg) tea.Cmd {
	if m.asking && msg.String() != "ctrl+c" {
		m.answer(msg)
		return nil
	}
	m.view.Notice = ""
	k := find(msg)
	if k == nil {
		return nil
	}
	if s := msg.String(); len(s) == 1 && s[0] >= '0' && s[0] <= '9' {
		m.digit = int(s[0] - '0')
	}
	if m.scrolls() {
		if n, ok := scrollKeys[k.ID]; ok {
			m.view.Scroll = max(m.view.Scroll+n, 0)
			return nil
		}
	}
	if d, ok := cursorKeys[msg.String()]; ok && m.view.Inspect && !m.view.Help {
		m.point(m.view.Cursor.Plus(d))
		return nil
	}
	return k.do(m)
}

// scrollKeys move what is longer than the screen; cursorKeys the cursor, while
// h and l go on stepping.
var (
	scrollKeys = map[string]int{"back": -1, "on": 1, "back10": -10, "on10": 10, "first": -1 << 20, "last": 1 << 20}
	cursorKeys = map[string]sim.Pos{
		"up": {Row: -1}, "down": {Row: 1}, "left": {Col: -1}, "right": {Col: 1},
	}
)

func (m *Model) scrolls() bool { return m.view.Help || m.view.All }

// answer takes in a key while a round is typed; what means nothing there is
// ignored, so that a slip of the finger is no jump.
func (m *Model) answer(msg tea.KeyPressMsg) {
	m.view.Notice = ""
	switch s := msg.String(); {
	case s == "enter":
		if n, err := strconv.Atoi(m.typed); err == nil {
			m.goTyped(n)
		}
		m.asking = false
	case s == "esc":
		m.asking = false
	case s == "backspace" && m.typed != "":
		m.typed = m.typed[:len(m.typed)-1]
	case len(s) == 1 && s[0] >= '0' && s[0] <= '9':
		if len(m.typed) < 6 {
			m.typed += s
		}
	}
}

// goTyped goes to a round, as near as the match has it, and says so.
func (m *Model) goTyped(n int) {
	p := m.view.Play.Go(n)
	m.move(p)
	switch {
	case n > p.Last:
		m.view.Notice = "the match has " + strconv.Itoa(p.Last) + " rounds, this is round " + strconv.Itoa(p.Round)
	case n > p.Edge && p.Over:
		m.view.Notice = "the match ended early: this is its last round"
	case n > p.Edge:
		m.view.Notice = "round " + strconv.Itoa(n) + " is not played yet, this is the newest"
	}
}

// point puts the cursor on a cell; following ends, since it would take it away.
func (m *Model) point(at sim.Pos) {
	rows, cols := m.drawer.meta.Settings.Size()
	m.view.Cursor = sim.Pos{Row: min(max(at.Row, 0), rows-1), Col: min(max(at.Col, 0), cols-1)}
	m.view.Follow, m.view.Free = -1, false
}

func step(n int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.move(m.view.Play.Step(n))
		return nil
	}
}

func goTo(round func(*Model) int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.move(m.view.Play.Go(round(m)))
		return nil
	}
}

// tenth goes to the tenth of the match that the pressed digit names.
func tenth(m *Model) tea.Cmd {
	m.move(m.view.Play.Tenth(m.digit))
	return nil
}

func askRound(m *Model) tea.Cmd {
	m.asking, m.typed = true, ""
	return nil
}

func event(dir int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		v := &m.view
		index := v.Event
		if index < 0 && dir < 0 {
			index = 1 << 30 // after the events of this round
		}
		round, index, ok := m.drawer.hist.Stop(v.Play.Round, index, dir, v.Play.Edge)
		if !ok {
			v.Notice = "no event that way"
			return nil
		}
		m.move(v.Play.Go(round))
		v.Event, v.Follow, v.Free = index, -1, false
		if at, ok := m.drawer.eventPlace(round, index); ok {
			v.Cursor = at
		}
		return nil
	}
}

func play(m *Model) tea.Cmd {
	m.move(m.view.Play.Toggle())
	return m.tick()
}

func reverse(m *Model) tea.Cmd {
	m.move(m.view.Play.Reverse())
	return m.tick()
}

func faster(m *Model) tea.Cmd {
	m.move(m.view.Play.Faster())
	return m.tick()
}

func slower(m *Model) tea.Cmd {
	m.move(m.view.Play.Slower())
	return m.tick()
}

func live(m *Model) tea.Cmd {
	m.move(m.view.Play.Follow())
	if m.opts.Back != nil && !m.view.Play.Over {
		m.opts.Back()
	}
	return nil
}

func zoom(n int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		m.zoomAt(n, m.center())
		return nil
	}
}

// center is the cell that zooming should keep in sight.
func (m *Model) center() sim.Pos {
	if at, ok := m.drawer.target(&m.view, m.view.Play.Round); ok {
		return at
	}
	p := m.drawer.Layout(&m.view).Port
	return sim.Pos{Row: p.Top + p.High/2, Col: p.Left + p.Wide/2}
}

// zoomAt changes the zoom by n steps around a cell.
func (m *Model) zoomAt(n int, at sim.Pos) {
	v := &m.view
	now := m.drawer.Layout(v).Port.Zoom
	next := now.Step(n, v.Palette)
	if next == now {
		v.Notice = "that is the farthest zoom"
		if n > 0 {
			v.Notice = "that is the nearest zoom"
		}
		return
	}
	v.Zoom = next
	p := m.drawer.Layout(v).Port
	v.Top, v.Left = at.Row-p.High/2, at.Col-p.Wide/2
	v.Notice = "zoom: " + next.String()
	if auto := (&View{W: v.W, H: v.H, Palette: v.Palette}); m.drawer.Layout(auto).Port.Zoom == next {
		v.Zoom = board.Auto // so that a resize finds the best again
	}
}

func pan(rows, cols int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		p := m.drawer.Layout(&m.view).Port
		m.pan(p.Top+rows*max(p.High/8, 2), p.Left+cols*max(p.Wide/8, 2))
		return nil
	}
}

// pan moves the viewport by hand: it stays there until something is looked for.
func (m *Model) pan(top, left int) {
	v := &m.view
	v.Free, v.Follow, v.Event = true, -1, -1
	v.Top, v.Left = top, left
}

func inspect(m *Model) tea.Cmd {
	v := &m.view
	if v.Inspect {
		v.Inspect = false
		return nil
	}
	if at, ok := m.drawer.eventPlace(v.Play.Round, v.Event); ok {
		v.Cursor = at
	} else if port := m.drawer.Layout(v).Port; v.Cursor == (sim.Pos{}) || !port.Shows(v.Cursor) {
		v.Cursor = m.center()
	}
	v.Inspect, v.Help, v.All, v.Free = true, false, false, false
	return nil
}

func follow(m *Model) tea.Cmd {
	v := &m.view
	if v.Follow >= 0 {
		v.Follow = -1
		v.Notice = "following nobody"
		return nil
	}
	f := &m.drawer.frame
	if !v.Cursor.In(f.Rows, f.Cols) || !v.Inspect && v.Event < 0 {
		v.Notice = "press i and put the cursor on a unit first"
		return nil
	}
	i := f.Cells[v.Cursor.Row*f.Cols+v.Cursor.Col].Unit
	if uint(i) >= uint(len(f.Units)) || f.Units[i].ID < 0 {
		v.Notice = "no unit at " + v.Cursor.String() + " that can be followed"
		return nil
	}
	v.Follow, v.Free = f.Units[i].ID, false
	v.Notice = "following unit " + strconv.Itoa(int(v.Follow)) + ", f stops"
	return nil
}

func nextTab(m *Model) tea.Cmd {
	m.view.Tab = (m.view.Tab + 1) % panel.Tabs
	m.view.Inspect, m.view.Scroll = false, 0
	return nil
}

func allEvents(m *Model) tea.Cmd {
	m.view.All, m.view.Help, m.view.Scroll = !m.view.All, false, 0
	return nil
}

func sortCards(m *Model) tea.Cmd {
	m.view.ByScore = !m.view.ByScore
	return nil
}

func palette(m *Model) tea.Cmd {
	next := theme.Next(m.view.Palette, m.profile)
	m.view.Notice = "palette: " + next.Name
	if next.Name == m.view.Palette.Name {
		m.view.Notice = "this terminal shows no other palette"
	}
	m.view.Palette, m.opts.Palette = m.shown(next), next.Name
	return nil
}

func mouse(m *Model) tea.Cmd {
	m.noMouse = !m.noMouse
	m.view.Notice = "the mouse is ours again"
	if m.noMouse {
		m.view.Notice = "the mouse is the terminal's; m takes it again"
	}
	return nil
}

func playNext(m *Model) tea.Cmd  { return m.replay(m.opts.Next, "playing the next seed…") }
func playAgain(m *Model) tea.Cmd { return m.replay(m.opts.Again, "playing it again…") }

func (m *Model) replay(run func(context.Context) (*log.Log, error), say string) tea.Cmd {
	switch {
	case run == nil:
		m.view.Notice = "a new match cannot be started here"
		return nil
	case m.busy:
		return nil
	}
	m.busy, m.view.Notice = true, say
	ctx := m.ctx
	return func() tea.Msg {
		l, err := run(ctx)
		return playedMsg{l, err}
	}
}

func write(m *Model) tea.Cmd {
	if m.opts.Write == nil {
		m.view.Notice = "the match cannot be written here"
		return nil
	}
	l, save := m.drawer.log, m.opts.Write
	return func() tea.Msg {
		path, err := save(l)
		return wroteMsg{path, err}
	}
}

func help(m *Model) tea.Cmd {
	m.view.Help, m.view.All, m.view.Scroll = !m.view.Help, false, 0
	return nil
}

// leave closes one thing at a time, the topmost first.
func leave(m *Model) tea.Cmd {
	v := &m.view
	switch {
	case v.Help:
		v.Help = false
	case v.All:
		v.All = false
	case v.Inspect:
		v.Inspect = false
	case v.Event >= 0:
		v.Event = -1
	case v.Follow >= 0:
		v.Follow = -1
	case v.Free:
		v.Free = false
	default:
		v.NoBanner = true
	}
	return nil
}

func quit(*Model) tea.Cmd { return tea.Quit }
