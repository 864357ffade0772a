package moneyheist

import (
	"strconv"

	"game-tui/sim"
)

var eventKinds = []sim.EventKind{
	EventProfessorKilled: {Name: "professor killed", Shape: "☠", ASCII: '+', Mark: true, Role: sim.RoleBad, Rank: 0},
	EventSafe:            {Name: "safe opened", Shape: "◈", ASCII: '$', Mark: true, Role: sim.RoleTreasure, Rank: 1},
	EventRout:            {Name: "rout", Shape: "✖", ASCII: 'x', Mark: true, Role: sim.RoleOwner, Rank: 2},
	EventReborn:          {Name: "professor reborn", Shape: "◇", ASCII: 'P', Role: sim.RoleOwner, Rank: 3},
	EventHurt:            {Name: "professor hurt", Shape: "▼", ASCII: 'v', Role: sim.RoleOwner, Rank: 4},
	EventKill:            {Name: "soldier killed", Shape: "»", ASCII: '>', Role: sim.RoleOwner, Rank: 5},
	EventHeal:            {Name: "professor healed", Shape: "▲", ASCII: '^', Role: sim.RoleOwner, Rank: 6},
	EventMoney:           {Name: "money", Shape: "$", ASCII: 'm', Role: sim.RoleGold, Rank: 7},
	EventHealthKit:       {Name: "health kit", Shape: "✚", ASCII: 'h', Role: sim.RoleHeal, Rank: 8},
	EventPoisonKit:       {Name: "poison kit", Shape: "¡", ASCII: '!', Role: sim.RoleHarm, Rank: 9},
	EventCharge:          {Name: "charge", Shape: "↑", ASCII: 'c', Role: sim.RoleHarm, Rank: 10},
}

var (
	dirNames = [4]string{"down", "right", "up", "left"}
	dirSides = [4]string{"below", "to the right", "above", "to the left"}
)

// AppendOrderText words an order for people, without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	where, side := "in no known direction", "in no known direction"
	if uint8(o.Dir) < 4 {
		where, side = dirNames[o.Dir], dirSides[o.Dir]
	}
	switch o.Kind {
	case 'm':
		return append(append(dst, "moves "...), where...)
	case 'c':
		return append(dst, "charges poison"...)
	case 'h':
		return append(dst, "heals"...)
	case 'o':
		return append(append(dst, "opens the safe "...), side...)
	}
	return append(dst, "gets an order of no known kind"...)
}

// AppendEvent words an event for people.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := words{dst, names}
	switch e.Kind {
	case EventProfessorKilled:
		w.attack(" kills ", e)
		w.number(": +", e.A)
		w.count(" points, reborn in ", e.B, " round")
	case EventSafe:
		w.unit(e.Unit, e.Seat)
		w.number(" opens safe ", e.Target)
		w.place(" at ", e.At)
		w.number(": +", e.A)
		w.text(" points")
		if e.To != sim.NoPos {
			w.place(", it is back at ", e.To)
		}
	case EventRout:
		w.name("", e.Seat)
		w.count(" kills ", e.A, " soldier")
		w.place(" in one round, first at ", e.At)
	case EventKill:
		w.kill(e)
	case EventHurt:
		w.attack(" poisons ", e)
		w.number(": -", e.A)
		w.number(", health ", e.B)
		w.text(" left")
	case EventReborn:
		w.unit(e.Unit, e.Seat)
		w.place(" is reborn at ", e.To)
		w.number(" with health ", e.A)
	case EventHeal:
		w.unit(e.Unit, e.Seat)
		w.place(" heals at ", e.At)
		w.gain(e.A)
		w.number(", health ", e.B)
	case EventMoney:
		w.unit(e.Unit, e.Seat)
		w.place(" takes money at ", e.At)
		w.number(": +", e.A)
		w.text(" points")
	case EventHealthKit, EventPoisonKit:
		what := " takes a health kit at "
		if e.Kind == EventPoisonKit {
			what = " takes a poison kit at "
		}
		w.unit(e.Unit, e.Seat)
		w.place(what, e.At)
		w.gain(e.A)
		w.number(", pot ", e.B)
	case EventCharge:
		w.unit(e.Unit, e.Seat)
		w.place(" charges at ", e.At)
		w.gain(e.A)
		w.number(", carries ", e.B)
	}
	return w.dst
}

// words builds a sentence about units and clans.
type words struct {
	dst   []byte
	names *[sim.Seats]string
}

func (w *words) text(s string) { w.dst = append(w.dst, s...) }

func (w *words) number(s string, n int32) {
	w.text(s)
	w.dst = strconv.AppendInt(w.dst, int64(n), 10)
}

// gain writes ": +3"; a surplus that is given back is a loss.
func (w *words) gain(n int32) {
	if n >= 0 {
		w.number(": +", n)
	} else {
		w.number(": ", n)
	}
}

// count writes "5 rounds", "1 round".
func (w *words) count(s string, n int32, noun string) {
	w.number(s, n)
	w.text(noun)
	if n != 1 {
		w.text("s")
	}
}

func (w *words) place(s string, p sim.Pos16) {
	w.text(s)
	w.dst = p.Pos().Append(w.dst)
}

func (w *words) name(s string, seat int8) {
	w.text(s)
	if uint8(seat) >= sim.Seats {
		w.text("nobody")
		return
	}
	w.text(w.names[seat])
}

func (w *words) unit(id int32, seat int8) {
	w.text(unitName(id))
	w.name(" (", seat)
	w.text(")")
}

// attack writes who did what to whom, and where.
func (w *words) attack(verb string, e *sim.Event) {
	w.unit(e.Unit, e.Seat)
	w.text(verb)
	w.unit(e.Target, e.Other)
	w.place(" at ", e.At)
}

func (w *words) kill(e *sim.Event) {
	w.attack(" kills ", e)
	switch {
	case e.To == sim.NoPos:
	case int8(e.A) == e.Other:
		w.name(": stays with ", e.Other)
		w.place(" at ", e.To)
	default:
		w.name(": joins ", int8(e.A))
		w.place(" at ", e.To)
	}
	w.count(", ", e.B, " poison")
	w.text(" left")
}
