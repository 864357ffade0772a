package moneyheist

import "game-tui/sim"

// What the tests of the check list look at between the parts of a round.

// Stages makes a board that has its walls stage by stage, and calls seen before
// each and after the last.
func Stages(b *Board, seen func(stage int, b *Board)) error {
	stages := b.stages()[1:]
	for k, fill := range stages {
		seen(k, b)
		if err := fill(); err != nil {
			return err
		}
	}
	seen(len(stages), b)
	return nil
}

// Bare makes a board with walls only.
func Bare(set *Settings, seed int32) (*Board, error) {
	b := newBoard(set, seed)
	return b, b.drawWalls()
}

// GoldSpots is the number of places for a new safe.
func (b *Board) GoldSpots() int {
	free := b.goldPlaces()
	return free.Count()
}

// AddBox places safe k.
func (b *Board) AddBox(k int) error {
	g, err := b.chooseGold()
	if err != nil {
		return err
	}
	return b.putBox(g, k)
}

// Replay plays a round of which only the executed orders are known: after them
// the generator has made as many draws more as orders were refused.
func (b *Board) Replay(done []sim.Order, refused int) (sim.Fate, error) {
	b.begin()
	for i := range done {
		if f := b.execute(&done[i]); f != sim.FateExecuted {
			return f, nil
		}
	}
	for range len(done) + refused {
		b.Rand.Random(0, 0)
	}
	b.changed = true
	return sim.FateExecuted, b.finish()
}

// PlayOrders does what Step does before it regenerates.
func (b *Board) PlayOrders(t *sim.Turn) {
	b.begin()
	t.Execute(&b.Rand, b.owner, b.execute)
}

// Verify checks the board whether it is crowded or not.
func (b *Board) Verify() error { return b.verify() }
