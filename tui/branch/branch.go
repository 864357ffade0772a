// Package branch says what a branch is: a match that is played on from one of its rounds
// with a change.
package branch

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// Change is what is other in a branch. The zero values of Player and Mute change nothing but
// the dice.
type Change struct {
	Round  int
	Seat   int
	Player string  // a built-in player that takes the seat over from there
	Mute   bool    // the seat gives no orders any more
	Dice   int     // number of the other dice: each branch has its own
	Orders *Orders // of chosen units in that round, the first of Seat; nil: as their players say
}

// Orders are the orders of chosen units in the first round of a branch. They never change.
type Orders struct {
	List []sim.Order // one for each unit, that the rules allow
	Idle []int32     // units that get none
}

// Played is a branch that has just been played on. It is an input of a match.
type Played struct {
	Record *record.Record
	Round  int    // from which it was played on
	Change string // what is other in it, in a few words
	Worth  string // what that is worth, one line
}
