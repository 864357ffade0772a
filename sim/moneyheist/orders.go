package moneyheist

import "game-tui/sim"

// Move orders a unit to move, or a soldier to attack.
func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Open orders a professor to open the safe whose door is in direction d. Key holds the triplet of
// each hint, from 0 up. It is not copied.
func Open(id int32, key []int32, d sim.Dir) sim.Order {
	return sim.Order{Unit: id, Kind: 'o', Dir: int8(d), Args: key}
}

// Charge orders a soldier to take poison from its clan's pot.
func Charge(id int32) sim.Order { return sim.Order{Unit: id, Kind: 'c'} }

// Heal orders a professor to take health from its clan's pot.
func Heal(id int32) sim.Order { return sim.Order{Unit: id, Kind: 'h'} }

var orderForm = sim.OrderForm{
	Dirs: "drul",
	Kinds: []sim.OrderKind{
		{Letter: 'm', Dir: true, Text: func(o *sim.Order) string { return "moves " + sim.Dir(o.Dir).Word() }},
		{Letter: 'o', Dir: true, Args: "key", Text: func(o *sim.Order) string { return "opens the safe " + sim.Dir(o.Dir).Side() }},
		{Letter: 'c', Text: func(*sim.Order) string { return "charges poison" }},
		{Letter: 'h', Text: func(*sim.Order) string { return "heals" }},
	},
}

// Outcomes of this game.
const (
	FateKilled = sim.OutcomeGame + iota
	FateDead
	FateWall
	FateDoor
	FateOwn
	FateNoPoison
	FateOccupied
	FateNotProfessor
	FateNotSoldier
	FateNoDoor
	FateKey
)

var fates = []string{
	FateKilled:       "it was killed before its turn",
	FateDead:         "the professor is dead",
	FateWall:         "a wall is there",
	FateDoor:         "the door of a safe is there",
	FateOwn:          "a unit of its own clan is there",
	FateNoPoison:     "it has no poison to attack with",
	FateOccupied:     "a unit is there, and professors do not attack",
	FateNotProfessor: "only professors can do that",
	FateNotSoldier:   "only soldiers can do that",
	FateNoDoor:       "no door is there",
	FateKey:          "the key is wrong",
}
