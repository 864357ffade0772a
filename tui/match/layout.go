package match

import (
	"game-tui/tui/board"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
	"game-tui/tui/ui"
)

// Layout is where things are on the screen. A part that has no room is empty.
type Layout struct {
	Title, Ribbon, Legend, Events, Chart, Bar, Footer, Panel, Scores screen.Rect
	Inspect                                                          screen.Rect // below the board, where the panel is too narrow for it

	Listed bool // the panel lists the events of the round

	Port board.Port
	Axis timeline.Axis
}

// halfMin is the narrowest screen of one of two matches, and the gap between both.
const (
	halfMin = 56
	halfGap = 1
)

// sideBySide reports whether both matches are seen.
func (s *sight) sideBySide() bool {
	return s.match.pair != nil && s.W >= 2*halfMin+halfGap && s.H >= ui.MinH+s.pairRows()
}

// pairRows is how many rows below both matches are about the two of them: the
// differences, the keys, and where there is room how far the scores are apart.
func (s *sight) pairRows() int {
	if s.H >= 40 {
		return 2 + pairChart
	}
	return 2
}

// pairChart is how many rows the differences of scores have, their title included.
const pairChart = 5

// windowOf is the part of the screen that the match in front has to itself.
func (s *sight) windowOf() screen.Rect {
	r := screen.Rect{W: s.W, H: s.H}
	if !s.sideBySide() {
		return r
	}
	w := (s.W - halfGap) / 2
	r.W, r.H = w, s.H-s.pairRows()
	if s.SecondFront {
		r.X = w + halfGap
	}
	return r
}

// layout is where everything of a state is drawn.
func (v *viewer) layout(s *sight) Layout {
	rows, cols := v.Size()
	w := s.windowOf()
	l := s.layout(w.W, w.H, rows, cols, v.match.Record.Rounds(), false)
	if s.Inspect && l.Panel.W < inspectWide {
		l = s.layout(w.W, w.H, rows, cols, v.match.Record.Rounds(), true)
	}
	return l
}

const (
	panelMin  = 15 // the narrowest panel
	panelFull = 36 // enough for everything in it

	tall     = 34 // a window in which events and chart keep three rows each
	belowMin = 5  // the rows that they have then, beside the first of the events

	inspectWide = 27 // the narrowest panel in which a cell is inspected
	inspectHigh = 12 // the rows that it takes from the board elsewhere: words, and the cells around it
	inspectMin  = 3
	boardMin    = 14 // the rows that are left to the board, its ruler included
)

// layout places everything for a board of that size; inspect: with a cell inspected below it.
func (s *sight) layout(w, h, rows, cols, last int, inspect bool) Layout {
	w, h = screen.Clamp(w, h)
	l := Layout{
		Title:  screen.Rect{W: w, H: 1},
		Bar:    screen.Rect{Y: h - 2, W: w, H: 1},
		Footer: screen.Rect{Y: h - 1, W: w, H: 1},
	}
	if s.front().outlook != nil {
		l.Ribbon = screen.Rect{Y: 1, W: w, H: 1}
	}
	top := 1 + l.Ribbon.H
	side, room := panelMin, h-3-top // title, ribbon, one line of events, bar, footer
	if w < 56 {
		side = 0
		room--
		l.Scores = screen.Rect{Y: h - 3, W: w, H: 1}
	}
	ruler := board.RulerWidth(rows, s.Palette)
	zoom := s.Zoom
	if zoom == board.Auto {
		zoom = board.Fit(s.Palette, rows, cols, w-side-1-ruler, room-1)
		if h >= tall {
			zoom = max(zoom, board.Fill(s.Palette, rows, cols, w-panelFull-2-ruler, room-belowMin-1))
		}
	}
	zoom = zoom.Allowed(s.Palette)
	fw, fh := zoom.Frame(ruler, rows, cols)
	area := screen.Rect{Y: top, W: min(fw, w-side-1), H: min(fh, room)}
	if fw > area.W || fh > area.H {
		area = s.partial(area, fw, fh, w, h, side, room)
	}
	if inspect {
		room = h - 2 - l.Scores.H - top
		area.H = min(area.H, room-min(max(room-boardMin, inspectMin), inspectHigh))
	}
	l.Port = board.NewPort(area, ruler, zoom, rows, cols, s.Top, s.Left)
	bar := 0
	if !l.Port.Whole() {
		bar = 1
	}
	if x := area.X + area.W + bar + 1; inspect {
		l.inspectBelow(area, h, x, side, w)
	} else {
		l.below(s, area, h, x, side, w)
	}
	l.Axis = timeline.NewAxis(l.Bar, last)
	return l
}

// partial is the area of a board that does not fit: as much as there is beside
// a panel that stays readable.
func (s *sight) partial(area screen.Rect, fw, fh, w, h, side, room int) screen.Rect {
	if side > 0 {
		side = min(max(w/3, panelMin), panelFull)
		if w-side-1 < fw+1 && w-panelMin-1 >= fw+1 {
			side = w - fw - 2 // all columns fit when the panel gives way
		}
		side = max(side, panelMin)
	}
	area.W = min(fw, w-side-2)
	if h >= tall {
		room -= belowMin
	}
	area.H = min(fh, room)
	return area
}

// inspectBelow gives the rows under the board to the cell that is inspected; the panel stays
// beside both.
func (l *Layout) inspectBelow(area screen.Rect, h, x, side, w int) {
	bottom := h - 2 - l.Scores.H
	l.Inspect = screen.Rect{Y: area.Y + area.H, W: w, H: bottom - area.Y - area.H}
	if side > 0 {
		l.Inspect.W = x - 1
		l.Panel = screen.Rect{X: x, Y: area.Y, W: w - x, H: bottom - area.Y}
	}
}

// below shares out the rows under the board and the columns beside it.
func (l *Layout) below(s *sight, area screen.Rect, h, x, side, w int) {
	top := area.Y + area.H
	extra := h - 2 - l.Scores.H - top
	events := min(extra, 3)
	chart := min(extra-events, 3)
	rest := extra - events - chart
	wide := w
	panelH := area.H
	if rest >= 5 && side > 0 && w-x >= panelMin {
		// A low board: the panel goes down beside what is below it.
		// Where that would leave more room to the panel than to the timeline, the
		// timeline keeps the whole width.
		wide = x - 1
		panelH = h - 1 - area.Y
		if wide < max(50, w*11/20) {
			wide = w
			panelH = area.H
		}
	}
	more := min(rest, 3)
	more += min((rest-more)/4, 3)
	events, chart = events+more, chart+rest-more
	if chart == 1 { // a chart of one row says nothing
		events, chart = events+1, 0
	}
	l.Listed = !s.Inspect && panelH >= roundHigh && (w-x > panel.TableMin || w-x >= tabsWide && s.Tab == panel.Players)
	if (l.Listed || s.Tab == panel.Events) && !s.Inspect && side > 0 && chart > 0 {
		events, chart = 0, chart+events // once is enough
	}
	switch {
	case h >= tall && chart > 3:
		l.Legend.H, chart = 1, chart-1
	case h >= tall && events > 2, s.Overlays != (page.Overlays{}) && events > 0:
		l.Legend.H, events = 1, events-1
	}
	l.Legend = screen.Rect{X: 1, Y: top, W: wide - 2, H: l.Legend.H}
	top += l.Legend.H
	l.Events = screen.Rect{Y: top, W: wide, H: events}
	l.Chart = screen.Rect{Y: top + events, W: wide, H: chart}
	if panelH > area.H {
		l.Bar.W = wide
	}
	if side > 0 {
		l.Panel = screen.Rect{X: x, Y: area.Y, W: w - x, H: panelH}
	}
}
