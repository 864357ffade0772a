package moneyheist

import "game-tui/sim"

// What the tests of the check list look at between the parts of a round.

// Replay plays a round of which only the executed orders are known: after them
// the generator has made as many draws more as orders were refused.
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

// Tally returns how many soldiers and professors a clan has killed and how many safes it has
// opened. OK is false if that is unknown.
func (s *State) Tally(pl int) (soldiers, professors, safes int, ok bool) {
	t := s.tally[pl]
	return t.soldiers, t.professors, t.safes, s.tallyKnown
}
