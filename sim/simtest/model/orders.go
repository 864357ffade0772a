package model

import "game-tui/sim"

func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Sow returns an order to put some of the team's apples on the neighbouring cell in direction d.
func Sow(id int32, d sim.Dir, apples int32) sim.Order {
	return sim.Order{Unit: id, Kind: 's', Dir: int8(d), Args: []int32{apples}}
}

// In a recording, orders look like "3\tm\tl\t\n" or "3\ts\tl\t1\t 2\n".
var orderForm = sim.OrderFormat{
	DirLetters: "drul",
	Kinds: []sim.OrderKind{
		{Letter: 'm', HasDir: true, Text: func(o *sim.Order) string { return "moves " + sim.Dir(o.Dir).Adverb() }},
		{Letter: 's', HasDir: true, ArgsName: "amount", Text: func(o *sim.Order) string {
			return "sows " + sim.FormatCount(applesSown(o), "apple") + " " + sim.Dir(o.Dir).Side()
		}},
	},
}

const (
	OutcomeAtHome = sim.FirstGameOutcome + iota
	OutcomeSentHome
	OutcomeTree
	OutcomeOwnPicker
	OutcomeOccupied
	OutcomeTooFewApples
)

var outcomes = []string{
	OutcomeAtHome:       "the picker is at home",
	OutcomeSentHome:     "the picker was sent home before its turn",
	OutcomeTree:         "a tree is there",
	OutcomeOwnPicker:    "a picker of the same team is there",
	OutcomeOccupied:     "apples need an empty cell",
	OutcomeTooFewApples: "the team has too few apples",
}

func applesSown(o *sim.Order) int32 {
	if len(o.Args) == 0 {
		return 0
	}
	return o.Args[0]
}
