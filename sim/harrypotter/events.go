package harrypotter

import (
	"strconv"

	"game-tui/sim"
)

// The kinds of events. Seat and Unit are who did it, Other and Target who
// suffered it; At is the place of who suffered it.
const (
	EventSpell     uint8 = iota // Unit cast; A cells taken
	EventDeath                  // Voldemort killed Target at At; it came back at To, in clan A
	EventHaunt                  // Unit attacked the ghost Target, which must rest A rounds more, B to go
	EventConverted              // Target left clan Other for clan Seat, which gains A points
	EventAttack                 // Unit attacked Target, strength A against B
	EventStopped                // Unit stopped its mate Target, with B rounds to go until it joined clan A
	EventBegun                  // Target will leave clan Other for clan Seat, A rounds to go; Unit won the fight
	EventBook                   // Unit read a book: A points of strength
	EventBurnt                  // Voldemort destroyed a book
)

// Causes of deaths and conversions, and how attacks were decided.
const (
	causeUnknown  uint8 = iota // a recording does not tell
	causeWalked                // the unit walked up to Voldemort
	causeCaught                // Voldemort came to it
	causeTime                  // the rounds of the conversion are over
	causeCrushing              // more than twice the strength: converted at once
	causeSurprise
	causeStrength
	causeCoin // neither clan has any strength

	causeKinds = 15 // mask of the causes above
	causeWon   = 16 // flag: the attacker won
	causeLost  = 32 // flag: the attacker lost
)

var eventKinds = []sim.EventKind{
	EventSpell:     {Name: "spell", Shape: "✦", ASCII: '*', Mark: true, Role: sim.RoleOwner, Rank: 0},
	EventDeath:     {Name: "death", Shape: "☠", ASCII: '+', Mark: true, Role: sim.RoleBad, Rank: 1},
	EventHaunt:     {Name: "ghost attacked", Shape: "◇", ASCII: 'G', Mark: true, Role: sim.RoleOwner, Rank: 2},
	EventConverted: {Name: "conversion", Shape: "⇄", ASCII: '=', Role: sim.RoleOwner, Rank: 3},
	EventAttack:    {Name: "attack", Shape: "»", ASCII: '>', Role: sim.RoleOwner, Rank: 4},
	EventStopped:   {Name: "conversion stopped", Shape: "○", ASCII: 'o', Role: sim.RoleOwner, Rank: 5},
	EventBegun:     {Name: "conversion begun", Shape: "◐", ASCII: 'x', Role: sim.RoleOwner, Rank: 6},
	EventBook:      {Name: "book", Shape: "▤", ASCII: 'b', Role: sim.RoleTreasure, Rank: 7},
	EventBurnt:     {Name: "book destroyed", Shape: "▢", ASCII: '-', Role: sim.RoleBoss, Rank: 8},
}

func spellEvent(id int, u *unit, cells int) sim.Event {
	return sim.Event{Kind: EventSpell, Seat: u.clan, Other: -1, Unit: int32(id), Target: -1, At: sim.At(u.pos()), To: sim.NoPos, A: int32(cells)}
}

func deathEvent(id int, u *unit, cause uint8) sim.Event {
	return sim.Event{Kind: EventDeath, Seat: -1, Other: u.clan, Cause: cause, Unit: -1, Target: int32(id), At: sim.At(u.pos()), To: sim.NoPos}
}

// meeting is an event between two units.
func meeting(kind uint8, id, target int, u, v *unit) sim.Event {
	return sim.Event{Kind: kind, Seat: u.clan, Other: v.clan, Unit: int32(id), Target: int32(target), At: sim.At(v.pos()), To: sim.NoPos}
}

// toGo is what the state after the round shows of a count: rounds begin to
// count at the end of the one in which they are set.
func toGo(rounds int32) int32 { return max(rounds-1, 0) }

func hauntEvent(id, target int, u, v *unit, more int) sim.Event {
	e := meeting(EventHaunt, id, target, u, v)
	e.A, e.B = int32(more), toGo(v.rounds)
	return e
}

func stoppedEvent(id, target int, u, v *unit) sim.Event {
	e := meeting(EventStopped, id, target, u, v)
	e.A, e.B = v.next, toGo(v.rounds)
	return e
}

func attackEvent(id, target int, u, v *unit, a, d int, cause uint8) sim.Event {
	e := meeting(EventAttack, id, target, u, v)
	e.Cause, e.A, e.B = cause, int32(min(a, maxInt32)), int32(min(d, maxInt32))
	return e
}

const maxInt32 = 1<<31 - 1

// begunEvent: winner is a unit, or -1 where that is not known.
func begunEvent(winner, loser int, v *unit) sim.Event {
	return sim.Event{Kind: EventBegun, Seat: int8(v.next), Other: v.clan, Unit: int32(winner), Target: int32(loser),
		At: sim.At(v.pos()), To: sim.NoPos, A: toGo(v.rounds)}
}

func convertedEvent(id int, v *unit, clan int8, cause uint8, points int) sim.Event {
	return sim.Event{Kind: EventConverted, Seat: clan, Other: v.clan, Cause: cause, Unit: -1, Target: int32(id),
		At: sim.At(v.pos()), To: sim.NoPos, A: int32(points)}
}

func bookEvent(id int, u *unit, at sim.Pos, points int) sim.Event {
	return sim.Event{Kind: EventBook, Seat: u.clan, Other: -1, Unit: int32(id), Target: -1, At: sim.At(at), To: sim.NoPos, A: int32(points)}
}

func burntEvent(at sim.Pos) sim.Event {
	return sim.Event{Kind: EventBurnt, Seat: -1, Other: -1, Unit: -1, Target: -1, At: sim.At(at), To: sim.NoPos}
}

// AppendEvent words an event for people.
func (Game) AppendEvent(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	w := words{dst, names}
	switch e.Kind {
	case EventSpell:
		w.unit(e.Unit, e.Seat)
		w.place(" casts the spell at ", e.At)
		w.count(": takes ", e.A, " cell")
	case EventDeath:
		w.death(e)
	case EventHaunt:
		w.unit(e.Unit, e.Seat)
		w.text(" attacks ")
		w.unit(e.Target, e.Other)
		w.place(" at ", e.At)
		w.count(": it must rest ", e.A, " round")
		w.number(" more, ", e.B)
		w.text(" to go")
	case EventConverted:
		w.unit(e.Target, e.Other)
		w.place(" at ", e.At)
		w.name(" joins ", e.Seat)
		if e.Cause == causeCrushing {
			w.text(" at once")
		}
		w.number(": +", e.A)
		w.text(" points")
	case EventAttack:
		w.attack(e)
	case EventStopped:
		w.unit(e.Unit, e.Seat)
		w.text(" keeps ")
		w.text(unitName(e.Target))
		w.place(" at ", e.At)
		w.name(" from joining ", int8(e.A))
		w.count(" with ", e.B, " round")
		w.text(" to go")
	case EventBegun:
		w.unit(e.Target, e.Other)
		w.place(" at ", e.At)
		w.name(" will join ", e.Seat)
		w.count(": ", e.A, " round")
		w.text(" to go")
	case EventBook:
		w.unit(e.Unit, e.Seat)
		w.place(" reads a book at ", e.At)
		w.number(": +", e.A)
		w.text(" strength")
	case EventBurnt:
		w.place("Voldemort destroys a book at ", e.At)
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

func (w *words) death(e *sim.Event) {
	if e.Cause == causeWalked {
		w.unit(e.Target, e.Other)
		w.place(" walks up to Voldemort from ", e.At)
	} else {
		w.text("Voldemort catches ")
		w.unit(e.Target, e.Other)
		w.place(" at ", e.At)
	}
	switch {
	case e.To == sim.NoPos:
		return
	case e.Target < sim.Seats:
		w.text(": back")
	case int8(e.A) == e.Other:
		w.name(": stays with ", e.Other)
	default:
		w.name(": joins ", int8(e.A))
	}
	w.place(" at ", e.To)
}

func (w *words) attack(e *sim.Event) {
	w.unit(e.Unit, e.Seat)
	w.text(" attacks ")
	w.unit(e.Target, e.Other)
	w.place(" at ", e.At)
	w.number(": ", e.A)
	w.number(" against ", e.B)
	switch {
	case e.Cause&causeWon != 0:
		w.text(", wins")
	case e.Cause&causeLost != 0:
		w.text(", loses")
	default:
		return
	}
	switch e.Cause & causeKinds {
	case causeCrushing:
		w.text(" outright")
	case causeSurprise:
		w.text(" by surprise")
	case causeStrength:
		w.text(" by strength")
	case causeCoin:
		w.text(" by the toss of a coin")
	}
}
