package simtest

import (
	"slices"

	"game-tui/sim"
)

// derive completes a state that was read with what follows from the one before
// it, and finds the events between them.
func derive(g sim.Game, before sim.State, done []sim.Order, after sim.State) (sim.State, []sim.Event) {
	events, full := g.Derive(before, done, after)
	return full, events
}

// checkEvents looks at what happened in all matches.
func checkEvents(x *exam) {
	l := x.Game.Legend()
	seen := make([]bool, len(l.Events))
	for _, t := range x.tapes {
		for k, turn := range t.copies {
			for i := range turn.Events {
				e := &turn.Events[i]
				if x.event(t, k, e) {
					seen[e.Kind] = true
				}
			}
		}
	}
	if x.Quick || x.Partial {
		return
	}
	for i, e := range l.Events {
		if e.Death && !e.Loss {
			x.fault("the event %q of the legend is a death, but no loss: who dies is lost", e.Name)
		}
		if !seen[i] {
			x.fault("no match has the event %q of the legend: let a player bring it about, or drop it", e.Name)
		}
	}
}

// event verifies an event of round k; it reports whether its kind is known.
func (x *exam) event(t *tape, k int, e *sim.Event) bool {
	l := x.Game.Legend()
	if int(e.Kind) >= len(l.Events) {
		x.fault("an event of round %d has kind %d: outside the legend", k, e.Kind)
		return false
	}
	name := l.Events[e.Kind].Name
	if !seatOrNobody(e.Seat) || !seatOrNobody(e.Other) {
		x.fault("the event %q of round %d is of seats %d and %d: must be 0 to 3, or -1", name, k, e.Seat, e.Other)
	}
	if l.Events[e.Kind].Loss && (e.Other < 0 || e.Target < 0 || e.Seat == e.Other) {
		x.fault("the event %q of round %d is a loss of unit %d of seat %d to seat %d: it must name a unit, the seat that loses it, and another one or -1", name, k, e.Target, e.Other, e.Seat)
	}
	rows, cols := t.set.Size()
	for _, p := range []sim.Pos16{e.At, e.To} {
		if p != sim.NoPos && !p.Pos().In(rows, cols) {
			x.fault("the event %q of round %d is at %v: must be on the board, or NoPos", name, k, p)
		}
	}
	for _, unit := range []int32{e.Unit, e.Target} {
		if unit != -1 && !hasUnit(t.frames[k], unit) && !hasUnit(t.frames[k+1], unit) {
			x.fault("the event %q of round %d is about unit %d, which neither state has: must be an id, or -1", name, k, unit)
		}
	}
	if e.Unit != -1 && e.Seat >= 0 && !owns(t.frames[k], e.Unit, e.Seat) && !owns(t.frames[k+1], e.Unit, e.Seat) {
		x.fault("the event %q of round %d says that unit %d is of seat %d: neither state does", name, k, e.Unit, e.Seat)
	}
	x.words("AppendEvent", x.named("AppendEvent", func(names *[sim.Seats]string) string {
		return string(x.appends("AppendEvent", func(dst []byte) []byte { return x.Game.AppendEvent(dst, e, names) }))
	}))
	return true
}

func hasUnit(f *sim.Frame, id int32) bool {
	return slices.ContainsFunc(f.Units, func(u sim.Unit) bool { return u.ID == id })
}

func owns(f *sim.Frame, id int32, seat int8) bool {
	return slices.ContainsFunc(f.Units, func(u sim.Unit) bool { return u.ID == id && u.Seat == seat })
}

// checkDerived compares the events that states and orders prove with the true ones.
func checkDerived(x *exam) {
	l := x.Game.Legend()
	proven := make([]bool, len(l.Events))
	for _, t := range x.tapes {
		last := t.states[0]
		for k, turn := range t.copies {
			done := copyTurn(turn).Done
			_, events := derive(x.Game, t.states[k], done, t.states[k+1])
			x.isTrue(turn, events, "Derive")
			for _, e := range events {
				if int(e.Kind) < len(proven) {
					proven[e.Kind] = true
				}
			}
			if !sameOrders(done, turn.Done) {
				x.fault("Derive changes the orders that it is given")
			}
			if _, again := derive(x.Game, t.states[k], done, t.states[k+1]); !slices.Equal(again, events) {
				x.fault("Derive finds other events when it is called twice (round %d)", k)
			}
			if s, _, err := x.Game.ReadState(t.set, []byte(t.texts[k+1])); err == nil {
				s, events = derive(x.Game, last, done, s)
				x.isTrue(turn, events, "Derive, of states that were read,")
				last = s
			}
		}
		x.deriveNonsense(t)
	}
	if x.Quick || x.Partial {
		return
	}
	for i, e := range l.Events {
		switch listed := slices.Contains(x.Unproven, e.Name); {
		case !proven[i] && !listed:
			x.fault("Derive never finds the event %q: prove it from states and orders, or list it in Unproven", e.Name)
		case proven[i] && listed:
			x.fault("Derive finds the event %q, which Unproven lists", e.Name)
		}
	}
}

// isTrue verifies that all of some events happened.
func (x *exam) isTrue(turn *sim.Turn, events []sim.Event, what string) {
	left := slices.Clone(turn.Events)
	for _, e := range events {
		i := slices.IndexFunc(left, func(f sim.Event) bool {
			certain := e.Cause&^f.Cause == 0
			f.Cause = e.Cause
			return certain && f == e
		})
		if i < 0 {
			x.fault(what+" finds an event that did not happen so in round %d: %+v; it leaves out what it does not know for certain", turn.Round, e)
			return
		}
		left = slices.Delete(left, i, i+1)
	}
}

// deriveNonsense gives Derive what no recording should hold.
func (x *exam) deriveNonsense(t *tape) {
	n := len(t.turns)
	if n == 0 {
		return
	}
	for _, k := range some(n, 8) {
		for _, done := range [][]sim.Order{nil, copyTurn(t.copies[n-1-k]).Done, x.strangeOrders()} {
			_, events := derive(x.Game, t.states[k], done, t.states[n-k])
			for i := range events {
				x.words("AppendEvent of a derived event", string(x.Game.AppendEvent(nil, &events[i], &names[0])))
				if int(events[i].Kind) >= len(x.Game.Legend().Events) {
					x.fault("Derive finds an event of kind %d: outside the legend", events[i].Kind)
				}
			}
		}
	}
}
