package match

import (
	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
)

// drawPanel draws what is beside the board, or below it: the players, what is nobody's, the events
// of the round, and what is open.
func (v *viewer) drawPanel(g *screen.Grid, l *Layout, s *sight) {
	in := &v.info
	if !l.Players.Empty() {
		panel.DrawPlayers(g, l.Players, in)
	}
	panel.DrawLabels(g, l.Labels, in)
	if !l.Events.Empty() {
		panel.DrawRound(g, l.Events, in)
	}
	if !l.Tabs.Empty() {
		v.drawTabs(g, l.Tabs, s)
	}
	if l.Open.Empty() {
		return
	}
	switch s.opened() {
	case openNothing:
		if rest := v.drawNear(g, l.Open, s); rest.H >= ordersHigh {
			panel.DrawOrders(g, rest, in)
		}
	case openCell:
		v.drawInspect(g, l, l.Open, s)
	case openTab:
		v.drawTab(g, l.Open, s)
	case openCharts:
		v.drawNumbers(g, l.Open, s)
	case openEnd:
		v.drawEnd(g, l.Open, s)
	}
}

// ordersHigh is how many rows the orders of a round need.
const ordersHigh = 9

// drawTabs names the tabs.
func (v *viewer) drawTabs(g *screen.Grid, r screen.Rect, s *sight) {
	p := s.Palette
	for t := range panel.Tabs {
		st := p.Dim
		if t == s.Tab {
			st = p.Strong.With(screen.Underline)
		}
		g.Text(tabAt(r, t), r.Y, r.W, t.String(), st)
	}
	x := tabAt(r, panel.Tabs)
	g.Text(x, r.Y, r.X+r.W-x, Name("tab"), p.Dim)
}

// tabAt is where the name of a tab stands.
func tabAt(r screen.Rect, t panel.Tab) int {
	for i := range t {
		r.X += len(i.String()) + 2
	}
	return r.X
}

// drawTab draws what the open tab shows.
func (v *viewer) drawTab(g *screen.Grid, r screen.Rect, s *sight) {
	if s.Tab == panel.Output {
		panel.DrawOutput(g, r, &v.info)
		return
	}
	if r.H > 2*ordersHigh {
		low := cutTop(r, r.H/2)
		r.H -= low.H + 1
		panel.DrawOrders(g, low, &v.info)
	}
	w := panel.NewWriter(g, r)
	w.Rule("events that led here", s.Palette.Line, s.Palette.Strong)
	panel.DrawAllEvents(g, w.Rest(), &v.info)
}

// pastMin is how many lines are worth telling the past of a unit in.
const pastMin = 2

// drawInspect shows all that is known of the cell under the cursor, or of the unit that is
// followed, and below it, where there is room, the cells around it from near.
func (v *viewer) drawInspect(g *screen.Grid, l *Layout, r screen.Rect, s *sight) {
	p, at, title := s.Palette, s.Cursor, "inspect "+s.Cursor.String()
	if u := v.Unit(s.Follow); u != nil {
		title = "following " + v.UnitWords(u.ID)
		if u.On && !s.Inspect {
			at = u.At
		}
	}
	near := r
	if v.near(s) && r.H < 2*insetHigh && r.H >= insetHigh && r.W >= 2*panelOpen { // beside the words
		near.X, near.W = r.X+r.W-insetWide, insetWide
		r.W -= insetWide + 2
		v.drawInset(g, near, s)
	}
	w := panel.NewWriter(g, r)
	w.Rule(title+", "+l.Port.Words(at), p.Line, p.Strong)
	for _, line := range panel.InspectLines(&v.info, v.shown, at) {
		w.Wrap(line, 2, p.Text)
	}
	past := w.Rest()
	if near = past; v.near(s) && near.H > insetHigh && near.W >= insetWide {
		near.H = min(max(near.H/2, insetHigh), insetMost)
		near.Y += past.H - near.H
		v.drawInset(g, near, s)
		past.H -= near.H + 1
	}
	if w = panel.NewWriter(g, past); w.Left() < pastMin {
		return
	}
	for i, line := range panel.PastLines(&v.info, v.match.Record.Turn, at, w.Left()-1) {
		title := max(1-i, 0) // a line of it
		if title+w.Lines(line, 2) > w.Left() {
			break // a sentence stands whole or not at all
		}
		if i == 0 {
			w.Rule("in the rounds before", p.Line, p.Dim)
		}
		w.Wrap(line, 2, p.Text)
	}
}

// showsEnd reports whether it is shown in round k who has won.
func (s *sight) showsEnd(k int) bool {
	return !s.NoEnd && s.front().Final(k) && s.Play.Mode == playback.Paused && !s.Inspect
}

// The room that the board from near needs, its rulers included.
const (
	insetHigh = 6
	insetWide = 24
	insetMost = 16 // beside orders and events
)

// near reports whether something is looked at on a board that is far.
func (v *viewer) near(s *sight) bool {
	return v.scene.Port.Zoom <= board.One && (s.Inspect || !s.Follow.None() || !s.Event.None())
}

// drawNear draws the board from near in the upper part of a panel, where there is
// something to be seen and room for it, and returns the part that is left.
func (v *viewer) drawNear(g *screen.Grid, r screen.Rect, s *sight) screen.Rect {
	if !v.near(s) || r.H <= 2*insetHigh || r.W < insetWide {
		return r
	}
	part := screen.Rect{X: r.X, Y: r.Y, W: r.W, H: min(r.H/2, insetMost)}
	v.drawInset(g, part, s)
	return cutTop(r, part.H+1)
}

// drawInset draws the board from near around what is looked at, in a part that is large enough.
func (v *viewer) drawInset(g *screen.Grid, r screen.Rect, s *sight) {
	if at, ok := v.target(s); ok {
		near, f := v.scene, &v.frame
		r.W-- // a scroll bar is beside it
		near.Port = board.NewPort(r, board.RulerWidth(f.Rows, s.Palette), board.Shapes.Allowed(s.Palette), f.Rows, f.Cols, 0, 0)
		near.Port.Move(at.Row-near.Port.High/2, at.Col-near.Port.Wide/2)
		near.Port.Cells.W = near.Port.Wide * 2 // whole cells only
		board.Draw(g, &near)
	}
}

// tab goes to the next (1) or previous (-1) tab.
func tab(by int) func(*update) {
	return func(u *update) {
		u.s.Tab = panel.Tab(int(u.s.Tab)+int(panel.Tabs)+by) % panel.Tabs
		u.s.Inspect = false
	}
}

func sortCards(u *update) { u.s.ByScore = !u.s.ByScore }

// nextFront puts the next player in front, after the last one nobody.
func nextFront(u *update) {
	u.putInFront((u.s.Front + 1) % (sim.Seats + 1))
}

// putInFront puts a player in front, by its seat plus one; 0: nobody.
func (u *update) putInFront(front int8) {
	if u.s.Front = front; front == 0 {
		u.Notify("all players alike")
		return
	}
	u.Notify(u.v.match.Names[front-1] + " in front: its card, events and orders; " + Name("front") + " goes on")
}
