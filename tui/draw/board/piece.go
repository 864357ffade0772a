package board

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

// A PictureCell describes how to paint one board cell in a pixel image.
type PictureCell struct {
	Ground screen.Color
	Color  screen.Color // colour of the unit or item
	Shape  rune         // shape of the unit or item, or 0 if the cell is empty
	Unit   bool
	Wide   bool // whether the shape fills the cell
}

// PictureCell describes the cell with index i in a frame.
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
