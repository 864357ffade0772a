package match

import (
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/panel"
	"game-tui/tui/ui"
)

func (u *actions) pointer(e ui.Pointer) {
	e = u.inFront(e)
	switch e.Kind {
	case ui.Press:
		u.click(e.X, e.Y)
	case ui.Drag:
		u.dragTo(e.X, e.Y)
	case ui.Release:
		u.s.drag = dragNothing
	case ui.WheelUp:
		u.wheel(1, e.X, e.Y)
	case ui.WheelDown:
		u.wheel(-1, e.X, e.Y)
	}
}

// inFront brings the clicked match of a comparison to the front. It returns the event in the
// coordinates of that match.
func (u *actions) inFront(e ui.Pointer) ui.Pointer {
	if !u.s.sideBySide(u.s.W, u.s.H) {
		return e
	}
	if e.Kind != ui.Drag && e.Kind != ui.Release {
		u.bringToFront(e.X > (u.s.W-halfGap)/2)
	}
	at := u.s.windowOf()
	e.X, e.Y = e.X-at.X, e.Y-at.Y
	return e
}

func (u *actions) click(x, y int) {
	s := u.s
	u.s.fillInfo()
	l := u.s.layout()
	switch at, ok := l.Port.At(x, y); {
	case ok:
		s.Inspect = true
		u.moveCursor(at)
		s.drag, s.dragAt = dragBoard, [2]int{x, y}
	case l.Bar.Contains(x, y), l.Charts.Contains(x, y):
		s.drag = dragTime
		u.JumpRound(l.Axis.Round(x))
	case l.Tabs.Contains(x, y):
		for t := range panel.Tabs {
			if at := tabColumn(l.Tabs, t); x >= at && x < at+len(t.String()) {
				s.Tab, s.Inspect = t, false
			}
		}
	case l.Scores.Contains(x, y):
		for i, seat := range s.info.Seats() {
			if scoreRect(l.Scores, i).Contains(x, y) {
				u.clickSeat(seat)
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
	s.drawBoard(&g, l, s.Play.Round) // drawPanel needs the zoom of the board
	s.drawPanel(&g, l)
	u.clickSeat(s.cards.SeatAt(x, y))
	rows := s.match.Index.Rows()
	if i := s.events.EventAt(x, y); i >= 0 {
		if n := rows.Find(s.Play.Round, i); n >= 0 {
			u.GoToRow(rows.At(n))
		}
	}
}

// clickSeat toggles the highlight of a seat. It ignores negative seats.
func (u *actions) clickSeat(seat int) {
	switch {
	case seat < 0:
	case int(u.s.Front) == seat+1:
		u.putInFront(0)
	default:
		u.putInFront(int8(seat) + 1)
	}
}

func (u *actions) dragTo(x, y int) {
	s := u.s
	if s.drag == dragNothing {
		return
	}
	l, _ := u.s.placeBoard()
	if s.drag == dragTime {
		u.goTo(s.place().InRound(l.Axis.Round(x)))
		return
	}
	p := &l.Port
	from, ok := p.At(s.dragAt[0], s.dragAt[1])
	to, ok2 := p.At(x, y)
	if ok && ok2 && from != to && !p.ShowsAll() {
		s.Inspect = false
		u.panTo(p.Top+from.Row-to.Row, p.Left+from.Col-to.Col)
		s.dragAt = [2]int{x, y}
	}
}

func (u *actions) wheel(n, x, y int) {
	port := u.s.port()
	at, ok := port.At(x, y)
	if !ok {
		at = u.center()
	}
	u.zoomAt(n, at)
}
