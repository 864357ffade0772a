package thepurge

import "game-tui/sim"

// Move orders a citizen to move, to hit a barricade or to attack.
func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Build orders a builder to build or reinforce a barricade.
func Build(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'b', Dir: int8(d)} }

var orderForm = sim.OrderForm{
	Dirs: "drul",
	Kinds: []sim.OrderKind{
		{Letter: 'm', Dir: true, Text: func(o *sim.Order) string { return "moves " + sim.Dir(o.Dir).Word() }},
		{Letter: 'b', Dir: true, Text: func(o *sim.Order) string { return "builds " + sim.Dir(o.Dir).Word() }},
	},
}

// Outcomes of this game.
const (
	FateDead = sim.OutcomeGame + iota
	FateBuilding
	FateBarricadeDay
	FateSheltered
	FateCitizenDay
	FateFriend
	FateNotBuilder
	FateNight
	FateTaken
	FateBarricade
	FateInside
	FateLimit
)

var fates = []string{
	FateDead:         "killed before its turn",
	FateBuilding:     "a building is there",
	FateBarricadeDay: "another player's barricade holds until night",
	FateSheltered:    "the own barricade there is occupied",
	FateCitizenDay:   "a citizen is there, and nobody attacks by day",
	FateFriend:       "a citizen of the same player is there",
	FateNotBuilder:   "only builders build",
	FateNight:        "nobody builds by night",
	FateTaken:        "barricades need an empty cell",
	FateBarricade:    "another player's barricade is there",
	FateInside:       "nobody builds from inside a barricade",
	FateLimit:        "the player has all the barricades allowed",
}
