package moneyheist

import "game-tui/sim"

// deeds is what happened so far in the round that is being played.
type deeds struct {
	killed                             [sim.Seats][]deed // soldiers, by the clan that killed them
	opened                             [sim.Seats][]deed // safes, by the clan that opened them
	professors                         [sim.Seats]int    // how many each clan killed
	gains                              [sim.Seats]int    // money of each clan
	moneyItems, healthKits, poisonKits int
	events                             []sim.Event
}

// deed is a soldier killed or a safe opened, and the event that tells it:
// where it comes back is drawn at the end of the round only.
type deed struct {
	id    int32
	event int
}

// reset forgets the round and keeps the memory.
func (d *deeds) reset() {
	for pl := range sim.Seats {
		d.killed[pl], d.opened[pl] = d.killed[pl][:0], d.opened[pl][:0]
	}
	*d = deeds{killed: d.killed, opened: d.opened, events: d.events[:0]}
}

func (d *deeds) tell(e sim.Event) { d.events = append(d.events, e) }

// Step plays one round. Where the board is broken before the round, t.Done
// stays nil: the official engine then stops without a word on the round.
func (b *Board) Step(t *sim.Turn) error {
	if err := b.check(); err != nil {
		return err
	}
	b.deeds.reset()
	t.Execute(&b.rand, b.owner, b.execute)
	b.changed = b.changed || len(t.Done) > 0
	b.quietOK = false
	if err := b.regenerate(); err != nil {
		return err
	}
	b.count()
	b.tellRouts()
	t.Events = append([]sim.Event(nil), b.events...)
	b.round++
	b.state = nil
	return nil
}

// owner is the seat of a unit, -1 where there is none.
func (b *Board) owner(unit int32) int {
	if uint32(unit) >= uint32(len(b.units)) {
		return -1
	}
	return int(b.units[unit].player)
}
