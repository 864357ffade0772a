package moneyheist

import "game-tui/sim"

// Kinds of events: indices into Legend.Events.
const (
	// EventProfessorKilled: Unit of Seat killed professor Target of Other at At;
	// A is what it scores, B the rounds until it is reborn.
	EventProfessorKilled = iota
	// EventSafe: professor Unit of Seat opened safe Target at At for A gold; its
	// door comes back at To.
	EventSafe
	// EventMassacre: Seat killed A soldiers in the round, the first one at At.
	EventMassacre
	// EventKill: Unit of Seat killed soldier Target of Other at At, with B poisons
	// left; it came back at To for clan A.
	EventKill
	// EventHurt: Unit of Seat took A health of professor Target of Other, who has B left.
	EventHurt
	// EventReborn: professor Unit of Seat came back at To with A health.
	EventReborn
	// EventHeal: professor Unit of Seat took A from the pot and has B health.
	EventHeal
	// EventMoney: Unit of Seat took A of money at At.
	EventMoney
	// EventHealthKit: Unit of Seat took a kit of A at At; the pot now has B.
	EventHealthKit
	// EventPoisonKit: Unit of Seat took a kit of A at At; the pot now has B.
	EventPoisonKit
	// EventCharge: soldier Unit of Seat took A poisons from the pot and has B.
	EventCharge
)

// massacreSize is from how many soldiers killed by a clan in one round on the timeline
// says so.
const massacreSize = 3

var eventKinds = []sim.EventKind{
	EventProfessorKilled: {Name: "professor killed", Many: "professors killed", Shape: "☠", ASCII: '+', Mark: true, Loss: true, Death: true, Role: sim.RoleBad, Rank: 0,
		Does: "kills # professor(s)", Suffers: "loses its professor"},
	EventSafe: {Name: "safe opened", Many: "safes opened", Shape: "◈", ASCII: '$', Mark: true, Role: sim.RoleTreasure, Rank: 1,
		Does: "opens # safe(s)"},
	EventMassacre: {Name: "massacre", Shape: "✖", ASCII: 'x', Mark: true, Role: sim.RoleOwner, Rank: 2},
	EventReborn: {Name: "professor reborn", Many: "professors reborn", Shape: "◇", ASCII: 'P', Role: sim.RoleOwner, Rank: 3,
		Does: "has its professor back"},
	EventHurt: {Name: "professor hurt", Many: "blows to professors", Shape: "▼", ASCII: 'v', Role: sim.RoleOwner, Rank: 4,
		Does: "hits professors # time(s)", Suffers: "has its professor hit # time(s)"},
	EventKill: {Name: "soldier killed", Many: "soldiers killed", Shape: "»", ASCII: '>', Loss: true, Death: true, Role: sim.RoleOwner, Rank: 5,
		Does: "kills # soldier(s)", Suffers: "loses # soldier(s)"},
	EventHeal: {Name: "professor healed", Many: "professors healed", Shape: "♥", ASCII: 'H', Role: sim.RoleOwner, Rank: 6,
		Does: "heals its professor # time(s)"},
	EventMoney: {Name: "money", Many: "finds of money", Shape: "$", ASCII: 'm', Role: sim.RoleGold, Rank: 7,
		Does: "finds money # time(s)"},
	EventHealthKit: {Name: "health kit", Shape: "✚", ASCII: 'h', Role: sim.RoleHeal, Rank: 8,
		Does: "takes # health kit(s)"},
	EventPoisonKit: {Name: "poison kit", Shape: "¡", ASCII: '!', Role: sim.RoleHarm, Rank: 9,
		Does: "takes # poison kit(s)"},
	EventCharge: {Name: "charge", Shape: "↑", ASCII: 'c', Role: sim.RoleHarm, Rank: 10,
		Does: "charges # soldier(s) with poison"},
}
