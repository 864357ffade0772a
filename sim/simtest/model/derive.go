package model

import "game-tui/sim"

// Derive infers the events of a round. It skips orders whose target cell is involved in another
// order.
func (game) Derive(before sim.State, executed []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	d := deduction{before: before.(*State), after: after.(*State), executed: executed}
	for _, o := range executed {
		d.addOrderEvents(o)
	}
	for i := range d.after.pickers {
		if u := &d.after.pickers[i]; u.HomeRounds == 0 && d.before.pickers[i].HomeRounds > 0 {
			d.events = append(d.events, sim.NewEvent(eventBack, int8(u.Team), u.ID, sim.NewPos16(u.At)))
		}
	}
	for i, c := range d.after.cells {
		if p := d.after.pos(i); c.Apples > 0 && d.before.cells[i].Apples == 0 && d.countOrders(p) == 0 {
			d.events = append(d.events, sim.NewEvent(eventGrow, -1, -1, sim.NewPos16(p)).WithAmounts(int32(c.Apples), 0))
		}
	}
	return d.events, after
}

type deduction struct {
	before, after *State // states before and after the round
	executed      []sim.Order
	events        []sim.Event
}

func (d *deduction) countOrders(p sim.Pos) int {
	n := 0
	for _, o := range d.executed {
		if from := d.before.Picker(o.Unit).At; from == p || sim.Dir(o.Dir).Neighbor(from) == p {
			n++
		}
	}
	return n
}

func (d *deduction) addOrderEvents(o sim.Order) {
	u := d.before.Picker(o.Unit)
	to := sim.Dir(o.Dir).Neighbor(u.At)
	if u.ID < 0 || u.HomeRounds > 0 || d.countOrders(to) != 1 || !to.In(d.before.settings.Size()) {
		return
	}
	e := sim.NewEvent(eventSow, int8(u.Team), u.ID, sim.NewPos16(to))
	if o.Kind == 's' {
		d.events = append(d.events, e.WithAmounts(applesSown(&o), 0))
		return
	}
	if other := d.before.PickerAt(to); other.ID >= 0 {
		e.Kind = eventSent
		d.events = append(d.events, e.WithTarget(int8(other.Team), other.ID))
	}
	if n := d.before.Cell(to).Apples; n > 0 {
		e.Kind, e.A = eventPick, int32(n)
		d.events = append(d.events, e)
	}
}
