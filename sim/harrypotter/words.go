package harrypotter

import (
	"fmt"

	"game-tui/sim"
)

// unitName is a unit without its clan: "wizard 28".
func unitName(id int32) string {
	if id < sim.Seats {
		return fmt.Sprintf("ghost %d", id)
	}
	return fmt.Sprintf("wizard %d", id)
}

// AppendOrderText writes an order in words for people, without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	switch o.Kind {
	case 'm':
		return append(append(dst, "moves "...), Dir(o.Dir).Word()...)
	case 's':
		return append(dst, "casts the spell"...)
	}
	return append(dst, sim.UnknownOrder...)
}

// AppendEvent writes an event in words for people.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := sentence{sim.Sentence{Dst: dst, Names: names, UnitName: unitName}}
	switch e.Kind {
	case EventSpell:
		w.Unit(e.Unit, e.Seat)
		w.Place(" casts the spell at ", e.At)
		w.Count(": takes ", e.A, " cell")
	case EventDeath:
		w.death(e)
	case EventHaunt:
		w.Unit(e.Unit, e.Seat)
		w.Text(" attacks ")
		w.Unit(e.Target, e.Other)
		w.Place(" at ", e.At)
		w.Count(": it must rest ", e.A, " round")
		w.Number(" more, ", e.B)
		w.Text(" to go")
	case EventConverted:
		w.Unit(e.Target, e.Other)
		w.Place(" at ", e.At)
		w.Name(" joins ", e.Seat)
		if e.Cause == causeCrushing {
			w.Text(" at once")
		}
		w.Count(": +", e.A, " point")
	case EventAttack:
		w.attack(e)
	case EventStopped:
		w.Unit(e.Unit, e.Seat)
		w.Text(" keeps ")
		w.Text(unitName(e.Target))
		w.Place(" at ", e.At)
		w.Name(" from joining ", int8(e.A))
		w.Count(" with ", e.B, " round")
		w.Text(" to go")
	case EventBegun:
		w.Unit(e.Target, e.Other)
		w.Place(" at ", e.At)
		w.Name(" will join ", e.Seat)
		w.Count(": ", e.A, " round")
		w.Text(" to go")
	case EventBook:
		w.Unit(e.Unit, e.Seat)
		w.Place(" reads a book at ", e.At)
		w.Number(": +", e.A)
		w.Text(" strength")
	case EventBurnt:
		w.Place("Voldemort destroys a book at ", e.At)
	}
	return w.Dst
}

// sentence tells an event of this game.
type sentence struct{ sim.Sentence }

func (w *sentence) death(e *sim.Event) {
	if e.Cause == causeWalked {
		w.Unit(e.Target, e.Other)
		w.Place(" walks up to Voldemort from ", e.At)
	} else {
		w.Text("Voldemort catches ")
		w.Unit(e.Target, e.Other)
		w.Place(" at ", e.At)
	}
	switch {
	case e.To == sim.NoPos:
		return
	case e.Target < sim.Seats:
		w.Text(": back")
	case int8(e.A) == e.Other:
		w.Name(": stays with ", e.Other)
	default:
		w.Name(": joins ", int8(e.A))
	}
	w.Place(" at ", e.To)
}

func (w *sentence) attack(e *sim.Event) {
	w.Unit(e.Unit, e.Seat)
	w.Text(" attacks ")
	w.Unit(e.Target, e.Other)
	w.Place(" at ", e.At)
	w.Number(": ", e.A)
	w.Number(" against ", e.B)
	switch {
	case e.Cause&causeWon != 0:
		w.Text(", wins")
	case e.Cause&causeLost != 0:
		w.Text(", loses")
	default:
		return
	}
	switch e.Cause & causeKinds {
	case causeCrushing:
		w.Text(" outright")
	case causeSurprise:
		w.Text(" by surprise")
	case causeStrength:
		w.Text(" by strength")
	case causeCoin:
		w.Text(" by the toss of a coin")
	}
}
