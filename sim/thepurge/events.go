package thepurge

import "game-tui/sim"

// The kinds of events, indexes into the legend's list.
const (
	EventDeath      uint8 = iota // Unit of Seat killed Target of Other At; A the points
	EventBroken                  // Unit broke Other's barricade At; Target was inside; A the blow
	EventFight                   // Unit At attacked Target To; A and B the strengths
	EventBack                    // a new citizen, Unit of Seat, At
	EventWeapon                  // Unit took a weapon At: A what it found, B what it carries now
	EventMoney                   // Unit took money At: A the points
	EventFood                    // Unit took food At: A the life gained, B the life now
	EventBuilt                   // Unit built a barricade At: A its resistance
	EventReinforced              // Unit reinforced one At: A its resistance, B the gain
	EventHit                     // Unit hit Other's barricade At; Target is inside; A the blow, B the rest
	EventDusk                    // the night of day A begins; B barricades stand
	EventDawn                    // day A begins, 0 where the match is over; B barricades fell
)

// Cause tells what Unit and Target are: each is armBits wide, a WeaponType,
// NoWeapon for a builder. causeWon: the attacker won the fight.
const (
	armBits  = 2
	armMask  = 1<<armBits - 1
	causeWon = 1 << (2 * armBits)
)

func armOf(c *Citizen) uint8 { return uint8(c.Weapon) }

var eventKinds = []sim.EventKind{
	EventDeath: {Name: "death", Shape: "☠", ASCII: 'x', Mark: true, Loss: true, Death: true, Role: sim.RoleBad, Rank: 0,
		Does: "kills # citizen(s)", Suffers: "loses # citizen(s)"},
	EventBroken: {Name: "barricade broken", Many: "barricades broken", Shape: "◇", ASCII: 'v', Mark: true, Role: sim.RoleBad, Rank: 2,
		Does: "breaks # barricade(s)", Suffers: "loses # barricade(s)"},
	EventFight: {Name: "fight", Shape: "✕", ASCII: '!', Role: sim.RoleBad, Rank: 3,
		Does: "attacks # time(s)", Suffers: "is attacked # time(s)"},
	EventBack: {Name: "citizen back", Many: "citizens back", Shape: "↺", ASCII: '+', Role: sim.RoleGood, Rank: 4,
		Does: "gets # citizen(s) back"},
	EventWeapon: {Name: "weapon taken", Many: "weapons taken", Shape: "⌐", ASCII: 'g', Role: sim.RoleArm, Rank: 5,
		Does: "takes # weapon(s)"},
	EventMoney: {Name: "money taken", Many: "finds of money", Shape: "$", ASCII: '$', Role: sim.RoleGold, Rank: 6,
		Does: "finds money # time(s)"},
	EventFood: {Name: "food taken", Many: "finds of food", Shape: "♥", ASCII: 'f', Role: sim.RoleHeal, Rank: 7,
		Does: "finds food # time(s)"},
	EventBuilt: {Name: "barricade built", Many: "barricades built", Shape: "▅", ASCII: 'b', Role: sim.RoleGood, Rank: 8,
		Does: "builds # barricade(s)"},
	EventReinforced: {Name: "barricade reinforced", Many: "barricades reinforced", Shape: "▇", ASCII: 'r', Role: sim.RoleGood, Rank: 10,
		Does: "reinforces barricades # time(s)"},
	EventHit: {Name: "barricade hit", Many: "blows to barricades", Shape: "▁", ASCII: 'h', Role: sim.RoleBad, Rank: 9,
		Does: "hits barricades # time(s)", Suffers: "has its barricades hit # time(s)"},
	EventDusk: {Name: "dusk", Shape: "☾", ASCII: '(', Mark: true, Role: sim.RoleNone, Rank: 1},
	EventDawn: {Name: "dawn", Shape: "☼", ASCII: 'o', Mark: true, Role: sim.RoleGold, Rank: 1},
}

// backEvent tells of a citizen that has come back.
func backEvent(c *Citizen) sim.Event {
	return sim.Event{Kind: EventBack, Seat: c.Player, Other: -1, Unit: c.ID, Target: -1, Cause: armOf(c),
		At: c.At, To: sim.NoPos}
}

// dawnEvent tells of the dawn before round next.
func dawnEvent(s *Settings, next, fallen int) sim.Event {
	day := next/s.NumRoundsPerDay + 1
	if next == s.Rounds() {
		day = 0
	}
	return timeEvent(EventDawn, day, fallen)
}

// duskEvent tells of the dusk before round next.
func duskEvent(s *Settings, next, standing int) sim.Event {
	return timeEvent(EventDusk, next/s.NumRoundsPerDay+1, standing)
}

func timeEvent(kind uint8, day, n int) sim.Event {
	return sim.Event{Kind: kind, Seat: -1, Other: -1, Unit: -1, Target: -1, At: sim.NoPos, To: sim.NoPos,
		A: int32(day), B: int32(n)}
}
