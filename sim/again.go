package sim

import "slices"

// OrdersOf is a turn with its orders only, as the board saw them, to be played again:
// those that were given, or where a recording does not say, those that were executed, by
// the seats of their units in the state before the turn.
func OrdersOf(before State, turn *Turn) *Turn {
	again := &Turn{Round: turn.Round}
	if turn.Known&KnownOrders == 0 {
		var f Frame
		before.Fill(&f)
		for _, o := range turn.Done {
			i := slices.IndexFunc(f.Units, func(u Unit) bool { return u.ID == o.Unit && u.Seat >= 0 })
			if i >= 0 {
				seat := f.Units[i].Seat
				again.Orders[seat] = append(again.Orders[seat], Submitted{Order: o})
			}
		}
		return again
	}
	for seat, orders := range turn.Orders {
		for _, o := range orders {
			if o.Fate != FateOut {
				again.Orders[seat] = append(again.Orders[seat], Submitted{Order: o.Order})
			}
		}
	}
	return again
}
