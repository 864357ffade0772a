package match

import (
	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
	"game-tui/tui/ui"
)

// drawPanel draws the side panel: its tabs, and what the chosen one shows.
func (v *viewer) drawPanel(g *screen.Grid, l *Layout, s *sight) {
	if l.Panel.Empty() {
		return
	}
	if !tabsOf(l.Panel, s).Empty() {
		v.drawTabs(g, l.Panel, s)
	}
	r, second, round := v.panelParts(l, s)
	switch {
	case second.Empty():
		v.drawTab(g, l, r, s)
		return
	case s.Inspect && l.Inspect.Empty():
		if !r.Empty() {
			panel.DrawPlayers(g, r, &v.info)
		}
		v.drawInspect(g, l, second, s)
		return
	}
	panel.DrawPlayers(g, r, &v.info)
	v.drawTab(g, l, second, s)
	if !round.Empty() {
		panel.DrawRound(g, round, &v.info)
	}
}

// panelParts are the panel below its tabs: all of it, or where it is wide the players, below them
// what the open tab shows, and the events of the round, where that does not list them.
func (v *viewer) panelParts(l *Layout, s *sight) (players, open, round screen.Rect) {
	r := l.Panel
	tabs := tabsOf(r, s)
	r.Y, r.H = r.Y+tabs.H, r.H-tabs.H
	if r.W > tabsWide+1 { // a narrow one has no column for a margin
		r.W--
	}
	inspects := s.Inspect && l.Inspect.Empty()
	if high := panel.TableLines(&v.info, r.W) + 1; r.W >= panel.TableMin && r.H > 2*high {
		players, open = r, r
		players.H = high
		open.Y, open.H = r.Y+high, r.H-high
	} else if inspects {
		return players, r, round
	} else {
		return r, open, round
	}
	if l.Listed && s.Tab != panel.Players && s.Tab != panel.Events {
		round = open
		round.H = max(open.H/3, roundMin)
		open.H -= round.H + 1
		round.Y += open.H + 1
	}
	return players, open, round
}

// charts is where the panel shows charts, empty where it does not.
func (v *viewer) charts(l *Layout, s *sight) screen.Rect {
	r, second, _ := v.panelParts(l, s)
	switch {
	case s.Tab != panel.Chart || l.Panel.Empty() || s.Inspect && l.Inspect.Empty():
		return screen.Rect{}
	case !second.Empty():
		return second
	case r.W < tabsWide-1: // players stand there
		return screen.Rect{}
	}
	return r
}

// tabsOf is the row of the panel that names tabs, empty where there is none: a narrow
// panel needs all rows for the cards.
func tabsOf(r screen.Rect, s *sight) screen.Rect {
	if s.Still || r.W < tabsWide && s.Tab == panel.Players {
		return screen.Rect{}
	}
	return screen.Rect{X: r.X, Y: r.Y, W: r.W, H: min(r.H, 1)}
}

// tabsWide is how wide a panel is that names all tabs.
const tabsWide = 34

// The panel lists the events of the round where it is wide enough to name all tabs, and has
// that many rows beside the cards; beside an open tab the events have roundMin of them.
const (
	roundHigh = 22
	roundMin  = 6
)

func (v *viewer) drawTabs(g *screen.Grid, r screen.Rect, s *sight) {
	p := s.Palette
	if r.W < tabsWide {
		n := g.Text(r.X, r.Y, r.W, s.Tab.String(), p.Text)
		g.Text(r.X+n+1, r.Y, r.W-n-2, Name("tab"), p.Dim)
		return
	}
	for t := range panel.Tabs {
		st := p.Dim
		if t == s.Tab {
			st = p.Strong.With(screen.Underline)
		}
		x, n := tabAt(r, t)
		g.Text(x, r.Y, n, t.String(), st)
	}
	x, _ := tabAt(r, panel.Tabs)
	g.Text(x, r.Y, r.X+r.W-x, Name("tab"), p.Dim)
}

// tabAt is where the name of a tab stands in a panel that names all, and how many columns
// it has; in a narrower one there is none.
func tabAt(r screen.Rect, t panel.Tab) (x, n int) {
	if r.W < tabsWide {
		return 0, 0
	}
	x = r.X
	for i := range t {
		x += len(i.String()) + 2
	}
	return x, max(min(len(t.String()), r.X+r.W-x), 0)
}

func (v *viewer) drawTab(g *screen.Grid, l *Layout, r screen.Rect, s *sight) {
	switch s.Tab {
	case panel.Players:
		rest := r
		if r.W < panel.TableMin {
			rest = panel.DrawPlayers(g, r, &v.info)
			rest.Y, rest.H = rest.Y+1, max(rest.H-1, 0)
		}
		rest = v.drawNear(g, rest, s)
		if l.Listed {
			rest = panel.DrawRound(g, rest, &v.info)
			rest.Y, rest.H = rest.Y+1, rest.H-1
		}
		if rest.H >= 8 {
			rest = panel.DrawOrders(g, rest, &v.info)
		}
		panel.DrawCut(g, rest, &v.info)
	case panel.Events:
		events := r
		if r.H > 24 {
			events.H = r.H / 2
			panel.DrawOrders(g, screen.Rect{X: r.X, Y: r.Y + events.H, W: r.W, H: r.H - events.H}, &v.info)
		}
		w := panel.NewWriter(g, events)
		w.Rule("events that led here", s.Palette.Line, s.Palette.Dim)
		panel.DrawAllEvents(g, w.Rest(), &v.info)
	case panel.Output:
		panel.DrawOutput(g, r, &v.info)
	case panel.Chart:
		if r.W < tabsWide-1 { // over the board
			panel.DrawPlayers(g, r, &v.info)
			return
		}
		v.drawCharts(g, r, s)
	}
}

// chartHigh is how many lines a chart has at least where there are several.
const chartHigh = 9

// charted is how many series charts show, from the chosen one on.
func (v *viewer) charted(r screen.Rect, s *sight) int {
	if s.Chances || r.Empty() {
		return 0
	}
	return min(max(r.H/chartHigh, 1), int(v.match.hist.Series()))
}

// drawCharts draws the chosen series, and the next ones where there is room.
func (v *viewer) drawCharts(g *screen.Grid, r screen.Rect, s *sight) {
	if s.Chances {
		view := v.chancesView(s)
		view.Draw(g, r)
		return
	}
	a, n := timeline.NewAxis(r, v.match.Record.Rounds()), v.charted(r, s)
	for i := range n {
		part := screen.Rect{X: r.X, Y: r.Y + r.H*i/n, W: r.W, H: r.H*(i+1)/n - r.H*i/n}
		hint := ""
		if i == 0 && !s.Still {
			hint = Name("chart") + " charts"
		}
		v.drawSeries(g, part, a, s, (s.Chart+timeline.Series(i))%v.match.hist.Series(), hint)
	}
}

// drawSeries draws a series below its name.
func (v *viewer) drawSeries(g *screen.Grid, r screen.Rect, a timeline.Axis, s *sight, series timeline.Series, hint string) {
	p, hist := s.Palette, v.match.hist
	x := r.X + g.Text(r.X, r.Y, r.W, hist.Name(series), p.Text)
	g.Text(x+2, r.Y, r.X+r.W-x-2, hint, p.Dim)
	r.Y, r.H = r.Y+1, r.H-1
	if !hist.Draw(g, r, a, v.span(s), series, p) {
		g.Text(r.X, r.Y, r.W, "not known", p.Dim)
	}
}

// pastMin is how many lines are worth telling the past of a unit in.
const pastMin = 2

// drawInspect shows all that is known of the cell under the cursor, and below it, where there
// is room, the cells around it from near. The cards have a part of their own, however much
// there is to say: they never jump while the cursor moves.
func (v *viewer) drawInspect(g *screen.Grid, l *Layout, r screen.Rect, s *sight) {
	p := s.Palette
	cards := screen.Rect{X: r.X, Y: r.Y, W: r.W}
	if l.Panel.Has(r.X, r.Y+1) && l.Panel.W <= panel.TableMin && r.H >= 18 {
		cards.H = max(min(r.H/2, 3*sim.Seats), min(2*r.H/5, 6*sim.Seats))
		r.H -= cards.H
		cards.Y += r.H
	}
	title := "inspect " + s.Cursor.String()
	if !s.Follow.None() {
		title = "following " + v.UnitWords(int32(s.Follow.Index()))
	}
	w := panel.NewWriter(g, screen.Rect{X: r.X, Y: r.Y, W: r.W, H: r.H - min(cards.H, 1)})
	w.Rule(title+", "+l.Port.Words(s.Cursor), p.Line, p.Strong)
	for _, line := range panel.InspectLines(&v.info, v.shown, s.Cursor) {
		w.Wrap(line, 2, p.Text)
	}
	past := w.Rest()
	if near := past; v.near(s) && near.H > insetHigh && near.W >= insetWide {
		near.H = min(max(near.H/2, insetHigh), insetMost)
		near.Y += past.H - near.H
		v.drawInset(g, near, s)
		past.H -= near.H + 1
	}
	if w = panel.NewWriter(g, past); w.Left() >= pastMin {
		for i, line := range panel.PastLines(&v.info, v.match.Record.Turn, s.Cursor, w.Left()-1) {
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
	if cards.H > 0 {
		panel.DrawPlayers(g, cards, &v.info)
	}
}

// drawPopups draws what lies over the board: charts where the panel is too
// narrow for them, and at the end the winner. Under a page about the round there is none.
func (v *viewer) drawPopups(g *screen.Grid, l *Layout, s *sight, k int) {
	switch {
	case s.page&(ui.InText|ui.InSearch|page.InIndex) != 0:
	case !s.Inspect && s.Tab == panel.Chart && l.Panel.W < tabsWide:
		v.popupChart(g, l, s)
	case s.banner(k):
		v.drawBanner(g, l, s)
	}
}

// banner reports whether the winner is shown over the board.
func (s *sight) banner(k int) bool {
	return !s.NoBanner && s.front().Final(k) && s.Play.Mode == playback.Paused && !s.Inspect
}

// popupChart puts the chart over the lower half of the board: a narrow panel has no
// room for it.
func (v *viewer) popupChart(g *screen.Grid, l *Layout, s *sight) {
	c := l.Port.Cells
	r := screen.Rect{X: c.X, Y: c.Y + c.H/2, W: c.W, H: c.H - c.H/2}
	if s.Chances { // reasons need more
		r.Y, r.H = c.Y+c.H/3, c.H-c.H/3
	}
	g.Box(r, s.Palette.Line)
	v.drawCharts(g, screen.Rect{X: r.X + 1, Y: r.Y + 1, W: r.W - 2, H: r.H - 2}, s)
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
	return screen.Rect{X: r.X, Y: r.Y + part.H + 1, W: r.W, H: r.H - part.H - 1}
}

// drawInset draws the board from near around what is looked at, where the board itself is
// far and there is room. Nothing is looked at where the watcher goes with the action.
func (v *viewer) drawInset(g *screen.Grid, r screen.Rect, s *sight) {
	if at, ok := v.target(s); ok && v.near(s) && r.H >= insetHigh && r.W >= insetWide {
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

// showCharts opens the charts, the chances first, and from there goes on by so many.
func showCharts(by int) func(*update) {
	return func(u *update) {
		s := &u.s
		offered := s.program.Refusal(ui.CanAnalyse) == ""
		if s.Tab != panel.Chart || s.Inspect {
			s.Tab, s.Inspect, s.Chances = panel.Chart, false, offered
			return
		}
		n := int(u.v.match.hist.Series())
		at := int(s.Chart) + 1 // the chances are 0
		if s.Chances {
			at = 0
		}
		at = (at + by + n + 1) % (n + 1)
		if at == 0 && !offered {
			at = (at + by + n + 1) % (n + 1)
		}
		if s.Chances = at == 0; !s.Chances {
			s.Chart = timeline.Series(at - 1)
		}
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
