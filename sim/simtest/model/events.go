package model

import (
	"game-tui/sim"
)

// Kinds of events, in the order of the legend.
const (
	eventPick = iota // Unit takes A apples
	eventSent        // Unit sends Target home
	eventSow         // Unit sows A apples
	eventBack        // Unit comes back
	eventGrow        // A apples grow
)

// AppendEvent words an event.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := sim.Sentence{Dst: dst, Names: names}
	if e.Kind != eventGrow {
		w.Number("picker ", e.Unit)
		w.Name(" (", e.Seat)
		w.Text(") ")
	}
	switch e.Kind {
	case eventPick:
		w.Count("takes ", e.A, " apple")
	case eventSent:
		w.Number("sends picker ", e.Target)
		w.Name(" (", e.Other)
		w.Text(") home")
	case eventSow:
		w.Count("sows ", e.A, " apple")
	case eventBack:
		w.Text("is back")
	case eventGrow:
		w.Count("", e.A, " apple")
		w.Text(" grow")
	}
	w.Place(" at ", e.At)
	return w.Dst
}

// Derive finds the events that follow from two neighbouring states and the orders
// between them. Where two orders concern one cell it does not guess.
func (Game) Derive(before sim.State, done []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	d := derived{a: before.(*State), b: after.(*State), done: done}
	for _, o := range done {
		d.order(o)
	}
	for i := range d.b.pickers {
		if u := &d.b.pickers[i]; u.Home == 0 && d.a.pickers[i].Home > 0 {
			d.events = append(d.events, sim.Event{Kind: eventBack, Seat: int8(u.Team), Other: -1, Unit: u.ID, Target: -1, At: sim.At(u.At), To: sim.NoPos})
		}
	}
	for i, c := range d.b.cells {
		if p := d.b.pos(i); c.Apples > 0 && d.a.cells[i].Apples == 0 && d.aims(p) == 0 {
			d.events = append(d.events, sim.Event{Kind: eventGrow, Seat: -1, Other: -1, Unit: -1, Target: -1, At: sim.At(p), To: sim.NoPos, A: int32(c.Apples)})
		}
	}
	return d.events, after
}

type derived struct {
	a, b   *State // before and after
	done   []sim.Order
	events []sim.Event
}

// aims counts the orders whose picker stands at p or that lead there.
func (d *derived) aims(p sim.Pos) int {
	n := 0
	for _, o := range d.done {
		if from := d.a.Picker(o.Unit).At; from == p || Neighbour(from, o.Dir) == p {
			n++
		}
	}
	return n
}

// order adds what an order brought about, where it is the only one about its cell.
func (d *derived) order(o sim.Order) {
	u := d.a.Picker(o.Unit)
	to := Neighbour(u.At, o.Dir)
	if u.ID < 0 || u.Home > 0 || d.aims(to) != 1 || !to.In(d.a.set.Size()) {
		return
	}
	e := sim.Event{Seat: int8(u.Team), Other: -1, Unit: u.ID, Target: -1, At: sim.At(to), To: sim.NoPos}
	if o.Kind == 's' {
		e.Kind, e.A = eventSow, sown(o)
		d.events = append(d.events, e)
		return
	}
	if other := d.a.PickerAt(to); other.ID >= 0 {
		sent := e
		sent.Kind, sent.Other, sent.Target = eventSent, int8(other.Team), other.ID
		d.events = append(d.events, sent)
	}
	if n := d.a.Cell(to).Apples; n > 0 {
		e.Kind, e.A = eventPick, int32(n)
		d.events = append(d.events, e)
	}
}
