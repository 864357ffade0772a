package model

import (
	"strconv"

	"game-tui/sim"
)

// unitName is a unit without its team: "picker 5".
func unitName(id int32) string { return "picker " + strconv.Itoa(int(id)) }

// AppendOrderText writes an order in words for people, without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	d := sim.Dir(o.Dir)
	switch o.Kind {
	case 'm':
		return append(append(dst, "moves "...), d.Word()...)
	case 's':
		dst = append(append(dst, "sows "...), sim.Count(int(sown(&o)), "apple")...)
		return append(append(dst, ' '), d.Side()...)
	}
	return append(dst, sim.UnknownOrder...)
}

// AppendEvent writes an event in words for people.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := sim.Sentence{Dst: dst, Names: names, UnitName: unitName}
	if e.Kind != eventGrow {
		w.Unit(e.Unit, e.Seat)
	}
	switch e.Kind {
	case eventPick:
		w.Count(" takes ", e.A, " apple")
	case eventSent:
		w.Text(" sends ")
		w.Unit(e.Target, e.Other)
		w.Text(" home")
	case eventSow:
		w.Count(" sows ", e.A, " apple")
	case eventBack:
		w.Text(" is back")
	case eventGrow:
		w.Count("", e.A, " apple")
		w.Text(" grow")
	}
	w.Place(" at ", e.At)
	return w.Dst
}
