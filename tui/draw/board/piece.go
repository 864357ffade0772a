package board

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

// A PictureCell is a cell of the board for pictures of pixels.
type PictureCell struct {
	Ground screen.Color
	Color  screen.Color // of the unit or item
	Shape  rune         // of the unit or item, or 0
	Unit   bool
	Wide   bool // fills the cell
}

// PictureCell returns cell i of a frame.
func (k *Skin) PictureCell(f *sim.Frame, i int) PictureCell {
	c := &f.Cells[i]
	var u *sim.Unit
	if uint(c.Unit) < uint(len(f.Units)) {
		u = &f.Units[c.Unit]
	}
	p := PictureCell{Ground: k.groundAt(c, k.groundColors(nightIndex(f), 0))}
	if t, o, unit := k.glyphAt(c, u); t != nil {
		p.Color, p.Shape, p.Unit, p.Wide = t.color[o], t.shape, unit, t.wide
	}
	return p
}
