package harrypotter

import (
	"errors"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// maxTries bounds a loop that the official engine leaves to luck: a try for
// the last free cell of a board fails 3599 times in 3600.
const maxTries = 1_000_000

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
	if p, ok := good.Pick(&b.rand); ok {
		return p, nil
	}
	if b.free() == 0 {
		return sim.Pos{}, errFull
	}
	for range maxTries {
		i := b.rand.Random(0, Rows-1)
		j := b.rand.Random(0, Cols-1)
		if p := (sim.Pos{Row: i, Col: j}); b.isFree(p) {
			return p, nil
		}
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
	r := busy.Near()
	for i := range r {
		r[i] = ^(r[i] | b.walls[i]) & grid.Full
	}
	return r
}

// things are the cells with a wall, a unit or a book.
func (b *Board) things() (r grid.Rows) {
	for i := range r {
		r[i] = b.walls[i] | b.unitRow[i] | b.bookRow[i]
	}
	return r
}

// isFree reports whether a cell of the board has no wall, unit nor book.
func (b *Board) isFree(p sim.Pos) bool {
	return (b.walls[p.Row]|b.unitRow[p.Row]|b.bookRow[p.Row])>>p.Col&1 == 0
}

// free is the number of free cells.
func (b *Board) free() int {
	things := b.things()
	return Rows*Cols - things.Count()
}
