package moneyheist

// Kinds of events: indices into Legend.Events.
const (
	// EventProfessorKilled: Unit of Seat killed professor Target of Other at At;
	// A is what it scores, B the rounds until it is reborn.
	EventProfessorKilled = iota
	// EventSafe: professor Unit of Seat opened safe Target at At for A gold; its
	// door comes back at To.
	EventSafe
	// EventRout: Seat killed A soldiers in the round, the first one at At.
	EventRout
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

// routSize is how many soldiers a clan must kill in a round for the timeline
// to say so.
const routSize = 3
