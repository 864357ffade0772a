package match

import (
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/panel"
)

func (s *scene) drawPanel(g *screen.Grid, l *Layout) {
	in := &s.info
	s.cards.Draw(g, l.Players, in)
	panel.DrawLabels(g, l.Labels, in)
	s.events.Draw(g, l.Events, in)
	if !l.Tabs.Empty() {
		s.drawTabs(g, l.Tabs)
	}
	if l.Open.Empty() {
		return
	}
	switch s.openPart() {
	case openNothing:
		if rest := s.drawInsetAbove(g, l.Open); rest.H >= ordersRows {
			panel.DrawOrders(g, rest, in)
		}
	case openCell:
		s.drawInspect(g, l, l.Open)
	case openTab:
		s.drawTab(g, l.Open)
	case openCharts:
		s.drawChartList(g, l.Open)
	case openEnd:
		s.drawEnd(g, l.Open)
	}
}

func (s *scene) drawTabs(g *screen.Grid, r screen.Rect) {
	p := s.Palette
	for t := range panel.Tabs {
		st := p.Dim
		if t == s.Tab {
			st = p.Strong.WithAttr(screen.Underline)
		}
		g.Text(tabColumn(r, t), r.Y, r.W, t.String(), st)
	}
	x := tabColumn(r, panel.Tabs)
	g.Text(x, r.Y, r.X+r.W-x, Name("tab"), p.Dim)
}

func tabColumn(r screen.Rect, t panel.Tab) int {
	for i := range t {
		r.X += len(i.String()) + 2
	}
	return r.X
}

func (s *scene) drawTab(g *screen.Grid, r screen.Rect) {
	if s.Tab == panel.Output {
		panel.DrawOutput(g, r, &s.info)
		return
	}
	if r.H > 2*ordersRows {
		low := cutTop(r, r.H/2)
		r.H -= low.H + 1
		panel.DrawOrders(g, low, &s.info)
	}
	w := panel.NewWriter(g, r)
	w.Rule("events that led here", s.Palette.Line, s.Palette.Strong)
	panel.DrawAllEvents(g, w.Free(), &s.info)
}

// drawInspect describes the inspected cell or the followed unit. If there is room, it also draws
// the surrounding cells enlarged and lists past events of the unit.
func (s *scene) drawInspect(g *screen.Grid, l *Layout, r screen.Rect) {
	p, at, title := s.Palette, s.Cursor, "inspect "+s.Cursor.String()
	if u := s.unit(s.Follow); u != nil {
		title = "following " + s.match.ShortUnitName(&s.frame, u.ID)
		if u.OnBoard && !s.Inspect {
			at = u.At
		}
	}
	near := r
	if s.showsInset() && r.H < 2*insetHigh && r.H >= insetHigh && r.W >= 2*panelOpen { // draw the enlarged board next to the text
		near.X, near.W = r.X+r.W-insetWide, insetWide
		r.W -= insetWide + 2
		s.drawInset(g, near)
	}
	w := panel.NewWriter(g, r)
	w.Rule(title+", "+l.Port.Describe(at), p.Line, p.Strong)
	for _, line := range panel.InspectLines(&s.info, s.shown, at) {
		w.Wrap(line, 2, p.Text)
	}
	past := w.Free()
	if near = past; s.showsInset() && near.H > insetHigh && near.W >= insetWide {
		near.H = min(max(near.H/2, insetHigh), insetMost)
		near.Y += past.H - near.H
		s.drawInset(g, near)
		past.H -= near.H + 1
	}
	if w = panel.NewWriter(g, past); w.FreeLines() < 2 {
		return
	}
	for i, line := range panel.PastLines(&s.info, s.match.Record.Turn, at, w.FreeLines()-1) {
		title := max(1-i, 0) // the first line needs a row for its title
		if title+w.Lines(line, 2) > w.FreeLines() {
			break // do not cut sentences
		}
		if i == 0 {
			w.Rule("in the rounds before", p.Line, p.Dim)
		}
		w.Wrap(line, 2, p.Text)
	}
}

// These constants limit the size of the enlarged board, including rulers.
const (
	insetHigh = 6
	insetWide = 24
	insetMost = 16 // maximum height next to orders and events
)

// showsInset reports whether to enlarge part of the board. This requires a small zoom and something
// to look at.
func (s *scene) showsInset() bool {
	return s.board.Port.Zoom <= board.OneColumn && (s.Inspect || !s.Follow.IsZero() || !s.Event.IsZero())
}

// drawInsetAbove draws the enlarged board at the top of r if there is room. It returns the rest of
// r.
func (s *scene) drawInsetAbove(g *screen.Grid, r screen.Rect) screen.Rect {
	if !s.showsInset() || r.H <= 2*insetHigh || r.W < insetWide {
		return r
	}
	part := screen.Rect{X: r.X, Y: r.Y, W: r.W, H: min(r.H/2, insetMost)}
	s.drawInset(g, part)
	return cutTop(r, part.H+1)
}

func (s *scene) drawInset(g *screen.Grid, r screen.Rect) {
	if at, ok := s.target(); ok {
		near, f := s.board, &s.frame
		r.W-- // leave a column for the scroll bar
		near.Port = board.NewViewport(r, board.RulerWidth(f.Rows, s.Palette), board.Shapes.Allowed(s.Palette), f.Rows, f.Cols, 0, 0)
		near.Port.Move(at.Row-near.Port.High/2, at.Col-near.Port.Wide/2)
		near.Port.Cells.W = near.Port.Wide * 2 // avoid half-visible cells
		board.Draw(g, &near)
	}
}

// tab returns an action that opens the next (1) or previous (-1) tab.
func tab(by int) func(*actions) {
	return func(u *actions) {
		u.s.Tab = panel.Tab(int(u.s.Tab)+int(panel.Tabs)+by) % panel.Tabs
		u.s.Inspect = false
	}
}

func (u *actions) putInFront(front int8) {
	if u.s.Front = front; front == 0 {
		u.Notify("no player highlighted")
		return
	}
	u.Notify("showing " + u.s.match.Names[front-1] + " first; " + Name("front") + ": next player")
}
