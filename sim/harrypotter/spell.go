package harrypotter

import (
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// castSpell gives a clan 15 % of the open cells without unit, drawn among
// those that it does not own yet.
func (b *Board) castSpell(id int, solution []int32) sim.Fate {
	ghost := &b.units[id]
	switch {
	case id >= sim.Seats:
		return FateNoGhost
	case b.Played > b.set.LastSpellRound():
		return FateLate
	case ghost.rounds != 0:
		return FateResting
	case b.cast:
		return FateOneSpell
	case !solves(&b.spell, solution):
		return FateWrong
	}
	b.cast = true
	ghost.rounds = int32(b.set.RoundsSpellRestingGhost)

	n := b.spellCells(ghost.player)
	// 15 % is of all the cells, the clan's own included, and 0.15 is the
	// double of that name: as in the official engine.
	take := min(int(float64(n)*0.15), len(b.cells))
	b.permutated = b.Rand.Permutation(len(b.cells), b.permutated)
	for _, k := range b.permutated[:take] {
		b.own(int(b.cells[k]), ghost.player)
	}
	b.tell(sim.NewEvent(EventSpell, ghost.player, int32(id), sim.At(ghost.pos())).With(int32(take), 0))
	return sim.FateExecuted
}

// spellCells collects the open cells without unit that a clan does not own in
// b.cells, and returns the number of open cells without unit.
func (b *Board) spellCells(clan int8) int {
	n := 0
	b.cells = b.cells[:0]
	for i := range Rows {
		m := ^(b.walls[i] | b.unitRow[i]) & grid.Full
		n += bits.OnesCount64(m)
		for ; m != 0; m &= m - 1 {
			cell := at(i, bits.TrailingZeros64(m))
			if b.grid[cell] != '0'+byte(clan) {
				b.cells = append(b.cells, int16(cell))
			}
		}
	}
	return n
}
