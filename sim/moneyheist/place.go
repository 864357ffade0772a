package moneyheist

import (
	"errors"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// How things come onto the board: section 6 of the rules.

// The official engine tries cells for ever; one free cell among 3600 is found
// long before this.
const maxTries = 10_000_000

var (
	errFull   = errors.New("no free cell is left")
	errBorder = errors.New("a safe would stand on the border: the board is too crowded")
	errGold   = errors.New("an opened safe has lost its gold: the board is too crowded")
)

// choosePlace draws where a thing appears: a cell without anything in the 5×5 square
// around it or, on a crowded board, any empty cell.
func (b *Board) choosePlace() (sim.Pos, error) {
	if !b.goodKnown {
		near := b.busy()
		near = near.Near()
		for i := range near {
			b.good[i] = ^(near[i] | b.building.wall[i]) & grid.Full
		}
		b.goodKnown = true
	}
	if p, ok := b.good.Pick(&b.rand); ok {
		b.good.ClearNear(p.Row, p.Col)
		return p, nil
	}
	return b.chooseAny()
}

// chooseGold draws the middle of a new safe: the 5×5 square around it is free of
// walls too, and on the board whole.
func (b *Board) chooseGold() (sim.Pos, error) {
	free := b.goldPlaces()
	if p, ok := free.Pick(&b.rand); ok {
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

// chooseAny draws cells until one is empty. From then on the board may break
// the rules of check.
func (b *Board) chooseAny() (sim.Pos, error) {
	b.crowded = true
	free := 0
	for i := range Rows {
		for j := range Cols {
			if b.empty(i, j) {
				free++
			}
		}
	}
	for range maxTries {
		if free == 0 {
			break
		}
		p := sim.Pos{Row: b.rand.Random(0, Rows-1)}
		p.Col = b.rand.Random(0, Cols-1)
		if b.empty(p.Row, p.Col) {
			return p, nil
		}
	}
	return sim.Pos{}, errFull
}

// things that keep others away; walls do not.
func (b *Board) busy() (r grid.Rows) {
	for i := range r {
		r[i] = b.unit[i] | b.health[i] | b.poison[i] | b.money[i] | b.building.door[i] | b.building.gold[i]
	}
	return r
}

// empty reports the kit's test for a free cell, which is blind to gold.
func (b *Board) empty(i, j int) bool {
	taken := b.building.wall[i] | b.unit[i] | b.health[i] | b.poison[i] | b.money[i] | b.building.door[i]
	return taken>>uint(j)&1 == 0
}
