package record

import (
	"iter"
	"slices"

	"game-tui/sim"
)

// Events are those of the turns from one up to another, that one not included, as far as
// turn, which gives a turn by its number, has them; each with the number of its turn. Those of
// kinds that the legend does not have, which a file may name, are left out.
func Events(turn func(k int) *sim.Turn, l *sim.Legend, from, until int) iter.Seq2[int, *sim.Event] {
	return func(yield func(int, *sim.Event) bool) {
		for k := from; k < until; k++ {
			t := turn(k)
			if t == nil {
				return
			}
			for i := range t.Events {
				if e := &t.Events[i]; int(e.Kind) < len(l.Events) && !yield(k, e) {
					return
				}
			}
		}
	}
}

// OrdersOf is a turn with its orders only, as the board saw them, to be played again:
// those that were given, or where a recording does not say, those that were executed, by
// the seats of their units in the state before the turn.
func OrdersOf(before sim.State, turn *sim.Turn) *sim.Turn {
	again := &sim.Turn{Round: turn.Round}
	if turn.Known&sim.KnownOrders == 0 {
		var f sim.Frame
		before.Fill(&f)
		for _, o := range turn.Done {
			i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == o.Unit && u.Seat >= 0 })
			if i >= 0 {
				seat := f.Units[i].Seat
				again.Orders[seat] = append(again.Orders[seat], sim.Submitted{Order: o})
			}
		}
		return again
	}
	for seat, orders := range turn.Orders {
		for _, o := range orders {
			if o.Fate != sim.FateOut {
				again.Orders[seat] = append(again.Orders[seat], sim.Submitted{Order: o.Order})
			}
		}
	}
	return again
}
