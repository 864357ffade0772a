package game_test

import (
	"slices"

	"game-tui/sim"
)

func checkEvents(c *checker) {
	l := c.Game.Legend()
	seen := make([]bool, len(l.Events))
	for _, m := range c.matches {
		for k, turn := range m.copies {
			for i := range turn.Events {
				if e := &turn.Events[i]; c.checkEvent(m, k, e) {
					seen[e.Kind] = true
				}
			}
		}
	}
	for i, e := range l.Events {
		if e.IsDeath && !e.IsLoss {
			c.errorf("event %q of the legend is a death but not a loss", e.Name)
		}
		if !seen[i] && !c.Quick {
			c.errorf("no match has event %q of the legend", e.Name)
		}
	}
}

// checkEvent checks an event of round k and reports whether its kind is valid.
func (c *checker) checkEvent(m *playedMatch, k int, e *sim.Event) bool {
	l := c.Game.Legend()
	if int(e.Kind) >= len(l.Events) {
		c.errorf("an event has kind %d, which is not in the legend (round %d)", e.Kind, k)
		return false
	}
	name := l.Events[e.Kind].Name
	if !validSeat(e.Seat) || !validSeat(e.Other) {
		c.errorf("event %q has seats %d and %d (round %d): want 0 to 3, or -1", name, e.Seat, e.Other, k)
	}
	if l.Events[e.Kind].IsLoss && (e.Other < 0 || e.Target < 0 || e.Seat == e.Other) {
		c.errorf("event %q is a loss of unit %d of seat %d to seat %d (round %d): want a unit, its seat, and another seat or -1", name, e.Target, e.Other, e.Seat, k)
	}
	rows, cols := m.settings.Size()
	for _, p := range []sim.Pos16{e.At, e.To} {
		if p != sim.NoPos && !p.Pos().In(rows, cols) {
			c.errorf("event %q is at %v (round %d): want a cell of the board, or NoPos", name, p, k)
		}
	}
	exists := func(unit int32, fits func(seat int8) bool) bool {
		is := func(u sim.Unit) bool { return u.ID == unit && fits(u.Seat) }
		return unit == -1 || slices.ContainsFunc(m.frames[k].Units, is) || slices.ContainsFunc(m.frames[k+1].Units, is)
	}
	for _, unit := range []int32{e.Unit, e.Target} {
		if !exists(unit, func(int8) bool { return true }) {
			c.errorf("event %q has unit %d, which neither state has (round %d)", name, unit, k)
		}
	}
	if e.Seat >= 0 && !exists(e.Unit, func(seat int8) bool { return seat == e.Seat }) {
		c.errorf("event %q has unit %d of seat %d, which it has in neither state (round %d)", name, e.Unit, e.Seat, k)
	}
	c.checkText("AppendEvent", c.checkNamesUsed("AppendEvent", func(names *[sim.Seats]string) string {
		return string(c.Game.AppendEventText(nil, e, names))
	}))
	return true
}

// checkDerived compares derived events with the actual ones.
func checkDerived(c *checker) {
	l := c.Game.Legend()
	derived := make([]bool, len(l.Events))
	for _, m := range c.matches {
		read := c.readStates(m)
		for k, turn := range m.copies {
			executed := copyOrders(turn.Executed)
			events, _ := c.Game.Derive(m.states[k], executed, m.states[k+1])
			c.checkTrue(turn, events, "Derive")
			for _, e := range events {
				if int(e.Kind) < len(derived) {
					derived[e.Kind] = true
				}
			}
			if !sameOrders(executed, turn.Executed) {
				c.errorf("Derive changes the given orders")
			}
			if again, _ := c.Game.Derive(m.states[k], executed, m.states[k+1]); !slices.Equal(again, events) {
				c.errorf("Derive returns other events when called twice (round %d)", k)
			}
			events, _ = c.Game.Derive(read[k], executed, read[k+1])
			c.checkTrue(turn, events, "Derive with states read back")
		}
		c.deriveImpossible(m)
	}
	for i, e := range l.Events {
		if !derived[i] && !c.Quick {
			c.errorf("Derive never returns event %q", e.Name)
		}
	}
}

// checkTrue checks that the events of each kind happened in the given order.
func (c *checker) checkTrue(turn *sim.Turn, events []sim.Event, what string) {
	used, last := make([]bool, len(turn.Events)), -1
	for n, e := range events {
		at := -1
		for i, f := range turn.Events {
			certain := e.Cause&^f.Cause == 0
			f.Cause = e.Cause
			if !used[i] && certain && f == e {
				at = i
				break
			}
		}
		if at < 0 {
			c.errorf(what+" returns an event that did not happen (round %d): %+v", turn.Round, e)
			return
		}
		if at < last && events[n-1].Kind != e.Kind {
			c.errorf("Step and Derive return the events of round %d in different orders (%q and %q)", turn.Round,
				c.Game.Legend().Events[events[n-1].Kind].Name, c.Game.Legend().Events[e.Kind].Name)
		}
		used[at], last = true, at
	}
}

// deriveImpossible passes impossible arguments to Derive.
func (c *checker) deriveImpossible(m *playedMatch) {
	n := len(m.turns)
	for _, k := range spread(n, 8) {
		for _, executed := range [][]sim.Order{nil, copyOrders(m.copies[n-1-k].Executed), c.invalidOrders()} {
			events, _ := c.Game.Derive(m.states[k], executed, m.states[n-k])
			for i := range events {
				c.checkText("AppendEvent of a derived event", string(c.Game.AppendEventText(nil, &events[i], &nameSets[0])))
			}
		}
	}
}

// checkOrders checks the texts of all executed and many invalid orders.
func checkOrders(c *checker) {
	orders := c.invalidOrders()
	invalid := len(orders)
	for _, m := range c.matches {
		for _, turn := range m.copies {
			orders = append(orders, turn.Executed...)
		}
	}
	if len(orders) == invalid {
		c.errorf("no order of a player is executed")
	}
	for _, o := range orders {
		c.checkText("AppendOrderText", string(c.Game.AppendOrderText(nil, o)))
	}
}

func (c *checker) invalidOrders() []sim.Order {
	var list []sim.Order
	for _, kind := range append(orderLetters(c.Game), '?', 0) {
		for _, dir := range []int8{-128, -1, 0, 4, 8, 127} {
			for _, args := range [][]int32{nil, {-1, 2147483647, -2147483648}} {
				for _, unit := range []int32{-2147483648, -1, 0, 77, 2147483647} {
					list = append(list, sim.Order{Unit: unit, Kind: kind, Dir: dir, Args: args})
				}
			}
		}
	}
	return list
}
