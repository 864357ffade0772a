package ui

import (
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
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

// Frame draws the border of a page with a title and a hint in it.
func Frame(g *screen.Grid, r screen.Rect, title, hint string, p *theme.Palette) {
	g.Box(r, screen.Style{FG: p.Line.FG, BG: p.Line.BG})
	g.Text(r.X+2, r.Y, r.W-4, " "+title+" ", p.Strong)
	g.Right(r.X, r.Y+r.H-1, r.W-2, " "+hint+" ", p.Dim)
}

// Inside is the room in a frame.
func Inside(r screen.Rect) screen.Rect {
	return screen.Rect{X: r.X + 2, Y: r.Y + 1, W: max(r.W-4, 1), H: max(r.H-2, 1)}
}
