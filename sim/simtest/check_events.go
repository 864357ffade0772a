package simtest

import (
	"slices"

	"game-tui/sim"
)

func checkEvents(x *checker) {
	l := x.Game.Legend()
	seen := make([]bool, len(l.Events))
	for _, t := range x.matches {
		for k, turn := range t.copies {
			for i := range turn.Events {
				e := &turn.Events[i]
				if x.checkEvent(t, k, e) {
					seen[e.Kind] = true
				}
			}
		}
	}
	if !x.expectsAllKinds() {
		return
	}
	for i, e := range l.Events {
		if e.Death && !e.Loss {
			x.errorf("the event %q of the legend is a death, but no loss: who dies is lost", e.Name)
		}
		if !seen[i] {
			x.errorf("no match has the event %q of the legend: let a player bring it about, or drop it", e.Name)
		}
	}
}

// event checks an event of round k and reports whether its kind is valid.
func (x *checker) checkEvent(t *playedMatch, k int, e *sim.Event) bool {
	l := x.Game.Legend()
	if int(e.Kind) >= len(l.Events) {
		x.errorf("an event of round %d has kind %d: outside the legend", k, e.Kind)
		return false
	}
	name := l.Events[e.Kind].Name
	if !validSeat(e.Seat) || !validSeat(e.Other) {
		x.errorf("the event %q of round %d is of seats %d and %d: must be 0 to 3, or -1", name, k, e.Seat, e.Other)
	}
	if l.Events[e.Kind].Loss && (e.Other < 0 || e.Target < 0 || e.Seat == e.Other) {
		x.errorf("the event %q of round %d is a loss of unit %d of seat %d to seat %d: it must name a unit, the seat that loses it, and another one or -1", name, k, e.Target, e.Other, e.Seat)
	}
	rows, cols := t.settings.Size()
	for _, p := range []sim.Pos16{e.At, e.To} {
		if p != sim.NoPos && !p.Pos().In(rows, cols) {
			x.errorf("the event %q of round %d is at %v: must be on the board, or NoPos", name, k, p)
		}
	}
	in := func(unit int32, fits func(seat int8) bool) bool {
		is := func(u sim.Unit) bool { return u.ID == unit && fits(u.Seat) }
		return unit == -1 || slices.ContainsFunc(t.frames[k].Units, is) || slices.ContainsFunc(t.frames[k+1].Units, is)
	}
	for _, unit := range []int32{e.Unit, e.Target} {
		if !in(unit, func(int8) bool { return true }) {
			x.errorf("the event %q of round %d is about unit %d, which neither state has: must be an id, or -1", name, k, unit)
		}
	}
	if e.Seat >= 0 && !in(e.Unit, func(seat int8) bool { return seat == e.Seat }) {
		x.errorf("the event %q of round %d says that unit %d is of seat %d: neither state does", name, k, e.Unit, e.Seat)
	}
	x.checkText("AppendEvent", x.checkNamesUsed("AppendEvent", func(names *[sim.Seats]string) string {
		return string(x.Game.AppendEvent(nil, e, names))
	}))
	return true
}

// checkDerived compares derived events with the true ones.
func checkDerived(x *checker) {
	l := x.Game.Legend()
	proven, told := make([]bool, len(l.Events)), false
	for _, t := range x.matches {
		read := x.readStates(t)
		for k, turn := range t.copies {
			done := copyTurn(turn).Executed
			events, _ := x.Game.Derive(t.states[k], done, t.states[k+1])
			told = told || len(turn.Events) > 0
			x.provesEvents = x.provesEvents || len(events) > 0
			x.checkProven(turn, events, "Derive")
			for _, e := range events {
				if int(e.Kind) < len(proven) {
					proven[e.Kind] = true
				}
			}
			if !sameOrders(done, turn.Executed) {
				x.errorf("Derive changes the orders that it is given")
			}
			if again, _ := x.Game.Derive(t.states[k], done, t.states[k+1]); !slices.Equal(again, events) {
				x.errorf("Derive finds other events when it is called twice (round %d)", k)
			}
			events, _ = x.Game.Derive(read[k], done, read[k+1])
			x.checkProven(turn, events, "Derive, of states that were read,")
		}
		x.deriveImpossible(t)
	}
	if told && !x.provesEvents {
		x.errorf("Derive returns no events, in no round of any match: find those that two states and the orders between them prove")
		return
	}
	for i, e := range l.Events {
		if !proven[i] && x.expectsAllKinds() {
			x.errorf("Derive never finds the event %q: prove it from states and orders", e.Name)
		}
	}
}

// checkProven checks that events happened, kind by kind, in order.
func (x *checker) checkProven(turn *sim.Turn, events []sim.Event, what string) {
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
			x.errorf(what+" finds an event that did not happen so in round %d: %+v; it leaves out what it does not know for certain", turn.Round, e)
			return
		}
		if at < last && events[n-1].Kind != e.Kind {
			x.errorf("Step and Derive list the events of round %d in different orders (%q and %q): both list them as they happened", turn.Round,
				x.Game.Legend().Events[events[n-1].Kind].Name, x.Game.Legend().Events[e.Kind].Name)
		}
		used[at], last = true, at
	}
}

// deriveImpossible passes impossible arguments to Derive.
func (x *checker) deriveImpossible(t *playedMatch) {
	n := len(t.turns)
	for _, k := range spread(n, 8) {
		for _, done := range [][]sim.Order{nil, copyTurn(t.copies[n-1-k]).Executed, x.invalidOrders()} {
			events, _ := x.Game.Derive(t.states[k], done, t.states[n-k])
			for i := range events {
				x.checkText("AppendEvent of a derived event", string(x.Game.AppendEvent(nil, &events[i], &nameSets[0])))
			}
		}
	}
}

// checkOrders describes all kinds of orders, invalid ones too.
func checkOrders(x *checker) {
	given := x.invalidOrders()
	strange := len(given)
	for _, t := range x.matches {
		for _, turn := range t.copies {
			given = append(given, turn.Executed...)
		}
	}
	if len(given) == strange {
		x.errorf("no order of a player is executed")
	}
	for _, o := range given {
		x.checkText("AppendOrderText", string(x.Game.AppendOrderText(nil, o)))
	}
}

// invalidOrders returns invalid orders.
func (x *checker) invalidOrders() []sim.Order {
	var list []sim.Order
	for _, kind := range append(orderLetters(x.Game), '?', 0) {
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
