package harrypotter

import (
	"errors"

	"game-tui/sim"
	"game-tui/sim/grid"
)

var errFull = errors.New("invalid board: there is no free cell left")

// choosePlace draws a place for a new thing: a good one where there is any,
// otherwise any free cell. It fails when no cell is free.
func (b *Board) choosePlace() (sim.Pos, error) {
	good := b.good()
	return b.pick(&good)
}

// chooseVoldemort is choosePlace inside the border; the last resort does not
// keep to that.
func (b *Board) chooseVoldemort() (sim.Pos, error) {
	good := b.good()
	good[0], good[Rows-1] = 0, 0
	for i := range good {
		good[i] &= inner
	}
	return b.pick(&good)
}

func (b *Board) pick(good *grid.Rows) (sim.Pos, error) {
	if p, ok := good.Pick(&b.Rand); ok {
		return p, nil
	}
	free := b.free()
	if p, ok := free.Try(&b.Rand, Rows, Cols); ok {
		return p, nil
	}
	return sim.Pos{}, errFull
}

// good returns the free cells that have no unit, no book and no Voldemort
// within two cells.
func (b *Board) good() grid.Rows {
	var busy grid.Rows
	for i := range busy {
		busy[i] = b.unitRow[i] | b.bookRow[i]
	}
	if b.vold.Row >= 0 {
		busy.Set(b.vold.Row, b.vold.Col)
	}
	return busy.Apart(b.walls)
}

// free returns the cells that have no wall, no unit and no book.
func (b *Board) free() (r grid.Rows) {
	for i := range r {
		r[i] = ^(b.walls[i] | b.unitRow[i] | b.bookRow[i]) & grid.Full
	}
	return r
}

// isFree reports whether a cell is one of those.
func (b *Board) isFree(p sim.Pos) bool {
	return (b.walls[p.Row]|b.unitRow[p.Row]|b.bookRow[p.Row])>>p.Col&1 == 0
}
