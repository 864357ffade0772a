// Package branch describes branches: matches that continue from a round with a change.
package branch

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// A Change is what differs in a branch. Zero values change only the dice.
type Change struct {
	Round  int
	Seat   int
	Player string  // built-in player that takes over the seat
	Mute   bool    // the seat gives no orders
	Dice   int     // number of the other dice
	Orders *Orders // orders in the first round, or nil
}

// Orders are chosen orders for the first round of a branch. They are immutable.
type Orders struct {
	List []sim.Order // one valid order per unit
	Idle []int32     // units without an order
}

// Played is a finished branch. It is an input of a match view.
type Played struct {
	Record *record.Record
	Round  int    // first round
	Change string // short description
	Value  string // value of the change, one line
}
