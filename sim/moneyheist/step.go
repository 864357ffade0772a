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
	if b.round >= b.set.Rounds() {
		return sim.ErrOver
	}
	if err := b.check(); err != nil {
		return err
	}
	b.deeds.reset()
	t.Done = b.playOrders(&t.Orders)
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

// playOrders executes the orders of all players, the next player drawn each
// time among those that have orders left.
func (b *Board) playOrders(orders *[sim.Seats][]sim.Submitted) []sim.Order {
	var next [sim.Seats]int
	var players [sim.Seats]int // those with orders left, ascending
	n, total := 0, 0
	for pl := range sim.Seats {
		queued := b.filter(orders[pl], int8(pl))
		total += queued
		if next[pl] = following(orders[pl], 0); queued > 0 {
			players[n] = pl
			n++
		}
	}
	done := make([]sim.Order, 0, total)
	for n > 0 {
		k := b.rand.Random(1, n) - 1
		pl := players[k]
		o := &orders[pl][next[pl]]
		if o.Fate = b.execute(&o.Order); o.Fate == sim.FateExecuted {
			done = append(done, o.Order)
		}
		next[pl] = following(orders[pl], next[pl]+1)
		if next[pl] == len(orders[pl]) {
			copy(players[k:], players[k+1:n])
			n--
		}
	}
	b.changed = b.changed || len(done) > 0
	return done
}

// filter marks the orders for units that the player does not own at the start
// of the round, and counts the others.
func (b *Board) filter(orders []sim.Submitted, player int8) (queued int) {
	for i := range orders {
		o := &orders[i]
		switch {
		case o.Fate == sim.FateOut:
		case uint32(o.Unit) >= uint32(len(b.units)) || b.units[o.Unit].player != player:
			o.Fate = sim.FateForeign
		default:
			o.Fate = sim.FateUnknown
			queued++
		}
	}
	return queued
}

// following finds the first order from i on that waits to be executed.
func following(orders []sim.Submitted, i int) int {
	for i < len(orders) && orders[i].Fate != sim.FateUnknown {
		i++
	}
	return i
}
