package harrypotter

import "game-tui/sim"

// The kinds of events. Seat and Unit did it, Other and Target
// suffered it; At is the place of the latter.
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
	EventSpell: {Name: "spell", Shape: "✦", ASCII: '*', Mark: true, Role: sim.RoleOwner, Rank: 0,
		Does: "casts # spell(s)"},
	EventDeath: {Name: "death", Shape: "☠", ASCII: '+', Mark: true, Loss: true, Death: true, Role: sim.RoleBad, Rank: 1,
		Suffers: "loses # wizard(s) to Voldemort"},
	EventHaunt: {Name: "ghost attacked", Many: "ghosts attacked", Shape: "◇", ASCII: 'G', Mark: true, Role: sim.RoleOwner, Rank: 2,
		Does: "attacks # ghost(s)", Suffers: "has its ghost attacked # time(s)"},
	EventConverted: {Name: "conversion", Shape: "⇄", ASCII: '=', Loss: true, Role: sim.RoleOwner, Rank: 3,
		Does: "converts # wizard(s)", Suffers: "loses # wizard(s) by conversion"},
	EventAttack: {Name: "attack", Shape: "»", ASCII: '>', Role: sim.RoleOwner, Rank: 4,
		Does: "attacks # time(s)", Suffers: "is attacked # time(s)"},
	EventStopped: {Name: "conversion stopped", Many: "conversions stopped", Shape: "○", ASCII: 'o', Role: sim.RoleOwner, Rank: 5,
		Does: "stops # conversion(s) of its own wizards"},
	EventBegun: {Name: "conversion begun", Many: "conversions begun", Shape: "◐", ASCII: 'x', Role: sim.RoleOwner, Rank: 6,
		Does: "begins to convert # wizard(s)", Suffers: "has # wizard(s) being converted"},
	EventBook: {Name: "book", Shape: "▤", ASCII: 'b', Role: sim.RoleTreasure, Rank: 7,
		Does: "reads # book(s)"},
	EventBurnt: {Name: "book destroyed", Many: "books destroyed", Shape: "▢", ASCII: '-', Role: sim.RoleBoss, Rank: 8},
}

const maxInt32 = 1<<31 - 1

func spellEvent(id int, u *unit, cells int) sim.Event {
	return sim.Event{Kind: EventSpell, Seat: u.player, Other: -1, Unit: int32(id), Target: -1, At: sim.At(u.pos()), To: sim.NoPos, A: int32(cells)}
}

func deathEvent(id int, u *unit, cause uint8) sim.Event {
	return sim.Event{Kind: EventDeath, Seat: -1, Other: u.player, Cause: cause, Unit: voldemortID, Target: int32(id), At: sim.At(u.pos()), To: sim.NoPos}
}

// meeting is an event between two units.
func meeting(kind uint8, id, target int, u, v *unit) sim.Event {
	return sim.Event{Kind: kind, Seat: u.player, Other: v.player, Unit: int32(id), Target: int32(target), At: sim.At(v.pos()), To: sim.NoPos}
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

// begunEvent: winner is a unit, or -1 where that is not known.
func begunEvent(winner, loser int, v *unit) sim.Event {
	return sim.Event{Kind: EventBegun, Seat: int8(v.next), Other: v.player, Unit: int32(winner), Target: int32(loser),
		At: sim.At(v.pos()), To: sim.NoPos, A: toGo(v.rounds)}
}

func convertedEvent(id int, v *unit, clan int8, cause uint8, points int) sim.Event {
	return sim.Event{Kind: EventConverted, Seat: clan, Other: v.player, Cause: cause, Unit: -1, Target: int32(id),
		At: sim.At(v.pos()), To: sim.NoPos, A: int32(points)}
}

func bookEvent(id int, u *unit, at sim.Pos, points int) sim.Event {
	return sim.Event{Kind: EventBook, Seat: u.player, Other: -1, Unit: int32(id), Target: -1, At: sim.At(at), To: sim.NoPos, A: int32(points)}
}

func burntEvent(at sim.Pos) sim.Event {
	return sim.Event{Kind: EventBurnt, Seat: -1, Other: -1, Unit: voldemortID, Target: -1, At: sim.At(at), To: sim.NoPos}
}
