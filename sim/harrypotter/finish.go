package harrypotter

import "game-tui/sim"

// finish is what follows the orders of a round, in the order that the
// generator's draws demand.
func (b *Board) finish() error {
	b.moveVoldemort()
	b.strike()
	if err := b.returnDead(); err != nil {
		return err
	}
	b.countDown()
	if err := b.returnBooks(); err != nil {
		return err
	}
	for pl := range b.Points {
		b.Points[pl] = b.acc[pl] + b.owned[pl]*b.set.PointsPerOwnedCell
	}
	b.makeIngredients()
	b.Played++
	return b.check()
}

// returnDead brings the killed back: wizards at a random place in a random
// clan, then ghosts, who have to rest again.
func (b *Board) returnDead() error {
	for pl := range b.dead {
		for _, id := range b.dead[pl] {
			p, err := b.choosePlace()
			if err != nil {
				return err
			}
			u := &b.units[id]
			u.player, u.rounds, u.next = int8(b.Rand.Random(0, sim.Seats-1)), 0, -1
			b.wizards[u.player]++
			b.reborn(int(id), p)
		}
		b.dead[pl] = b.dead[pl][:0]
	}
	for pl := range b.deadGhost {
		if !b.deadGhost[pl] {
			continue
		}
		b.deadGhost[pl] = false
		p, err := b.choosePlace()
		if err != nil {
			return err
		}
		u := &b.units[pl]
		u.rounds, u.next = int32(b.set.RoundsSpellRestingGhost), -1
		b.reborn(pl, p)
	}
	return nil
}

// reborn places a killed unit and completes the event of its death.
func (b *Board) reborn(id int, p sim.Pos) {
	b.putUnit(id, p)
	for i := len(b.events) - 1; i >= 0; i-- {
		if e := &b.events[i]; e.Kind == EventDeath && int(e.Target) == id {
			e.To, e.A = sim.At(p), int32(b.units[id].player)
			return
		}
	}
}

// countDown lets ghosts rest and conversions go on by one round.
func (b *Board) countDown() {
	for i := range b.units {
		u := &b.units[i]
		if u.rounds == 0 {
			continue
		}
		u.rounds--
		if u.rounds == 0 && i >= sim.Seats {
			b.convert(i, int8(u.next), causeTime)
		}
	}
}

// returnBooks pays for the books that were read and places as many new ones as
// are gone.
func (b *Board) returnBooks() error {
	for pl, n := range b.read {
		b.strength[pl] += n * b.set.BookMagicStrength
		if err := b.addBooks(n); err != nil {
			return err
		}
	}
	return b.addBooks(b.destroyed)
}
