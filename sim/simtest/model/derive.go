package model

import "game-tui/sim"

// Derive infers the events of a round. It skips orders whose target cell is involved in another
// order.
func (game) Derive(before sim.State, done []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	d := deduction{a: before.(*State), b: after.(*State), done: done}
	for _, o := range done {
		d.addOrder(o)
	}
	for i := range d.b.pickers {
		if u := &d.b.pickers[i]; u.Home == 0 && d.a.pickers[i].Home > 0 {
			d.events = append(d.events, sim.NewEvent(eventBack, int8(u.Team), u.ID, sim.NewPos16(u.At)))
		}
	}
	for i, c := range d.b.cells {
		if p := d.b.pos(i); c.Apples > 0 && d.a.cells[i].Apples == 0 && d.ordersFor(p) == 0 {
			d.events = append(d.events, sim.NewEvent(eventGrow, -1, -1, sim.NewPos16(p)).WithAmounts(int32(c.Apples), 0))
		}
	}
	return d.events, after
}

type deduction struct {
	a, b   *State // states before and after the round
	done   []sim.Order
	events []sim.Event
}

func (d *deduction) ordersFor(p sim.Pos) int {
	n := 0
	for _, o := range d.done {
		if from := d.a.Picker(o.Unit).At; from == p || sim.Dir(o.Dir).Neighbor(from) == p {
			n++
		}
	}
	return n
}

func (d *deduction) addOrder(o sim.Order) {
	u := d.a.Picker(o.Unit)
	to := sim.Dir(o.Dir).Neighbor(u.At)
	if u.ID < 0 || u.Home > 0 || d.ordersFor(to) != 1 || !to.In(d.a.set.Size()) {
		return
	}
	e := sim.NewEvent(eventSow, int8(u.Team), u.ID, sim.NewPos16(to))
	if o.Kind == 's' {
		d.events = append(d.events, e.WithAmounts(applesSown(&o), 0))
		return
	}
	if other := d.a.PickerAt(to); other.ID >= 0 {
		e.Kind = eventSent
		d.events = append(d.events, e.WithTarget(int8(other.Team), other.ID))
	}
	if n := d.a.Cell(to).Apples; n > 0 {
		e.Kind, e.A = eventPick, int32(n)
		d.events = append(d.events, e)
	}
}
