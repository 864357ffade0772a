package ui

import (
	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// Scrolled is a page that goes up and down by lines.
type Scrolled interface{ Scroll(n int) Page }

// Typed is a page into which something is typed.
type Typed interface {
	Input() component.Input
	Edited(in component.Input) Page
	Accept(u *Update)
	Cancel() Page // nil closes it
	// InFooter reports whether it is typed in the last row, in place of the keys.
	InFooter() bool
}

// Clicked is a page that takes clicks of its own.
type Clicked interface{ Click(u *Update, x, y int) }

// Distances that depend on the page.
const (
	onePage = 1 << 10
	toEnd   = 1 << 20
)

// Lines is a distance for a page of h lines.
func Lines(n, h int) int {
	switch n {
	case onePage:
		return max(h-1, 1)
	case -onePage:
		return -max(h-1, 1)
	}
	return n
}

// Over is the frame of a page over a view as large as it may be.
func Over(w, h int) screen.Rect { return screen.Rect{Y: 1, W: min(w, 112), H: h - 3} }

// Inside is the room in a frame.
func Inside(r screen.Rect) screen.Rect {
	return screen.Rect{X: r.X + 2, Y: r.Y + 1, W: max(r.W-4, 1), H: max(r.H-2, 1)}
}
