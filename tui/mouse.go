package tui

import (
	tea "charm.land/bubbletea/v2"

	"game-tui/tui/screen"
)

// dragKind is what a pressed button moves.
type dragKind uint8

const (
	dragNothing dragKind = iota
	dragTime             // the round, along the timeline
	dragBoard            // the viewport
)

// mouse takes in clicks, drags and the wheel.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	e := msg.Mouse()
	switch msg.(type) {
	case tea.MouseClickMsg:
		if e.Button == tea.MouseLeft {
			m.click(e.X, e.Y)
		}
	case tea.MouseMotionMsg:
		m.dragTo(e.X, e.Y)
	case tea.MouseReleaseMsg:
		m.drag = dragNothing
	case tea.MouseWheelMsg:
		m.wheel(e)
	}
	return nil
}

func (m *Model) click(x, y int) {
	m.view.Notice = ""
	if m.view.Help || m.view.All {
		m.view.Help, m.view.All = false, false
		return
	}
	l := m.drawer.Layout(&m.view)
	switch at, ok := l.Port.At(x, y); {
	case ok:
		m.view.Inspect = true
		m.point(at)
		m.drag, m.dragAt = dragBoard, [2]int{x, y}
	case l.Bar.Has(x, y), l.Chart.Has(x, y):
		m.drag = dragTime
		m.dragTo(x, y)
	case (screen.Rect{X: l.Panel.X, Y: l.Panel.Y, W: l.Panel.W, H: 1}).Has(x, y):
		nextTab(m)
	}
}

func (m *Model) dragTo(x, y int) {
	l := m.drawer.Layout(&m.view)
	switch m.drag {
	case dragTime:
		m.move(m.view.Play.Go(l.Axis.Round(x)))
	case dragBoard:
		p := &l.Port
		from, ok := p.At(m.dragAt[0], m.dragAt[1])
		to, ok2 := p.At(x, y)
		if ok && ok2 && from != to && !p.Whole() {
			m.view.Inspect = false
			m.pan(p.Top+from.Row-to.Row, p.Left+from.Col-to.Col)
			m.dragAt = [2]int{x, y}
		}
	}
}

// wheel zooms around the cell under the mouse, or scrolls what is long.
func (m *Model) wheel(e tea.Mouse) {
	n := 1
	if e.Button == tea.MouseWheelDown {
		n = -1
	} else if e.Button != tea.MouseWheelUp {
		return
	}
	if m.scrolls() {
		m.view.Scroll = max(m.view.Scroll-3*n, 0)
		return
	}
	port := m.drawer.Layout(&m.view).Port
	at, ok := port.At(e.X, e.Y)
	if !ok {
		at = m.center()
	}
	m.zoomAt(n, at)
}
