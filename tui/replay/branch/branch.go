// Package branch describes branches: matches that continue from a round with a change.
package branch

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// A Change is what differs in a branch. The zero Change has other dice.
type Change struct {
	Round  int
	Seat   int
	Player string
	Mute   bool
	Dice   int // number of the dice
	Orders *Orders
}

// Orders are chosen orders for the first round of a branch.
type Orders struct {
	List []sim.Order
	Idle []int32
}

// Played is a finished branch, an input of a match view.
type Played struct {
	Record *record.Record
	Round  int
	Change string
	Value  string
}
