package thepurge

import (
	"fmt"

	"game-tui/sim"
)

// maxDraws bounds a loop that the official program leaves to luck.
const maxDraws = 100_000

// choosePlace draws an empty cell with nobody in the 5×5 square around it; it
// draws nothing when there is none.
func (b *Board) choosePlace() (sim.Pos, bool) {
	safe := b.empty
	for i := range b.citizens {
		p := &b.citizens[i].At
		safe.ClearNear(int(p.Row), int(p.Col))
	}
	return safe.Pick(&b.rand)
}

// chooseAny draws cells until one is empty.
func (b *Board) chooseAny() (sim.Pos, error) {
	for range maxDraws {
		row := b.rand.Random(0, b.set.BoardRows-1)
		p := sim.Pos{Row: row, Col: b.rand.Random(0, b.set.BoardCols-1)}
		if b.empty.Has(p.Row, p.Col) {
			return p, nil
		}
	}
	return sim.Pos{}, fmt.Errorf("no empty cell found for this seed")
}
