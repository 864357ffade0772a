package match

import (
	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/chances"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// Viewer updates and draws the states of the watchers of one match, one at a
// time. It holds decoded rounds and memory to be used again, and nothing of a watcher:
// what it makes depends on the match and the state alone. It is used by one goroutine.
type Viewer struct {
	match *Match // nil: no match is watched, there are pages only

	shown  sim.State // that frame holds
	frame  sim.Frame
	prior  sim.State // that before holds
	before sim.Frame

	other *Viewer     // of the match that is compared with; nil until it is needed
	part  screen.Grid // of two matches side by side
	cells []sim.Pos

	info  panel.Info
	marks [sim.Seats][]sim.Mark
	layers
	scene board.Scene // that was drawn last
}

// load fills the frame with the state's round and returns its number.
func (v *Viewer) load(s *State) int {
	k := min(max(s.Play.Round, 0), v.match.Record.Edge())
	if st := v.match.Record.State(k); st != v.shown {
		v.shown = nil // it may break on the way
		st.Fill(&v.frame)
		v.shown = st
	}
	return k
}

// Layout is where everything of a state is drawn.
func (v *Viewer) Layout(s *State) Layout {
	rows, cols := v.match.size()
	w := v.windowOf(s)
	return s.layout(w.W, w.H, rows, cols, v.match.Record.Rounds())
}

// target is the cell that should be in sight.
func (v *Viewer) target(s *State) (sim.Pos, bool) {
	if s.Free {
		return sim.Pos{}, false
	}
	if u := v.unit(s.Follow); u != nil && u.On {
		return u.At, true
	}
	if s.Inspect {
		return s.Cursor, true
	}
	if at, ok := v.eventPlace(s.Play.Round, s.Event); ok {
		return at, true
	}
	return v.frame.Focus, v.frame.Focus.In(v.frame.Rows, v.frame.Cols)
}

// unit finds a unit of the loaded round.
func (v *Viewer) unit(r Ref) *sim.Unit {
	if r.None() {
		return nil
	}
	for i := range v.frame.Units {
		if v.frame.Units[i].ID == int32(r.Index()) {
			return &v.frame.Units[i]
		}
	}
	return nil
}

// eventPlace is where an event of the turn that led to state k happened.
func (v *Viewer) eventPlace(k int, r Ref) (sim.Pos, bool) {
	t, event := v.match.Record.Turn(k-1), r.Index()
	if t == nil || event < 0 || event >= len(t.Events) {
		return sim.Pos{}, false
	}
	at := t.Events[event].At.Pos()
	return at, at.In(v.frame.Rows, v.frame.Cols)
}

// Draw draws the state. It works for any state: sizes are clamped, rounds too.
func (v *Viewer) Draw(g *screen.Grid, s *State) {
	g.Resize(s.W, s.H)
	p := s.Palette
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
	bottom := s.bottom()
	if v.match != nil && (g.W < MinW || g.H < MinH) {
		tooSmall(g, p)
	} else {
		v = v.front(s)
		switch {
		case bottom >= 0 || v.match == nil:
		case v.sideBySide(s):
			v.drawBoth(g, s)
		default:
			v.drawMatch(g, s)
		}
		for _, p := range s.pages[max(bottom, 0):] {
			p.draw(v, g, s)
		}
	}
	if p.ASCII {
		g.ASCII()
	}
}

// bottom is the lowest page of which something is seen, -1 where the match is.
func (s *State) bottom() int {
	for i := len(s.pages) - 1; i >= 0; i-- {
		if s.pages[i].covers() {
			return i
		}
	}
	return -1
}

func (v *Viewer) drawMatch(g *screen.Grid, s *State) {
	k := v.load(s)
	v.match.hist.Update()
	l := v.Layout(s)
	v.fillInfo(s, k)
	v.drawTitle(g, &l, s, k)
	v.drawBoard(g, &l, s, k)
	panel.DrawEvents(g, l.Events, &v.info)
	v.drawTimeline(g, &l, s)
	v.drawPanel(g, &l, s)
	v.drawScores(g, &l)
	v.drawPopups(g, &l, s, k)
	v.drawFooter(g, &l, s)
}

func tooSmall(g *screen.Grid, p *theme.Palette) {
	y := max(g.H/2-1, 0)
	g.Text(1, y, g.W-1, "game-tui needs 40×12", p.Text)
	g.Text(1, y+1, g.W-1, "please enlarge", p.Dim)
}

// fillInfo gathers what the panels show of a round.
func (v *Viewer) fillInfo(s *State, k int) {
	in, m := &v.info, v.match
	in.Game, in.Legend, in.Palette = m.meta.Game, m.legend, s.Palette
	in.Names, in.Players = &m.names, &m.meta.Names
	in.Round, in.Frame, in.Before = k, &v.frame, nil
	in.Came, in.Goes = m.Record.Turn(k-1), v.goes(s, k)
	in.Unseen = in.Goes == nil && k < s.Play.Edge
	in.Status, in.Clock = v.shown.Status(), m.meta.Clock
	in.ByScore, in.Front, in.Selected, in.MoreKey = s.ByScore, s.Front, s.Event.Index(), Name("events")
	if s.Still {
		in.MoreKey = ""
	}
	in.Lead = m.lead(k)
	v.fillUnlike(s, k)
	over, _ := m.Record.Over()
	in.Over = over && k >= m.Record.Edge()
	for seat := range in.Gain {
		in.Words[seat] = v.words(seat)
		in.Gain[seat] = 0
		if was, ok := m.hist.Score(k-1, seat); ok {
			in.Gain[seat] = v.frame.Players[seat].Score - was
		}
	}
	if in.Came != nil && in.Came.Known&sim.KnownOrders == 0 {
		in.Before = v.frameBefore(k)
	}
}

// goes is the turn that leads on from state k, nil where there is none, or where nobody
// may be told of it: it belongs to the next round.
func (v *Viewer) goes(s *State, k int) *sim.Turn {
	if s.NoSpoilers && k >= s.Horizon() {
		return nil
	}
	return v.match.Record.Turn(k)
}

// words is a seat's report of the round in which it went out, or nil.
func (v *Viewer) words(seat int) *sim.Report {
	out := v.info.Gone(seat)
	if out == nil {
		return nil
	}
	if t := v.match.Record.Turn(out.Round); t != nil && t.Known&sim.KnownReports != 0 {
		return &t.Seats[seat]
	}
	return nil
}

// frameBefore is the frame of the state before, for recordings: it tells whose
// the orders were.
func (v *Viewer) frameBefore(k int) *sim.Frame {
	st := v.match.Record.State(k - 1)
	if st == nil {
		return nil
	}
	if st != v.prior {
		v.prior = nil
		st.Fill(&v.before)
		v.prior = st
	}
	return &v.before
}

func (v *Viewer) drawBoard(g *screen.Grid, l *Layout, s *State, k int) {
	scene := board.Scene{
		Frame: &v.frame, Looks: v.match.dressed(s.Palette), Port: l.Port,
		Cursor: s.Cursor, Pointed: s.Inspect, Follow: int32(s.Follow.Index()), Front: s.Front, Over: v.overlay(s, k),
	}
	if at, ok := v.eventPlace(k, s.Event); ok && !s.Inspect {
		scene.Cursor, scene.Pointed = at, true
	}
	if t := v.info.Goes; t != nil && t.Known&sim.KnownReports != 0 {
		for seat := range v.marks {
			v.marks[seat] = t.Seats[seat].Marks
		}
		scene.Marks = &v.marks
	}
	if cells := v.unlike(s); len(cells) > 0 {
		if scene.Over == nil {
			v.over = board.Overlay{}
			scene.Over = &v.over
		}
		scene.Over.Unlike = cells
	}
	board.Draw(g, &scene)
	if !l.Legend.Empty() {
		scene.DrawLegend(g, l.Legend)
	}
	v.scene = scene
}

// The room that the board from near needs, its rulers included.
const (
	insetHigh = 6
	insetWide = 24
	insetMost = 16 // beside orders and events
)

// near reports whether something is looked at on a board that is far.
func (v *Viewer) near(s *State) bool {
	return v.scene.Port.Zoom <= board.One && (s.Inspect || !s.Follow.None() || !s.Event.None())
}

// drawNear draws the board from near in the upper part of a panel, where there is
// something to be seen and room for it, and returns the part that is left.
func (v *Viewer) drawNear(g *screen.Grid, r screen.Rect, s *State) screen.Rect {
	if !v.near(s) || r.H <= 2*insetHigh || r.W < insetWide {
		return r
	}
	part := screen.Rect{X: r.X, Y: r.Y, W: r.W, H: min(r.H/2, insetMost)}
	v.drawInset(g, part, s)
	return screen.Rect{X: r.X, Y: r.Y + part.H + 1, W: r.W, H: r.H - part.H - 1}
}

// drawInset draws the board from near around what is looked at, where the board itself is
// far and there is room. Nothing is looked at where the watcher goes with the action.
func (v *Viewer) drawInset(g *screen.Grid, r screen.Rect, s *State) {
	if at, ok := v.target(s); ok && v.near(s) && r.H >= insetHigh && r.W >= insetWide {
		near, f := v.scene, &v.frame
		near.Port = board.NewPort(r, board.RulerWidth(f.Rows, s.Palette), board.Shapes.Allowed(s.Palette), f.Rows, f.Cols, 0, 0)
		near.Port.Move(at.Row-near.Port.High/2, at.Col-near.Port.Wide/2)
		near.Port.Cells.W = near.Port.Wide * 2 // whole cells only
		board.Draw(g, &near)
	}
}

// span is what the timeline may tell.
func (v *Viewer) span(s *State) timeline.Span {
	return timeline.Span{Round: v.info.Round, Edge: s.Horizon(), Last: v.match.Record.Rounds(), Cut: !s.NoSpoilers}
}

func (v *Viewer) drawTimeline(g *screen.Grid, l *Layout, s *State) {
	span := v.span(s)
	known := s.Chances && s.chances != nil
	var view chances.View
	if known {
		view = v.chancesView(s)
		curve := view.Curve()
		curve.Draw(g, l.Chart, l.Axis, span, s.Palette)
	} else {
		v.match.hist.Draw(g, l.Chart, l.Axis, span, timeline.SeriesScore, s.Palette)
	}
	v.match.hist.DrawBar(g, l.Bar.Y, l.Axis, span, s.Palette)
	if known {
		view.Mark(g, l.Bar.Y, l.Axis)
	}
	v.drawMarks(g, l, s)
}
