package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// AppendOrderText words an order without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	switch o.Kind {
	case 'm':
		dst = append(dst, "moves"...)
	case 'b':
		dst = append(dst, "builds"...)
	default:
		dst = append(dst, "does what the game does not know"...)
	}
	if !Dir(o.Dir).OK() {
		dst = append(dst, " in direction "...)
		return res.AppendInt(dst, int(o.Dir))
	}
	dst = append(dst, ' ')
	return append(dst, dirWords[o.Dir]...)
}

// words puts an event into a sentence.
type words struct {
	dst   []byte
	e     *sim.Event
	names *[sim.Seats]string
}

// AppendEvent words an event.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := words{dst, e, names}
	switch e.Kind {
	case EventDeath:
		w.unit().text(" kills ").target().at().text(": +").number(e.A)
	case EventFight:
		w.unit().text(" attacks ").target().at().text(": ").number(e.A).text(" against ").number(e.B).text(", ")
		if e.Cause&causeWon != 0 {
			w.number(e.Target)
		} else {
			w.number(e.Unit)
		}
		w.text(" loses life")
	case EventBroken, EventHit:
		w.blow()
	case EventBack:
		w.text(tradeOf(e.Cause)).text(" ").number(e.Unit).text(" of ").player(e.Seat).text(" is back").at()
	case EventWeapon:
		w.weapon()
	case EventMoney:
		w.unit().text(" collects money").at().text(": +").number(e.A)
	case EventFood:
		w.unit().text(" eats").at()
		if e.A == 0 {
			w.text(": its life is full, ").number(e.B)
		} else {
			w.text(": life +").number(e.A).text(", now ").number(e.B)
		}
	case EventBuilt:
		w.builder().text(" builds a barricade").at().text(": ").number(e.A)
	case EventReinforced:
		w.builder().text(" reinforces a barricade").at().text(": ").number(e.A)
	case EventDusk:
		w.text("dusk of day ").number(e.A).count(", ", " stand", " stands")
	case EventDawn:
		if e.A == 0 {
			w.text("the last night ends")
		} else {
			w.text("dawn of day ").number(e.A)
		}
		w.count(", ", " fall", " falls")
	}
	return w.dst
}

func (w *words) text(s string) *words {
	w.dst = append(w.dst, s...)
	return w
}

func (w *words) number(n int32) *words {
	w.dst = res.AppendInt(w.dst, int(n))
	return w
}

func (w *words) player(seat int8) *words {
	if uint8(seat) >= sim.Seats {
		return w.text("nobody")
	}
	return w.text(w.names[seat])
}

func (w *words) at() *words {
	w.text(" at ")
	w.dst = w.e.At.Pos().Append(w.dst)
	return w
}

// citizen says "warrior 16 (Hunter, gun)".
func (w *words) citizen(id int32, seat int8, arm uint8) *words {
	w.text(tradeOf(arm)).text(" ").number(id).text(" (").player(seat)
	if weapon := WeaponType(arm & armMask); weapon != NoWeapon {
		w.text(", ").text(weaponWords[weapon])
	}
	return w.text(")")
}

func (w *words) unit() *words { return w.citizen(w.e.Unit, w.e.Seat, w.e.Cause) }

func (w *words) target() *words { return w.citizen(w.e.Target, w.e.Other, w.e.Cause>>armBits) }

func (w *words) builder() *words { return w.citizen(w.e.Unit, w.e.Seat, uint8(NoWeapon)) }

func (w *words) blow() {
	w.unit()
	if w.e.Kind == EventBroken {
		w.text(" breaks a barricade of ").player(w.e.Other).at()
		if w.e.Target != -1 {
			w.text(", ").number(w.e.Target).text(" is uncovered")
		}
		return
	}
	w.text(" hits a barricade of ").player(w.e.Other).at().text(": -").number(w.e.A).text(", ").number(w.e.B).text(" left")
}

func (w *words) weapon() {
	found, now := WeaponType(w.e.A&armMask), WeaponType(w.e.B&armMask)
	w.unit()
	switch {
	case now == NoWeapon:
		w.text(" does away with a ").text(weaponWords[found]).at()
	case now != found || WeaponType(w.e.Cause&armMask) == found:
		w.text(" takes a ").text(weaponWords[found]).at().text(" and keeps the ").text(weaponWords[now])
	default:
		w.text(" takes a ").text(weaponWords[found]).at()
	}
}

// count says how many barricades there are, where that is known.
func (w *words) count(before, many, one string) {
	switch n := w.e.B; {
	case n == 1:
		w.text(before).text("1 barricade").text(one)
	case n == 0:
		w.text(before).text("no barricade").text(one)
	case n > 1:
		w.text(before).number(n).text(" barricades").text(many)
	}
}

func tradeOf(arm uint8) string {
	if WeaponType(arm&armMask) == NoWeapon {
		return citizenWords[Builder]
	}
	return citizenWords[Warrior]
}
