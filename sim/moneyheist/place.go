package moneyheist

import (
	"errors"

	"game-tui/sim"
	"game-tui/sim/grid"
)

var (
	errFull   = errors.New("no free cell is left")
	errBorder = errors.New("a safe would stand on the border: the board is too crowded")
	errGold   = errors.New("an opened safe has lost its gold: the board is too crowded")
)

// choosePlace draws a place for a new thing: a cell with nothing in the 5×5 square
// around it or, on a crowded board, any free cell.
func (b *Board) choosePlace() (sim.Pos, error) {
	if !b.goodKnown {
		busy := b.busy()
		b.good = busy.Apart(&b.building.wall)
		b.goodKnown = true
	}
	if p, ok := b.good.Pick(&b.Rand); ok {
		b.good.ClearNear(p.Row, p.Col)
		return p, nil
	}
	return b.chooseAny()
}

// chooseGold draws the middle of a new safe: the 5×5 square around it is free of
// walls too, and on the board whole.
func (b *Board) chooseGold() (sim.Pos, error) {
	free := b.goldPlaces()
	if p, ok := free.Pick(&b.Rand); ok {
		return p, nil
	}
	return b.chooseAny()
}

func (b *Board) goldPlaces() (free grid.Rows) {
	const middle = grid.Full >> 4 << 2 // columns 2 … 57
	taken := b.busy()
	for i := range taken {
		taken[i] |= b.building.wall[i]
	}
	near := taken.Near()
	for i := 2; i < Rows-2; i++ {
		free[i] = ^near[i] & middle
	}
	return free
}

// chooseAny draws cells until one is free. From then on the board may break
// the rules of check.
func (b *Board) chooseAny() (sim.Pos, error) {
	b.crowded = true
	free := b.free()
	if p, ok := free.Try(&b.Rand, Rows, Cols); ok {
		return p, nil
	}
	return sim.Pos{}, errFull
}

// busy returns the cells with what keeps others away; walls do not.
func (b *Board) busy() (r grid.Rows) {
	for i := range r {
		r[i] = b.unit[i] | b.health[i] | b.poison[i] | b.money[i] | b.building.door[i] | b.building.gold[i]
	}
	return r
}

// free returns the cells that the kit takes for free: it is blind to gold.
func (b *Board) free() (r grid.Rows) {
	for i := range r {
		r[i] = ^(b.building.wall[i] | b.unit[i] | b.health[i] | b.poison[i] | b.money[i] | b.building.door[i]) & grid.Full
	}
	return r
}
