package match

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// A Layout holds the screen areas of all parts. Parts that do not fit have empty areas. Areas never
// overlap.
type Layout struct {
	Title, Ribbon, Timeline, Footer screen.Rect

	Port       board.Viewport
	BoardLabel screen.Rect // above the board, for the label that belongs to no player, if there is just one
	Legend     screen.Rect
	Players    screen.Rect // player cards or player table
	Scores     screen.Rect // scores in windows too narrow for cards
	Labels     screen.Rect // labels that belong to no player
	Tabs       screen.Rect
	Events     screen.Rect
	OpenPart   screen.Rect
	Charts     screen.Rect
	Axis       timeline.Axis // shared by the charts and the timeline
}

type openPart uint8

const (
	openNothing openPart = iota
	openPage             // page drawn by package ui
	openCell             // description of the inspected cell or the followed unit
	openTab              // tab that lists events or the output of players
	openCharts
	openResult // result of the finished match
)

const pagesBesideBoard = ui.InText | ui.InList | ui.InSearch | ui.InTyping | page.InIndex | page.InMenu | page.InWhatIf

func (s *scene) openPart() openPart {
	switch {
	case s.pageContext&pagesBesideBoard != 0:
		return openPage
	case s.IsInspecting:
		return openCell
	case s.Tab == panel.ChartTab:
		return openCharts
	case s.Tab != panel.PlayersTab:
		return openTab
	case !s.FollowedUnit.IsZero():
		return openCell
	case s.showsResult(s.Play.Round):
		return openResult
	}
	return openNothing
}

func (s *scene) showsResult(k int) bool {
	return !s.IsResultClosed && s.frontMatch().Record.IsFinal(k) && s.Play.Mode == playback.Paused && !s.IsInspecting
}

// Sizes of screen parts are in rows or columns.
const (
	panelMinWidth   = 15 // minimum width of the side panel with short player cards
	panelCardsWidth = 26 // minimum width of the side panel with full player cards
	panelOpenWidth  = 34 // minimum width of the side panel with a page or tab
	panelMaxWidth   = 36 // maximum useful width of the side panel

	panelMinWindow  = 56 // minimum width of windows with a side panel; narrower windows show only scores
	legendMinWindow = 34 // minimum height of windows with a legend

	boardMinHeight    = 14 // minimum height of the board if a part opens below it
	rowsBelowBoard    = 7  // number of rows reserved below a partially visible board in a tall window
	openMinHeight     = 12
	chartMinHeight    = 4
	chartDetailHeight = 9  // minimum height of a chart that shows details
	eventsMinHeight   = 6  // minimum height of the list of events, including its title
	eventsHeight      = 11 // usual height of the list of events, exceeded only if the cards leave room
	ordersMinHeight   = 9
)

func (s *scene) layout() Layout {
	l, a := s.placeBoard()
	if labels, c := s.frame.Labels, l.Port.CellArea; len(labels) == 1 {
		if n := screen.Width(labels[0].Key) + 1 + screen.Width(labels[0].Value); 2*n <= c.W {
			l.BoardLabel = screen.Rect{X: c.X + c.W - n - 1, Y: c.Y - 1, W: n, H: 1}
		}
	}
	w := l.Timeline.W
	below := screen.Rect{Y: a.area.Y + a.area.H, W: w, H: a.body.H - a.area.H}
	if s.H >= legendMinWindow && below.H > 0 {
		l.Legend = screen.Rect{X: 1, Y: below.Y, W: w - 2, H: 1}
		below = cutTop(below, 1)
	}
	switch {
	case a.playersBelow:
		below = l.placePlayersBelow(s, below)
	case a.sideWidth >= panelMinWidth:
		l.placePanel(s, screen.Rect{X: w - a.sideWidth, Y: a.area.Y, W: a.sideWidth, H: a.area.H})
	}
	l.placePartsBelow(s, below)
	return l
}

func (s *scene) port() board.Viewport {
	l, _ := s.placeBoard()
	return l.Port
}

func (s *scene) placeBoard() (l Layout, a arrangement) {
	win := s.matchArea()
	w, h := screen.ClampSize(win.W, win.H)
	l = Layout{
		Title:    screen.Rect{W: w, H: 1},
		Timeline: screen.Rect{Y: h - 2, W: w, H: 1},
		Footer:   screen.Rect{Y: h - 1, W: w, H: 1},
	}
	if s.frontMatch().estimator != nil {
		l.Ribbon = screen.Rect{Y: 1, W: w, H: 1}
	}
	body := screen.Rect{Y: 1 + l.Ribbon.H, W: w, H: h - 3 - l.Ribbon.H}
	if w < panelMinWindow {
		body.H--
		l.Scores = screen.Rect{Y: body.Y + body.H, W: w, H: 1}
	}
	rows, cols := s.match.Size()
	ruler := board.RulerWidth(rows, s.Palette)
	a = s.arrange(body, rows, cols, ruler)
	if a.sideWidth < panelOpenWidth && !a.playersBelow {
		a.area.H = s.boardRows(a.area.H, body.H)
	}
	l.Port = board.NewViewport(a.area, ruler, a.zoom, rows, cols, s.Top, s.Left)
	l.Axis = timeline.NewAxis(l.Timeline, s.match.Record.Rounds())
	return l, a
}

func cutTop(r screen.Rect, n int) screen.Rect {
	n = min(n, r.H)
	r.Y, r.H = r.Y+n, r.H-n
	return r
}

type arrangement struct {
	body         screen.Rect // area between the heading and the timeline
	area         screen.Rect // area of the board, including its rulers
	zoom         board.Zoom
	sideWidth    int // width of the side panel
	playersBelow bool
}

// arrange applies the viewer's zoom. If that is Auto, it chooses the nearest zoom at which the
// whole board fits, with the players next to it or below it. If none nearer than OneColumn fits, it
// chooses Shapes if ZoomIn is set, a zoom that fills the width in tall windows, or a farther zoom.
func (s *scene) arrange(body screen.Rect, rows, cols, ruler int) arrangement {
	a, least := arrangement{body: body, zoom: s.Zoom}, 0
	if body.W >= panelMinWindow {
		least = panelMinWidth
	}
	fits := func(z board.Zoom, side int) bool {
		fw, fh := z.SizeWithRulers(ruler, rows, cols)
		return fw+1+side <= body.W && fh+1 <= body.H
	}
	under := func(z board.Zoom) bool {
		fw, fh := z.SizeWithRulers(ruler, rows, cols)
		return body.W >= panel.RowMinWidth && fw <= body.W && fh+1+panel.RowHeight+1+eventsMinHeight+chartMinHeight <= body.H
	}
	if a.zoom != board.Auto {
		a.zoom = a.zoom.ForPalette(s.Palette)
		a.playersBelow = !fits(a.zoom, panelCardsWidth) && under(a.zoom)
		return a.withBoardSize(rows, cols, ruler, least)
	}
	for i, side := range []int{max(least, panelCardsWidth), least, max(least, panelCardsWidth), least} {
		ok := false
		a.zoom, ok = board.NearestZoom(s.Palette, func(z board.Zoom) bool {
			a.playersBelow = !fits(z, side) && under(z)
			// Prefer zooms that draw signs, not only colours.
			return (z > board.OneColumn || i > 1) && (a.playersBelow || fits(z, side))
		})
		if ok {
			break
		}
	}
	switch {
	case a.zoom > board.OneColumn:
	case s.ZoomIn:
		a.zoom, a.playersBelow = board.Shapes.ForPalette(s.Palette), false
	case s.H >= legendMinWindow:
		a.zoom = max(a.zoom, board.FillZoom(s.Palette, rows, cols, body.W-panelMaxWidth-2-ruler, body.H-rowsBelowBoard-1))
	}
	return a.withBoardSize(rows, cols, ruler, least)
}

// withBoardSize returns the arrangement with a size for the board. It shows the whole board if the
// player cards remain readable, and otherwise a part of it.
func (a arrangement) withBoardSize(rows, cols, ruler, minSide int) arrangement {
	fw, fh := a.zoom.SizeWithRulers(ruler, rows, cols)
	a.area = screen.Rect{Y: a.body.Y, W: min(fw, a.body.W-minSide-1), H: min(fh, a.body.H-1)}
	if fh >= a.body.H && a.body.H > legendMinWindow-3 {
		a.area.H = a.body.H - rowsBelowBoard
	}
	if a.playersBelow {
		a.area.W = fw
		return a
	}
	bar := 0
	if fw > a.area.W || fh > a.area.H {
		bar, a.sideWidth = 1, 0
		if minSide > 0 {
			a.sideWidth = min(max(a.body.W/3, panelMinWidth), panelMaxWidth)
		}
		if a.body.W-a.sideWidth-1 < fw+1 && a.body.W-minSide-1 >= fw+1 {
			a.sideWidth = a.body.W - fw - 2 // Narrow the side panel so that all columns of the board fit.
		}
		a.area.W = min(fw, a.body.W-a.sideWidth-2)
	}
	a.sideWidth = a.body.W - a.area.W - bar - 1
	return a
}

// boardRows returns how many rows of the board stay visible when a part that does not fit in the
// side panel opens below it.
func (s *scene) boardRows(rows, bodyRows int) int {
	want := openMinHeight
	switch s.openPart() {
	case openNothing, openPage:
		return rows
	case openCell:
		if !s.IsInspecting {
			return rows
		}
	case openCharts:
		want = 1 + chartDetailHeight
	}
	if bodyRows < boardMinHeight+eventsMinHeight {
		return rows
	}
	return max(min(rows, bodyRows-want), min(rows, boardMinHeight))
}

// placePlayersBelow places the players and any open part below the board and returns the area that
// remains.
func (l *Layout) placePlayersBelow(s *scene, below screen.Rect) screen.Rect {
	l.Players = screen.Rect{X: 1, Y: below.Y + 1, W: below.W - 2, H: panel.RowHeight}
	below = cutTop(below, panel.RowHeight+2)
	switch what := s.openPart(); {
	case what == openNothing || what == openCharts && below.H < eventsMinHeight+chartDetailHeight:
	default:
		l.OpenPart = below
		if below.H >= eventsMinHeight+chartDetailHeight {
			l.OpenPart.H = below.H - chartDetailHeight
		}
		l.OpenPart.X, l.OpenPart.W, l.OpenPart.H = 1, below.W-2, l.OpenPart.H-1
	}
	return cutTop(below, l.OpenPart.H+min(l.OpenPart.H, 1))
}

func (l *Layout) placePanel(s *scene, r screen.Rect) {
	if r.W > panelOpenWidth+1 {
		r.W--
	}
	what, labels := s.openPart(), 0
	if l.BoardLabel.Empty() {
		labels = panel.DrawLabels(&screen.Grid{}, screen.Rect{W: r.W, H: len(s.frame.Labels)}, &s.info)
	}
	if r.W >= panel.TableMinWidth {
		l.placeWidePanel(s, r, what, labels)
		return
	}
	if r.W >= panelOpenWidth && !s.IsStillPicture {
		l.Tabs = screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}
		r = cutTop(r, 1)
	}
	if r.W >= panelOpenWidth {
		switch what {
		case openCell:
			l.Players = r
			l.Players.H = s.cards.Height(&s.info, r.W, max(2*r.H/5, min(3*sim.Seats, r.H-openMinHeight)))
			l.OpenPart, l.Players.Y = r, r.Y+r.H-l.Players.H
			l.OpenPart.H -= l.Players.H + 1
			return
		case openTab, openCharts, openResult:
			l.OpenPart = r
			return
		case openPage: // Only the menu of overlays is narrow enough for this panel.
			if s.pageContext == page.InMenu {
				l.OpenPart = r
				return
			}
		}
	}
	blank := 0
	if labels > 0 && r.W >= panelCardsWidth {
		blank, labels = 1, labels+1
	}
	l.Players = r
	if events := min(max(r.H/3, eventsMinHeight), eventsHeight); r.W >= panelOpenWidth && r.H >= 2*eventsMinHeight+events {
		l.Players.H = s.cards.Height(&s.info, r.W, r.H-labels-events-1)
		l.placeEvents(cutTop(r, l.Players.H+labels+1), what)
	} else {
		l.Players.H = s.cards.Height(&s.info, r.W, r.H-labels)
	}
	l.Labels = cutTop(r, l.Players.H+blank)
	l.Labels.H = min(l.Labels.H, labels-blank)
}

func (l *Layout) placeEvents(r screen.Rect, part openPart) {
	l.Events = r
	if part == openNothing && r.H > eventsHeight+ordersMinHeight {
		l.Events.H = eventsHeight
		l.OpenPart = cutTop(r, eventsHeight+1)
	}
}

func (l *Layout) placeWidePanel(s *scene, r screen.Rect, open openPart, labels int) {
	take := func(n int) (part screen.Rect) {
		part, r = r, cutTop(r, n+min(n, 1))
		part.H = min(n, part.H)
		return part
	}
	l.Players, l.Labels = take(1+sim.Seats), take(labels)
	if !s.IsStillPicture {
		l.Tabs = take(1)
	}
	switch {
	case open == openNothing:
		l.placeEvents(r, open)
		return
	// Omit the list of events if the tab already shows it or there is no room for it.
	case open == openTab && s.Tab == panel.EventsTab || r.H < 2*eventsMinHeight:
	default:
		l.Events = cutTop(r, r.H-max(r.H/3, eventsMinHeight))
	}
	l.OpenPart = r
	l.OpenPart.H -= l.Events.H + min(l.Events.H, 1)
}

func (l *Layout) placePartsBelow(s *scene, r screen.Rect) {
	open := l.OpenPart.Empty() && l.Tabs.Empty()
	switch what := s.openPart(); {
	case !l.Events.Empty(), !l.OpenPart.Empty():
	case open && (what == openCell && s.IsInspecting || what == openTab || what == openResult):
		l.OpenPart = r
		if r.H > openMinHeight+chartMinHeight {
			l.OpenPart.H = openMinHeight
		}
		l.OpenPart.X, l.OpenPart.W = 1, r.W-2
		r = cutTop(r, l.OpenPart.H)
	default:
		l.Events = r
		switch {
		case open && what == openCharts:
			l.Events.H = 1
		case r.H >= eventsMinHeight+chartMinHeight:
			l.Events.H = eventsMinHeight
		}
		l.Events.X, l.Events.W = 1, r.W-2
		r = cutTop(r, l.Events.H)
	}
	if r.H > chartMinHeight+1 && s.openPart() != openCharts {
		r = cutTop(r, 1)
	}
	if r.H >= chartMinHeight {
		l.Charts = r
	}
}

// Two matches side by side need at least this width each, with this gap between them.
const (
	halfMinWidth = 56
	halfGap      = 1
)

func (s *State) fitsSideBySide(w, h int) bool {
	return s.mainMatch.pair != nil && w >= 2*halfMinWidth+halfGap && h >= ui.MinH+pairRows(h)
}

// pairRows returns the number of shared rows below two matches. They hold the differences, the keys
// and, in tall windows, a chart of the score differences.
func pairRows(h int) int {
	if h >= 40 {
		return 2 + pairChartHeight
	}
	return 2
}

const pairChartHeight = 5

func (s *scene) matchArea() screen.Rect {
	r := screen.Rect{W: s.W, H: s.H}
	if !s.fitsSideBySide(s.W, s.H) {
		return r
	}
	w := (s.W - halfGap) / 2
	r.W, r.H = w, s.H-pairRows(s.H)
	if s.IsSecondInFront {
		r.X = w + halfGap
	}
	return r
}
