package match

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

func (u *actions) moveCursor(at sim.Pos) {
	u.s.Cursor = u.s.match.Clamp(at)
	u.s.FollowedUnit, u.s.IsPanned = 0, false
}

func zoom(n int) func(*actions) {
	return func(u *actions) { u.zoomAt(n, u.center()) }
}

// center returns the cell to keep visible when the zoom changes.
func (u *actions) center() sim.Pos {
	u.s.decode()
	if at, ok := u.s.target(); ok {
		return at
	}
	p := u.s.port()
	return sim.Pos{Row: p.Top + p.VisibleRows/2, Col: p.Left + p.VisibleCols/2}
}

func (u *actions) zoomAt(n int, at sim.Pos) {
	s := u.s
	now := s.port().Zoom
	next := now.Step(n, s.Palette)
	if next == now {
		u.Notify("fully zoomed out")
		if n > 0 {
			u.Notify("fully zoomed in")
		}
		return
	}
	s.Zoom, s.ZoomIn = next, false
	p := s.port()
	s.Top, s.Left = at.Row-p.VisibleRows/2, at.Col-p.VisibleCols/2
	u.Notify("zoom: " + next.String())
}

func pan(rows, cols int) func(*actions) {
	return func(u *actions) {
		p := u.s.port()
		u.panTo(p.Top+rows*max(p.VisibleRows/8, 2), p.Left+cols*max(p.VisibleCols/8, 2))
	}
}

// panTo moves the viewport and keeps it there until the viewer goes elsewhere.
func (u *actions) panTo(top, left int) {
	s := u.s
	s.IsPanned, s.FollowedUnit, s.Event = true, 0, 0
	s.Top, s.Left = top, left
}

func toggleInspect(u *actions) {
	s := u.s
	if s.IsInspecting {
		s.IsInspecting = false
		return
	}
	u.s.decode()
	if at, ok := u.s.eventPos(s.Play.Round, s.Event); ok {
		s.Cursor = at
	} else if port := u.s.port(); s.Cursor == (sim.Pos{}) || !port.Shows(s.Cursor) {
		s.Cursor = u.center()
	}
	s.IsInspecting, s.IsPanned = true, false
	u.ClosePages()
}

func inspectOrFollow(u *actions) {
	if u.s.IsInspecting {
		toggleFollow(u)
	} else {
		toggleInspect(u)
	}
}

func moveCursorBy(rows, cols int) func(*actions) {
	return func(u *actions) { u.moveCursor(u.s.Cursor.Add(sim.Pos{Row: rows, Col: cols})) }
}

// toggleFollow toggles following a unit: the unit of the selected event, or the unit under the cursor.
func toggleFollow(u *actions) {
	s := u.s
	if !s.FollowedUnit.IsZero() {
		s.FollowedUnit = 0
		u.Notify("stopped following")
		return
	}
	s.decode()
	unit := page.UnitAt(&s.frame, s.Cursor)
	if !s.Event.IsZero() && !s.IsInspecting {
		unit = s.eventUnit()
	}
	switch {
	case unit != nil:
		s.FollowedUnit, s.IsPanned = location.RefTo(int(unit.ID)), false
		u.Notify("following " + s.match.UnitName(unit) + "; " + KeyLabel("follow") + " stops")
	case s.IsInspecting || !s.Event.IsZero():
		u.Notify("no unit here")
	default:
		u.Notify("press " + KeyLabel("inspect") + " and put the cursor on a unit first, or find one with " + KeyLabel("find"))
	}
}

// eventUnit returns the first unit on the board that the selected event mentions, or nil.
func (s *scene) eventUnit() *sim.Unit {
	rows := s.match.Index.Rows()
	i := rows.Find(s.Play.Round, s.Event.Index())
	if i < 0 {
		return nil
	}
	row := rows.At(i)
	for _, id := range []int32{s.match.MentionedUnit(row), row.Unit, row.Target} {
		if unit := s.unit(location.RefTo(int(id))); unit != nil && unit.OnBoard {
			return unit
		}
	}
	return nil
}

const cursorStride = 10

// inspectNextUnit returns an action that moves the cursor to the next (dir 1) or previous (dir -1)
// unit, ordered by number. It visits neutral units and the units of seatInView. If seatInView is
// -1, it visits all units.
func inspectNextUnit(dir int) func(*actions) {
	return func(u *actions) {
		s := u.s
		s.decode()
		seat := u.seatInView()
		at := -1
		if unit := page.UnitAt(&s.frame, s.Cursor); unit != nil {
			at = int(unit.ID)
		}
		var best *sim.Unit
		for i := range s.frame.Units {
			unit := &s.frame.Units[i]
			if !unit.OnBoard || seat >= 0 && unit.Seat >= 0 && unit.Seat != seat || int(unit.ID) == at {
				continue
			}
			if best == nil || cyclicDistance(int(unit.ID)-at, dir) < cyclicDistance(int(best.ID)-at, dir) {
				best = unit
			}
		}
		if best == nil {
			u.Notify("no other unit on the board")
			return
		}
		u.inspectCell(best.At)
		u.Notify(s.match.UnitName(best))
	}
}

// cyclicDistance converts d to a distance in direction dir for a search that wraps around. Items
// behind the start are farther away than all items ahead.
func cyclicDistance(d, dir int) int {
	if d *= dir; d < 0 {
		d += 1 << 30
	}
	return d
}

// seatInView returns the highlighted seat. If no seat is highlighted, it returns the seat of the unit
// under the cursor, or -1 if there is no unit.
func (u *actions) seatInView() int8 {
	if u.s.HighlightedSeat > 0 {
		return u.s.HighlightedSeat - 1
	}
	if unit := page.UnitAt(&u.s.frame, u.s.Cursor); unit != nil {
		return unit.Seat
	}
	return -1
}

func inspectNextEnemy(u *actions) {
	u.s.decode()
	seat := u.seatInView()
	if seat < 0 {
		u.Notify("put the cursor on a unit first, or highlight a player with " + KeyLabel("front"))
		return
	}
	u.inspectNextCell("no enemy on the board", func(c *sim.Cell) bool {
		return c.Unit >= 0 && u.s.frame.Units[c.Unit].Seat != seat
	})
}

func inspectNextItem(u *actions) {
	u.s.decode()
	u.inspectNextCell("no item on the board", func(c *sim.Cell) bool { return c.Item != 0 })
}

func (u *actions) inspectNextCell(notice string, matches func(*sim.Cell) bool) {
	f := &u.s.frame
	n := len(f.Cells)
	at := min(max(u.s.Cursor.Row*f.Cols+u.s.Cursor.Col, 0), n-1)
	for i := 1; i < n; i++ {
		k := (at + i) % n
		if matches(&f.Cells[k]) {
			u.inspectCell(sim.Pos{Row: k / f.Cols, Col: k % f.Cols})
			return
		}
	}
	u.Notify(notice)
}

func (u *actions) inspectCell(at sim.Pos) {
	u.moveCursor(at)
	u.s.IsInspecting, u.s.Event = true, 0
}

// handlePointer handles a mouse event. With two matches side by side, a click or scroll brings the
// match under the mouse to the front.
func (u *actions) handlePointer(e ui.PointerEvent) {
	if u.s.fitsSideBySide(u.s.W, u.s.H) {
		if e.Kind != ui.PointerMove && e.Kind != ui.PointerRelease {
			u.bringToFront(e.X > (u.s.W-halfGap)/2)
		}
		at := u.s.matchArea()
		e.X, e.Y = e.X-at.X, e.Y-at.Y
	}
	switch e.Kind {
	case ui.PointerPress:
		u.click(e.X, e.Y)
	case ui.PointerMove:
		u.dragTo(e.X, e.Y)
	case ui.PointerRelease:
		u.s.drag = dragNothing
	case ui.WheelUp:
		u.zoomAtMouse(1, e.X, e.Y)
	case ui.WheelDown:
		u.zoomAtMouse(-1, e.X, e.Y)
	}
}

func (u *actions) click(x, y int) {
	s := u.s
	u.s.fillInfo()
	l := u.s.layout()
	switch at, ok := l.Port.At(x, y); {
	case ok:
		s.IsInspecting = true
		u.moveCursor(at)
		s.drag, s.dragAt = dragBoard, [2]int{x, y}
	case l.Timeline.Contains(x, y), l.Charts.Contains(x, y):
		s.drag = dragTime
		u.jumpToRound(l.Axis.Round(x))
	case l.Tabs.Contains(x, y):
		for t := range panel.NumTabs {
			if at := tabColumn(l.Tabs, t); x >= at && x < at+len(t.String()) {
				s.Tab, s.IsInspecting = t, false
			}
		}
	case l.Scores.Contains(x, y):
		for i, seat := range s.info.Seats() {
			if scoreRect(l.Scores, i).Contains(x, y) {
				u.toggleSeatHighlight(seat)
			}
		}
	default:
		u.clickList(&l, x, y)
	}
}

func (u *actions) clickList(l *Layout, x, y int) {
	s := u.s
	var g screen.Grid
	g.Resize(s.W, s.H)
	s.drawBoard(&g, l, s.Play.Round) // Draw the board first, because drawPanel needs its zoom.
	s.drawPanel(&g, l)
	u.toggleSeatHighlight(s.cards.SeatAt(x, y))
	rows := s.match.Index.Rows()
	if i := s.events.EventAt(x, y); i >= 0 {
		if n := rows.Find(s.Play.Round, i); n >= 0 {
			u.GoToRow(rows.At(n))
		}
	}
}

// toggleSeatHighlight toggles the highlight of a seat. It ignores negative seats.
func (u *actions) toggleSeatHighlight(seat int) {
	switch {
	case seat < 0:
	case int(u.s.HighlightedSeat) == seat+1:
		u.highlightSeat(0)
	default:
		u.highlightSeat(int8(seat) + 1)
	}
}

func (u *actions) dragTo(x, y int) {
	s := u.s
	if s.drag == dragNothing {
		return
	}
	l, _ := u.s.placeBoard()
	if s.drag == dragTime {
		u.goTo(s.place().WithRound(l.Axis.Round(x)))
		return
	}
	p := &l.Port
	from, ok := p.At(s.dragAt[0], s.dragAt[1])
	to, ok2 := p.At(x, y)
	if ok && ok2 && from != to && !p.ShowsAll() {
		s.IsInspecting = false
		u.panTo(p.Top+from.Row-to.Row, p.Left+from.Col-to.Col)
		s.dragAt = [2]int{x, y}
	}
}

func (u *actions) zoomAtMouse(n, x, y int) {
	port := u.s.port()
	at, ok := port.At(x, y)
	if !ok {
		at = u.center()
	}
	u.zoomAt(n, at)
}
