package match

import (
	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
	"game-tui/tui/ui"
)

// Layout is where things are on the screen. A part that has no room is empty, and none lies over
// another one.
type Layout struct {
	Title, Ribbon, Bar, Footer screen.Rect

	Port    board.Port
	Status  screen.Rect // above the board: what is nobody's, where that is a line
	Legend  screen.Rect
	Players screen.Rect // their cards, or a table of them
	Scores  screen.Rect // in a window that has no room for cards
	Labels  screen.Rect // what is nobody's
	Tabs    screen.Rect
	Events  screen.Rect // of the round
	Open    screen.Rect // what is open beside the board; see opened
	Charts  screen.Rect
	Axis    timeline.Axis // of the charts and the bar
}

// opened is what is open beside the board.
type opened uint8

const (
	openNothing opened = iota
	openPage           // which draws itself
	openCell           // that is inspected, or of the unit that is followed
	openTab            // events, or output
	openCharts
	openEnd // who has won
)

// beside are the pages for which there may be room beside the board.
const beside = ui.InText | ui.InList | ui.InSearch | ui.InTyping | page.InIndex | page.InMenu | page.InWhatIf

// opened is what is open in a layout for whom there is room beside the board.
func (s *scene) opened() opened {
	switch {
	case s.page&beside != 0:
		return openPage
	case s.Inspect:
		return openCell
	case s.Tab == panel.Chart:
		return openCharts
	case s.Tab != panel.Players:
		return openTab
	case !s.Follow.None():
		return openCell
	case s.showsEnd(s.Play.Round):
		return openEnd
	}
	return openNothing
}

// The room that parts have.
const (
	panelMin  = 15 // columns of cards in a few words
	panelGood = 26 // of cards with all figures
	panelOpen = 34 // of whatever is open
	panelFull = 36 // enough for everything

	noPanel = 56 // the window below which there are scores only
	tall    = 34 // the rows of a window that has a legend

	boardHigh  = 14 // rows that are left to the board, its ruler included, above what is open
	partBelow  = 7  // rows below a part of a board in a high window
	openHigh   = 12 // rows of that at most
	chartHigh  = 4  // rows of a chart at least
	chartGood  = 9  // rows from which it shows more
	eventsMin  = 6  // rows of the events at least where they have a part of their own, their title included
	eventsGood = 11 // and at most where the cards want more
)

// layout is where everything of a state is drawn, whose round the viewer is filled with.
func (s *scene) layout() Layout {
	l, a := s.placeBoard()
	l.placeStatus(s)
	w := l.Bar.W
	below := screen.Rect{Y: a.area.Y + a.area.H, W: w, H: a.body.H - a.area.H}
	if s.H >= tall && below.H > 0 {
		l.Legend = screen.Rect{X: 1, Y: below.Y, W: w - 2, H: 1}
		below = cutTop(below, 1)
	}
	switch {
	case a.under:
		below = l.placeUnder(s, below)
	case a.side >= panelMin:
		l.placePanel(s, screen.Rect{X: w - a.side, Y: a.area.Y, W: a.side, H: a.area.H})
	}
	l.placeBelow(s, below)
	return l
}

// port is where the board is drawn.
func (s *scene) port() board.Port {
	l, _ := s.placeBoard()
	return l.Port
}

// placeBoard places the board and the rows around everything else.
func (s *scene) placeBoard() (l Layout, a arrangement) {
	win := s.windowOf()
	w, h := screen.Clamp(win.W, win.H)
	l = Layout{
		Title:  screen.Rect{W: w, H: 1},
		Bar:    screen.Rect{Y: h - 2, W: w, H: 1},
		Footer: screen.Rect{Y: h - 1, W: w, H: 1},
	}
	if s.front().outlook != nil {
		l.Ribbon = screen.Rect{Y: 1, W: w, H: 1}
	}
	body := screen.Rect{Y: 1 + l.Ribbon.H, W: w, H: h - 3 - l.Ribbon.H}
	if w < noPanel {
		body.H--
		l.Scores = screen.Rect{Y: body.Y + body.H, W: w, H: 1}
	}
	rows, cols := s.match.Size()
	ruler := board.RulerWidth(rows, s.Palette)
	a = s.arrange(body, rows, cols, ruler)
	if a.side < panelOpen && !a.under {
		a.area.H = s.belowHigh(a.area.H, body.H)
	}
	l.Port = board.NewPort(a.area, ruler, a.zoom, rows, cols, s.Top, s.Left)
	l.Axis = timeline.NewAxis(l.Bar, s.match.Record.Rounds())
	return l, a
}

// cutTop is a rectangle without its first n rows.
func cutTop(r screen.Rect, n int) screen.Rect {
	n = min(n, r.H)
	r.Y, r.H = r.Y+n, r.H-n
	return r
}

// arrangement is how the board and the players share a window.
type arrangement struct {
	body  screen.Rect // all between the heading and the timeline
	area  screen.Rect // of the board, its rulers included
	zoom  board.Zoom
	side  int  // columns of the players beside the board
	under bool // they are below it, side by side
}

// arrange chooses the nearest zoom at which the whole board and the players have room, beside
// or below it; where there is none the farthest, or one that shows most of the board.
func (s *scene) arrange(body screen.Rect, rows, cols, ruler int) arrangement {
	a, least := arrangement{body: body, zoom: s.Zoom}, 0
	if body.W >= noPanel {
		least = panelMin
	}
	fits := func(z board.Zoom, side int) bool {
		fw, fh := z.Frame(ruler, rows, cols)
		return fw+1+side <= body.W && fh+1 <= body.H
	}
	under := func(z board.Zoom) bool {
		fw, fh := z.Frame(ruler, rows, cols)
		return body.W >= panel.RowMin && fw <= body.W && fh+1+panel.RowHigh+1+eventsMin+chartHigh <= body.H
	}
	if a.zoom != board.Auto {
		a.zoom = a.zoom.Allowed(s.Palette)
		a.under = !fits(a.zoom, panelGood) && under(a.zoom)
		return a.share(rows, cols, ruler, least)
	}
	for i, side := range []int{max(least, panelGood), least, max(least, panelGood), least} {
		ok := false
		a.zoom, ok = board.Nearest(s.Palette, func(z board.Zoom) bool {
			a.under = !fits(z, side) && under(z)
			return (z > board.One || i > 1) && (a.under || fits(z, side)) // signs say more than colours
		})
		if ok {
			break
		}
	}
	switch {
	case a.zoom > board.One:
	case s.Near:
		a.zoom, a.under = board.Shapes.Allowed(s.Palette), false
	case s.H >= tall:
		a.zoom = max(a.zoom, board.Fill(s.Palette, rows, cols, body.W-panelFull-2-ruler, body.H-partBelow-1))
	}
	return a.share(rows, cols, ruler, least)
}

// share gives the board its columns and rows: all, or as many as there are beside players that
// can be read.
func (a arrangement) share(rows, cols, ruler, least int) arrangement {
	fw, fh := a.zoom.Frame(ruler, rows, cols)
	a.area = screen.Rect{Y: a.body.Y, W: min(fw, a.body.W-least-1), H: min(fh, a.body.H-1)}
	if fh >= a.body.H && a.body.H > tall-3 {
		a.area.H = a.body.H - partBelow
	}
	if a.under {
		a.area.W = fw
		return a
	}
	bar := 0
	if fw > a.area.W || fh > a.area.H {
		bar, a.side = 1, 0
		if least > 0 {
			a.side = min(max(a.body.W/3, panelMin), panelFull)
		}
		if a.body.W-a.side-1 < fw+1 && a.body.W-least-1 >= fw+1 {
			a.side = a.body.W - fw - 2 // all columns fit when the panel gives way
		}
		a.area.W = min(fw, a.body.W-a.side-2)
	}
	a.side = a.body.W - a.area.W - bar - 1
	return a
}

// belowHigh is how many rows of a window a board of so many rows has above what is open, where
// the panel is too narrow for that.
func (s *scene) belowHigh(rows, window int) int {
	want := openHigh
	switch s.opened() {
	case openNothing, openPage:
		return rows
	case openCell:
		if !s.Inspect { // whoever follows a unit wants the board
			return rows
		}
	case openCharts:
		want = 1 + chartGood
	}
	if window < boardHigh+eventsMin {
		return rows
	}
	return max(min(rows, window-want), min(rows, boardHigh))
}

// placeStatus gives the right part of the ruler to the label that is nobody's, if there is one.
func (l *Layout) placeStatus(s *scene) {
	labels, c := s.frame.Labels, l.Port.Cells
	if len(labels) != 1 {
		return
	}
	if n := screen.Width(labels[0].Key) + 1 + screen.Width(labels[0].Value); 2*n <= c.W {
		l.Status = screen.Rect{X: c.X + c.W - n - 1, Y: c.Y - 1, W: n, H: 1}
	}
}

// placeUnder places the players below the board, and returns what is left below them.
func (l *Layout) placeUnder(s *scene, below screen.Rect) screen.Rect {
	l.Players = screen.Rect{X: 1, Y: below.Y + 1, W: below.W - 2, H: panel.RowHigh}
	below = cutTop(below, panel.RowHigh+2)
	switch what := s.opened(); {
	case what == openNothing || what == openCharts && below.H < eventsMin+chartGood:
	default:
		l.Open = below
		if below.H >= eventsMin+chartGood {
			l.Open.H = below.H - chartGood
		}
		l.Open.X, l.Open.W, l.Open.H = 1, below.W-2, l.Open.H-1
	}
	return cutTop(below, l.Open.H+min(l.Open.H, 1))
}

// placePanel shares out what is beside the board.
func (l *Layout) placePanel(s *scene, r screen.Rect) {
	if r.W > panelOpen+1 {
		r.W-- // a margin
	}
	what, labels := s.opened(), 0
	if l.Status.Empty() {
		labels = panel.LabelLines(&s.info, r.W)
	}
	if r.W >= panel.TableMin {
		l.placeWide(s, r, what, labels)
		return
	}
	if r.W >= panelOpen && !s.Still {
		l.Tabs = screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}
		r = cutTop(r, 1)
	}
	if r.W >= panelOpen {
		switch what {
		case openCell:
			l.Players = r
			l.Players.H = panel.PlayersHigh(&s.info, r.W, max(2*r.H/5, min(3*sim.Seats, r.H-openHigh)))
			l.Open, l.Players.Y = r, r.Y+r.H-l.Players.H
			l.Open.H -= l.Players.H + 1
			return
		case openTab, openCharts, openEnd:
			l.Open = r
			return
		case openPage: // there is room for narrow ones
			if s.page == page.InMenu {
				l.Open = r
				return
			}
		}
	}
	blank := 0
	if labels > 0 && r.W >= panelGood {
		blank, labels = 1, labels+1
	}
	l.Players = r
	if events := min(max(r.H/3, eventsMin), eventsGood); r.W >= panelOpen && r.H >= 2*eventsMin+events {
		l.Players.H = panel.PlayersHigh(&s.info, r.W, r.H-labels-events-1)
		l.placeEvents(cutTop(r, l.Players.H+labels+1), what)
	} else {
		l.Players.H = panel.PlayersHigh(&s.info, r.W, r.H-labels)
	}
	l.Labels = cutTop(r, l.Players.H+blank)
	l.Labels.H = min(l.Labels.H, labels-blank)
}

// placeEvents places the events of the round, and below them their orders, where there is room.
func (l *Layout) placeEvents(r screen.Rect, what opened) {
	l.Events = r
	if what == openNothing && r.H > eventsGood+ordersHigh {
		l.Events.H = eventsGood
		l.Open = cutTop(r, eventsGood+1)
	}
}

// placeWide shares out a panel that has room for a table, and for what is open below it.
func (l *Layout) placeWide(s *scene, r screen.Rect, what opened, labels int) {
	take := func(n int) (part screen.Rect) {
		part, r = r, cutTop(r, n+min(n, 1))
		part.H = min(n, part.H)
		return part
	}
	l.Players, l.Labels = take(1+sim.Seats), take(labels)
	if !s.Still {
		l.Tabs = take(1)
	}
	switch {
	case what == openNothing:
		l.placeEvents(r, what)
		return
	case what == openTab && s.Tab == panel.Events || r.H < 2*eventsMin: // no other events
	default:
		l.Events = cutTop(r, r.H-max(r.H/3, eventsMin))
	}
	l.Open = r
	l.Open.H -= l.Events.H + min(l.Events.H, 1)
}

// placeBelow shares out what is below all that, over all columns.
func (l *Layout) placeBelow(s *scene, r screen.Rect) {
	open := l.Open.Empty() && l.Tabs.Empty()
	switch what := s.opened(); {
	case !l.Events.Empty(), !l.Open.Empty():
	case open && (what == openCell && s.Inspect || what == openTab || what == openEnd):
		l.Open = r
		if r.H > openHigh+chartHigh {
			l.Open.H = openHigh
		}
		l.Open.X, l.Open.W = 1, r.W-2
		r = cutTop(r, l.Open.H)
	default:
		l.Events = r
		switch {
		case open && what == openCharts:
			l.Events.H = 1
		case r.H >= eventsMin+chartHigh:
			l.Events.H = eventsMin
		}
		l.Events.X, l.Events.W = 1, r.W-2
		r = cutTop(r, l.Events.H)
	}
	if r.H > chartHigh+1 && s.opened() != openCharts {
		r = cutTop(r, 1)
	}
	if r.H >= chartHigh {
		l.Charts = r
	}
}

// halfMin is the narrowest screen of one of two matches, and the gap between both.
const (
	halfMin = 56
	halfGap = 1
)

// sideBySide reports whether a window of w×h cells shows both matches.
func (s *State) sideBySide(w, h int) bool {
	return s.first.pair != nil && w >= 2*halfMin+halfGap && h >= ui.MinH+pairRows(h)
}

// pairRows returns how many rows below two matches are about both: the differences, the keys and,
// in a high window, the chart of their scores.
func pairRows(h int) int {
	if h >= 40 {
		return 2 + pairChart
	}
	return 2
}

// pairChart is how many rows the differences of scores have, their title included.
const pairChart = 5

// windowOf is the part of the screen that the match in front has to itself.
func (s *scene) windowOf() screen.Rect {
	r := screen.Rect{W: s.W, H: s.H}
	if !s.sideBySide(s.W, s.H) {
		return r
	}
	w := (s.W - halfGap) / 2
	r.W, r.H = w, s.H-pairRows(s.H)
	if s.SecondFront {
		r.X = w + halfGap
	}
	return r
}
