package match

import (
	"game-tui/tui/panel"
	"game-tui/tui/screen"
)

// dragKind is what a pressed button moves.
type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTime             // the round, along the timeline
	dragBoard            // the viewport
)

// pointer takes in clicks, drags and the wheel.
func (u *update) pointer(e Pointer) {
	p := u.s.top()
	if p == nil {
		e = u.inFront(e)
	}
	switch e.Kind {
	case Press:
		key := u.footer(e.X, e.Y)
		u.s.Notice = ""
		switch {
		case key != nil:
			u.key = Key{Name: key.Keys[0]}
			key.do(u)
		case p == nil:
			u.click(e.X, e.Y)
		case p.where()&(InRound|InHelp) != 0:
			u.s.pop()
		default:
			if list, ok := p.(clicked); ok {
				list.click(u, e.X, e.Y)
			}
		}
	case Drag:
		u.dragTo(e.X, e.Y)
	case Release:
		u.s.drag = dragNothing
	case WheelUp, WheelDown:
		n := 1
		if e.Kind == WheelDown {
			n = -1
		}
		if p != nil {
			scroll(-3 * n)(u)
			return
		}
		u.wheel(n, e.X, e.Y)
	}
}

// inFront puts of two matches side by side the one in front that is pressed, and
// returns where in its own part the mouse is.
func (u *update) inFront(e Pointer) Pointer {
	if !u.v.sideBySide(&u.s) {
		return e
	}
	if e.Kind != Drag && e.Kind != Release {
		u.turnTo(e.X > (u.s.W-halfGap)/2)
	}
	at := u.v.windowOf(&u.s)
	e.X, e.Y = e.X-at.X, e.Y-at.Y
	return e
}

func (u *update) click(x, y int) {
	s := &u.s
	l := u.v.Layout(s)
	switch at, ok := l.Port.At(x, y); {
	case ok:
		s.Inspect = true
		u.point(at)
		s.drag, s.dragAt = dragBoard, [2]int{x, y}
	case l.Bar.Has(x, y), l.Chart.Has(x, y):
		s.drag = dragTime
		u.jumpRound(l.Axis.Round(x))
	case l.Events.Has(x, y):
		u.clickEvent(&l, x, y)
	case tabsOf(l.Panel, s).Has(x, y):
		u.clickTab(&l, x)
	case l.Panel.Has(x, y):
		u.clickCard(&l, x, y)
	case l.Scores.Has(x, y):
		u.clickScore(&l, x)
	}
}

// footer is the key that the last row names at a cell, or nil.
func (u *update) footer(x, y int) *Binding {
	if y != u.s.H-1 {
		return nil
	}
	return u.keyAt(x)
}

// clickEvent goes to the event of a line.
func (u *update) clickEvent(l *Layout, x, y int) {
	s, v := &u.s, u.v
	v.fillInfo(s, v.load(s))
	if i := panel.EventAt(l.Events, &v.info, x, y); i >= 0 {
		u.stopAt(s.Play.Round, i)
	}
}

// clickTab shows the tab whose name is there, or the next one.
func (u *update) clickTab(l *Layout, x int) {
	for t := range panel.Tabs {
		if at, n := tabAt(l.Panel, t); x >= at && x < at+n {
			u.s.Tab, u.s.Inspect = t, false
			return
		}
	}
	tab(1)(u)
}

// clickCard puts the player in front whose card is there.
func (u *update) clickCard(l *Layout, x, y int) {
	s, v := &u.s, u.v
	var g screen.Grid
	g.Resize(s.W, s.H)
	v.fillInfo(s, v.load(s))
	u.clickSeat(panel.CardAt(&v.info, x, y, func() { v.drawPanel(&g, l, s) }))
}

// clickScore puts the player in front whose score is there.
func (u *update) clickScore(l *Layout, x int) {
	s, v := &u.s, u.v
	v.fillInfo(s, v.load(s))
	for i, seat := range v.info.Seats() {
		if scoreAt(l.Scores, i).Has(x, l.Scores.Y) {
			u.clickSeat(seat)
		}
	}
}

// clickSeat puts a player in front, or nobody if it is there already. A seat below 0 is
// none.
func (u *update) clickSeat(seat int) {
	switch {
	case seat < 0:
	case int(u.s.Front) == seat+1:
		u.putInFront(0)
	default:
		u.putInFront(int8(seat) + 1)
	}
}

func (u *update) dragTo(x, y int) {
	s := &u.s
	if s.drag == dragNothing {
		return
	}
	l := u.v.Layout(s)
	if s.drag == dragTime {
		u.visit(s.Place().in(l.Axis.Round(x)))
		return
	}
	p := &l.Port
	from, ok := p.At(s.dragAt[0], s.dragAt[1])
	to, ok2 := p.At(x, y)
	if ok && ok2 && from != to && !p.Whole() {
		s.Inspect = false
		u.pan(p.Top+from.Row-to.Row, p.Left+from.Col-to.Col)
		s.dragAt = [2]int{x, y}
	}
}

// wheel zooms around the cell under the mouse.
func (u *update) wheel(n, x, y int) {
	port := u.v.Layout(&u.s).Port
	at, ok := port.At(x, y)
	if !ok {
		at = u.center()
	}
	u.zoomAt(n, at)
}
