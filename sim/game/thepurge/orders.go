package thepurge

import "game-tui/sim"

// Move returns an order to move, to hit a barricade or to attack.
func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Build returns an order for a builder to build or reinforce a barricade.
func Build(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'b', Dir: int8(d)} }

var orderForm = sim.OrderFormat{
	DirLetters: "drul",
	Kinds: []sim.OrderKind{
		{Letter: 'm', HasDir: true, Text: func(o *sim.Order) string { return "moves " + sim.Dir(o.Dir).Adverb() }},
		{Letter: 'b', HasDir: true, Text: func(o *sim.Order) string { return "builds " + sim.Dir(o.Dir).Adverb() }},
	},
}

const (
	OutcomeDead = sim.FirstGameOutcome + iota
	OutcomeBuilding
	OutcomeBarricadeDay
	OutcomeSheltered
	OutcomeCitizenDay
	OutcomeFriend
	OutcomeNotBuilder
	OutcomeNight
	OutcomeOccupied
	OutcomeBarricade
	OutcomeInside
	OutcomeLimit
)

var outcomes = []string{
	OutcomeDead:         "killed before its turn",
	OutcomeBuilding:     "a building is there",
	OutcomeBarricadeDay: "another player's barricade holds until night",
	OutcomeSheltered:    "its own barricade there is occupied",
	OutcomeCitizenDay:   "a citizen is there, and nobody attacks by day",
	OutcomeFriend:       "a citizen of the same player is there",
	OutcomeNotBuilder:   "only builders build",
	OutcomeNight:        "builders do not build by night",
	OutcomeOccupied:     "barricades need an empty cell",
	OutcomeBarricade:    "another player's barricade is there",
	OutcomeInside:       "builders do not build inside a barricade",
	OutcomeLimit:        "the player already has the maximum number of barricades",
}
