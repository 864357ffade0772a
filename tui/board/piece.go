package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
)

// A Piece is a cell of the board for pictures of pixels.
type Piece struct {
	Ground screen.Color
	Color  screen.Color // of what is on it
	Shape  rune         // of what is on it, or 0
	Unit   bool
	Wide   bool // it fills the cell
}

// Piece returns cell i of a frame.
func (k *Looks) Piece(f *sim.Frame, i int) Piece {
	night := 0
	if f.Dark {
		night = 1
	}
	c := &f.Cells[i]
	var u *sim.Unit
	if uint(c.Unit) < uint(len(f.Units)) {
		u = &f.Units[c.Unit]
	}
	p := Piece{Ground: k.back(c, k.shade(night, 0))}
	if t, o, unit := k.on(c, u); t != nil {
		p.Color, p.Shape, p.Unit, p.Wide = t.color[o], t.shape, unit, t.wide
	}
	return p
}
