package thepurge

import (
	"errors"

	"game-tui/sim"
)

var errFull = errors.New("no empty cell found for this seed")

// choosePlace draws a place for what comes back: an empty cell with nobody in the 5×5 square around it; it
// draws nothing when there is none.
func (b *Board) choosePlace() (sim.Pos, bool) {
	safe := b.empty
	for i := range b.citizens {
		p := &b.citizens[i].At
		safe.ClearNear(int(p.Row), int(p.Col))
	}
	return safe.Pick(&b.Rand)
}

// chooseAny draws cells until one is empty.
func (b *Board) chooseAny() (sim.Pos, error) {
	if p, ok := b.empty.Try(&b.Rand, b.set.BoardRows, b.set.BoardCols); ok {
		return p, nil
	}
	return sim.Pos{}, errFull
}
