package moneyheist

import (
	"slices"

	"game-tui/sim"
)

// thisRound is what happened so far in the round that is being played.
type thisRound struct {
	killed                             [sim.Seats][]loss // soldiers, by the clan that killed them
	opened                             [sim.Seats][]loss // safes, by the clan that opened them
	professors                         [sim.Seats]int    // how many each clan killed
	gains                              [sim.Seats]int    // money of each clan
	moneyItems, healthKits, poisonKits int
	events                             []sim.Event
}

// loss is a soldier killed or a safe opened, and the event that tells it:
// where it comes back is drawn at the end of the round only.
type loss struct {
	id    int32
	event int
}

// reset forgets the round and keeps the memory.
func (d *thisRound) reset() {
	for pl := range sim.Seats {
		d.killed[pl], d.opened[pl] = d.killed[pl][:0], d.opened[pl][:0]
	}
	*d = thisRound{killed: d.killed, opened: d.opened, events: d.events[:0]}
}

func (d *thisRound) tell(e sim.Event) { d.events = append(d.events, e) }

// Step plays one round. Where the board is broken before the round, t.Done
// stays nil: the official engine then stops without a word on the round.
func (b *Board) Step(t *sim.Turn) error {
	if err := b.check(); err != nil {
		return err
	}
	b.begin()
	t.Execute(&b.rand, b.owner, b.execute)
	b.changed = b.changed || len(t.Done) > 0
	err := b.finish()
	t.Events = slices.Clone(b.events)
	return err
}

// begin forgets what happened in the round before.
func (b *Board) begin() {
	b.state, b.goodKnown = nil, false
	b.thisRound.reset()
}

// owner is the seat of a unit, -1 where there is none.
func (b *Board) owner(unit int32) int {
	if uint32(unit) >= uint32(len(b.units)) {
		return -1
	}
	return int(b.units[unit].player)
}
