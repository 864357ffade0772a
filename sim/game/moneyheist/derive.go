package moneyheist

import "game-tui/sim"

// Derive replays the executed orders on before. The random results come from after, so all events
// are certain if the orders are valid. If before's tally is known and the orders explain after's
// scores, the returned state has a complete tally.
func (game) Derive(before sim.State, done []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	b, next := boardFrom(before.(*State), sim.Rand{}), after.(*State)
	for i := range done {
		if uint32(done[i].Unit) >= uint32(len(b.units)) || b.execute(&done[i]) != sim.OutcomeExecuted {
			break
		}
	}
	b.applyReturns(next)
	b.updateScores()
	b.addMassacres()
	if !b.tallyKnown || b.SeatScores != after.Scores() {
		return b.events, after
	}
	full := *next
	full.tally, full.tallyKnown = b.tally, true
	return b.events, &full
}

// applyReturns is like regenerate, but takes the results from after instead of drawing them.
func (b *Board) applyReturns(after *State) {
	for pl := range sim.Seats {
		u := &b.units[pl]
		if u.rounds == 0 {
			continue
		}
		if u.rounds--; u.rounds == 0 && after.units[pl].rounds == 0 {
			*u = after.units[pl]
			b.addRebirth(pl)
		}
	}
	for pl := range sim.Seats {
		for _, d := range b.killed[pl] {
			u, e := &after.units[d.id], &b.events[d.event]
			e.To, e.A = sim.NewPos16(u.pos()), int32(u.player)
		}
		for _, d := range b.opened[pl] {
			b.events[d.event].To = after.building.doors[d.id]
		}
	}
}
