package thepurge

import "game-tui/sim"

func tradeOf(arm uint8) string {
	if WeaponType(arm&armMask) == NoWeapon {
		return citizenWords[Builder]
	}
	return citizenWords[Warrior]
}

// AppendOrderText describes an order without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	switch o.Kind {
	case 'm':
		return append(append(dst, "moves "...), Dir(o.Dir).Word()...)
	case 'b':
		return append(append(dst, "builds "...), Dir(o.Dir).Word()...)
	}
	return append(dst, sim.UnknownOrder...)
}

// sentence tells an event of this game.
type sentence struct {
	sim.Sentence
	e *sim.Event
}

// AppendEvent describes an event.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := sentence{sim.Sentence{Dst: dst, Names: names}, e}
	switch e.Kind {
	case EventDeath:
		w.unit()
		w.Text(" kills ")
		w.target()
		w.at()
		w.Number(": +", e.A)
	case EventFight:
		w.fight()
	case EventBroken, EventHit:
		w.blow()
	case EventBack:
		w.Text(tradeOf(e.Cause))
		w.Number(" ", e.Unit)
		w.Name(" of ", e.Seat)
		w.Text(" is back")
		w.at()
	case EventWeapon:
		w.weapon()
	case EventMoney:
		w.unit()
		w.Text(" collects money")
		w.at()
		w.Number(": +", e.A)
	case EventFood:
		w.meal()
	case EventBuilt:
		w.builder()
		w.Text(" builds a barricade")
		w.at()
		w.Number(": ", e.A)
	case EventReinforced:
		w.builder()
		w.Text(" reinforces a barricade")
		w.at()
		w.Number(": ", e.A)
	case EventDusk:
		w.Number("dusk of day ", e.A)
		w.barricades(" stand", " stands")
	case EventDawn:
		if e.A == 0 {
			w.Text("the last night ends")
		} else {
			w.Number("dawn of day ", e.A)
		}
		w.barricades(" fall", " falls")
	}
	return w.Dst
}

func (w *sentence) at() { w.Place(" at ", w.e.At) }

// citizen says "warrior 16 (Hunter, gun)".
func (w *sentence) citizen(id int32, seat int8, arm uint8) {
	w.Text(tradeOf(arm))
	w.Number(" ", id)
	w.Name(" (", seat)
	if weapon := WeaponType(arm & armMask); weapon != NoWeapon {
		w.Text(", ")
		w.Text(weaponWords[weapon])
	}
	w.Text(")")
}

func (w *sentence) unit() { w.citizen(w.e.Unit, w.e.Seat, w.e.Cause) }

func (w *sentence) target() { w.citizen(w.e.Target, w.e.Other, w.e.Cause>>armBits) }

func (w *sentence) builder() { w.citizen(w.e.Unit, w.e.Seat, uint8(NoWeapon)) }

func (w *sentence) fight() {
	w.unit()
	w.Text(" attacks ")
	w.target()
	w.at()
	w.Number(": ", w.e.A)
	w.Number(" against ", w.e.B)
	loser := w.e.Unit
	if w.e.Cause&causeWon != 0 {
		loser = w.e.Target
	}
	w.Number(", ", loser)
	w.Text(" loses life")
}

func (w *sentence) meal() {
	w.unit()
	w.Text(" eats")
	w.at()
	if w.e.A == 0 {
		w.Number(": its life is full, ", w.e.B)
		return
	}
	w.Number(": life +", w.e.A)
	w.Number(", now ", w.e.B)
}

func (w *sentence) blow() {
	w.unit()
	if w.e.Kind == EventBroken {
		w.Name(" breaks a barricade of ", w.e.Other)
		w.at()
		if w.e.Target != -1 {
			w.Number(", ", w.e.Target)
			w.Text(" is uncovered")
		}
		return
	}
	w.Name(" hits a barricade of ", w.e.Other)
	w.at()
	w.Number(": -", w.e.A)
	w.Number(", ", w.e.B)
	w.Text(" left")
}

func (w *sentence) weapon() {
	found, now := WeaponType(w.e.A&armMask), WeaponType(w.e.B&armMask)
	w.unit()
	if now == NoWeapon {
		w.Text(" does away with a ")
	} else {
		w.Text(" takes a ")
	}
	w.Text(weaponWords[found])
	w.at()
	if now != NoWeapon && (now != found || WeaponType(w.e.Cause&armMask) == found) {
		w.Text(" and keeps the ")
		w.Text(weaponWords[now])
	}
}

// barricades says how many there are, where that is known.
func (w *sentence) barricades(many, one string) {
	switch n := w.e.B; {
	case n == 1:
		w.Text(", 1 barricade")
		w.Text(one)
	case n == 0:
		w.Text(", no barricade")
		w.Text(one)
	case n > 1:
		w.Number(", ", n)
		w.Text(" barricades")
		w.Text(many)
	}
}
