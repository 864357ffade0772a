package moneyheist

import (
	"fmt"

	"game-tui/sim"
)

// unitName is a unit without its clan: "soldier 28".
func unitName(id int32) string {
	if id < sim.Seats {
		return fmt.Sprintf("professor %d", id)
	}
	return fmt.Sprintf("soldier %d", id)
}

// AppendOrderText writes an order in words for people, without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	switch o.Kind {
	case 'm':
		return append(append(dst, "moves "...), Dir(o.Dir).Word()...)
	case 'c':
		return append(dst, "charges poison"...)
	case 'h':
		return append(dst, "heals"...)
	case 'o':
		return append(append(dst, "opens the safe "...), Dir(o.Dir).Side()...)
	}
	return append(dst, sim.UnknownOrder...)
}

// AppendEvent writes an event in words for people.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := sentence{sim.Sentence{Dst: dst, Names: names, UnitName: unitName}}
	switch e.Kind {
	case EventProfessorKilled:
		w.attack(" kills ", e)
		w.Count(": +", e.A, " point")
		w.Count(", reborn in ", e.B, " round")
	case EventSafe:
		w.Unit(e.Unit, e.Seat)
		w.Number(" opens safe ", e.Target)
		w.Place(" at ", e.At)
		w.Count(": +", e.A, " point")
		if e.To != sim.NoPos {
			w.Place(", it is back at ", e.To)
		}
	case EventMassacre:
		w.Name("", e.Seat)
		w.Count(" kills ", e.A, " soldier")
		w.Place(" in one round, first at ", e.At)
	case EventKill:
		w.kill(e)
	case EventHurt:
		w.attack(" poisons ", e)
		w.Number(": -", e.A)
		w.Number(", health ", e.B)
		w.Text(" left")
	case EventReborn:
		w.Unit(e.Unit, e.Seat)
		w.Place(" is reborn at ", e.To)
		w.Number(" with health ", e.A)
	case EventHeal:
		w.Unit(e.Unit, e.Seat)
		w.Place(" heals at ", e.At)
		w.Gain(e.A)
		w.Number(", health ", e.B)
	case EventMoney:
		w.Unit(e.Unit, e.Seat)
		w.Place(" takes money at ", e.At)
		w.Count(": +", e.A, " point")
	case EventHealthKit, EventPoisonKit:
		what := " takes a health kit at "
		if e.Kind == EventPoisonKit {
			what = " takes a poison kit at "
		}
		w.Unit(e.Unit, e.Seat)
		w.Place(what, e.At)
		w.Gain(e.A)
		w.Number(", pot ", e.B)
	case EventCharge:
		w.Unit(e.Unit, e.Seat)
		w.Place(" charges at ", e.At)
		w.Gain(e.A)
		w.Number(", carries ", e.B)
	}
	return w.Dst
}

// sentence tells an event of this game.
type sentence struct{ sim.Sentence }

// attack writes who did what to whom, and where.
func (w *sentence) attack(verb string, e *sim.Event) {
	w.Unit(e.Unit, e.Seat)
	w.Text(verb)
	w.Unit(e.Target, e.Other)
	w.Place(" at ", e.At)
}

func (w *sentence) kill(e *sim.Event) {
	w.attack(" kills ", e)
	switch {
	case e.To == sim.NoPos:
	case int8(e.A) == e.Other:
		w.Name(": stays with ", e.Other)
		w.Place(" at ", e.To)
	default:
		w.Name(": joins ", int8(e.A))
		w.Place(" at ", e.To)
	}
	w.Count(", ", e.B, " poison")
	w.Text(" left")
}
