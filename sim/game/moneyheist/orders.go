package moneyheist

import "game-tui/sim"

// Move returns an order to move or, for a soldier, to attack.
func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Open returns an order for a professor to open the safe whose door is in direction d. Key holds
// each hint's triplet, numbered from 0. It is not copied.
func Open(id int32, key []int32, d sim.Dir) sim.Order {
	return sim.Order{Unit: id, Kind: 'o', Dir: int8(d), Args: key}
}

// Charge returns an order for a soldier to take poison from its clan's pot.
func Charge(id int32) sim.Order { return sim.Order{Unit: id, Kind: 'c'} }

// Heal returns an order for a professor to take health from its clan's pot.
func Heal(id int32) sim.Order { return sim.Order{Unit: id, Kind: 'h'} }

var orderForm = sim.OrderFormat{
	DirLetters: "drul",
	Kinds: []sim.OrderKind{
		{Letter: 'm', HasDir: true, Text: func(o *sim.Order) string { return "moves " + sim.Dir(o.Dir).Adverb() }},
		{Letter: 'o', HasDir: true, ArgsName: "key", Text: func(o *sim.Order) string { return "opens the safe " + sim.Dir(o.Dir).Side() }},
		{Letter: 'c', Text: func(*sim.Order) string { return "charges poison" }},
		{Letter: 'h', Text: func(*sim.Order) string { return "heals" }},
	},
}

const (
	OutcomeKilled = sim.FirstGameOutcome + iota
	OutcomeDead
	OutcomeWall
	OutcomeDoor
	OutcomeOwnUnit
	OutcomeNoPoison
	OutcomeOccupied
	OutcomeNotProfessor
	OutcomeNotSoldier
	OutcomeNoDoor
	OutcomeWrongKey
)

var outcomes = []string{
	OutcomeKilled:       "it was killed before its turn",
	OutcomeDead:         "the professor is dead",
	OutcomeWall:         "a wall is there",
	OutcomeDoor:         "the door of a safe is there",
	OutcomeOwnUnit:      "a unit of its own clan is there",
	OutcomeNoPoison:     "it has no poison to attack with",
	OutcomeOccupied:     "a unit is there, and professors do not attack",
	OutcomeNotProfessor: "only professors can do that",
	OutcomeNotSoldier:   "only soldiers can do that",
	OutcomeNoDoor:       "no door is there",
	OutcomeWrongKey:     "the key is wrong",
}
