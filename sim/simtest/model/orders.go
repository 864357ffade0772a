package model

import "game-tui/sim"

// Move orders a picker to move.
func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Sow orders a picker to put apples of its team on the next cell.
func Sow(id int32, d sim.Dir, apples int32) sim.Order {
	return sim.Order{Unit: id, Kind: 's', Dir: int8(d), Args: []int32{apples}}
}

// Examples: "3\tm\tl\t\n", "3\ts\tl\t1\t 2\n".
var orderForm = sim.OrderForm{
	Dirs: "drul",
	Kinds: []sim.OrderKind{
		{Letter: 'm', Dir: true, Text: func(o *sim.Order) string { return "moves " + sim.Dir(o.Dir).Word() }},
		{Letter: 's', Dir: true, Args: "amount", Text: func(o *sim.Order) string {
			return "sows " + sim.Count(sown(o), "apple") + " " + sim.Dir(o.Dir).Side()
		}},
	},
}

// Outcomes of this game.
const (
	FateHome = sim.OutcomeGame + iota
	FateSent
	FateTree
	FateOwn
	FateTaken
	FatePoor
)

var fates = []string{
	FateHome:  "the picker is at home",
	FateSent:  "the picker was sent home before its turn",
	FateTree:  "a tree is there",
	FateOwn:   "a picker of the same team is there",
	FateTaken: "apples need an empty cell",
	FatePoor:  "the team has not so many apples",
}

// sown returns how many apples an order sows.
func sown(o *sim.Order) int32 {
	if len(o.Args) == 0 {
		return 0
	}
	return o.Args[0]
}
