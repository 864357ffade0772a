package watch

import "game-tui/tui/screen"

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
	switch e.Kind {
	case Press:
		u.s.Notice = ""
		switch {
		case p == nil:
			u.click(e.X, e.Y)
		case p.where()&(InRound|InHelp) != 0:
			u.s.pop()
		default:
			if list, ok := p.(choosing); ok {
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
	case (screen.Rect{X: l.Panel.X, Y: l.Panel.Y, W: l.Panel.W, H: 1}).Has(x, y):
		nextTab(u)
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
