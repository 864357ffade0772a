package board

import (
	"game-tui/sim"
	"game-tui/tui/screen"
)

// Piece is a cell of the board as a picture shows it that is made of pixels.
type Piece struct {
	Ground screen.Color
	Color  screen.Color // of what stands there
	Shape  rune         // of what stands there; 0: nothing does
	Unit   bool
	Wide   bool // what stands there fills its cell; such a unit is larger
}

// Piece is a cell of a frame, by its index there.
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
