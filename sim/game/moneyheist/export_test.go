package moneyheist

import "game-tui/sim"

// This file exports internals for tests of single steps of a round.

// Replay plays a round from its executed orders. The generator also makes one draw per refused
// order, as in the original round.
func (b *Board) Replay(done []sim.Order, refused int) (sim.Outcome, error) {
	b.beginRound()
	for i := range done {
		if f := b.execute(&done[i]); f != sim.OutcomeExecuted {
			return f, nil
		}
	}
	for range len(done) + refused {
		b.Rand.Random(0, 0)
	}
	b.changed = true
	return sim.OutcomeExecuted, b.finishRound()
}

// Tally returns the soldiers and professors killed and the safes opened by a clan. If the tally is
// unknown, ok is false.
func (s *State) Tally(pl int) (soldiers, professors, safes int, ok bool) {
	t := s.tally[pl]
	return t.soldiers, t.professors, t.safes, s.tallyKnown
}
