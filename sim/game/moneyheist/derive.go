package moneyheist

import "game-tui/sim"

// Derive replays the executed orders on before. The random results come from after, so all events
// are certain if the orders are valid. If before's tally is known and the orders explain after's
// scores, the returned state has a complete tally.
func (game) Derive(before sim.State, executed []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	b, next := boardFrom(before.(*State), sim.Rand{}), after.(*State)
	for i := range executed {
		if uint32(executed[i].Unit) >= uint32(len(b.units)) || b.execute(&executed[i]) != sim.OutcomeExecuted {
			break
		}
	}
	b.applyReturns(next)
	b.updateScores()
	b.addMassacreEvents()
	if !b.tallyKnown || b.SeatScores != after.Scores() {
		return b.events, after
	}
	full := *next
	full.tally, full.tallyKnown = b.tally, true
	return b.events, &full
}

// applyReturns is like regenerate, but takes the results from after instead of drawing them.
func (b *Board) applyReturns(after *State) {
	for clan := range sim.Seats {
		u := &b.units[clan]
		if u.rounds == 0 {
			continue
		}
		if u.rounds--; u.rounds == 0 && after.units[clan].rounds == 0 {
			*u = after.units[clan]
			b.addRebirthEvent(clan)
		}
	}
	for clan := range sim.Seats {
		for _, d := range b.killed[clan] {
			u, e := &after.units[d.id], &b.events[d.eventIndex]
			e.To, e.A = sim.NewPos16(u.pos()), int32(u.player)
		}
		for _, d := range b.opened[clan] {
			b.events[d.eventIndex].To = after.building.doors[d.id]
		}
	}
}
