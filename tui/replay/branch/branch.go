// Package branch describes branches. A branch continues a match from one of its rounds, with a
// change.
package branch

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// A Change describes how a branch differs from its match. With the zero Change, only the dice differ.
type Change struct {
	Round    int
	Seat     int
	Player   string
	Muted    bool
	DiceSeed int
	Orders   *Orders
}

type Orders struct {
	List      []sim.Order
	IdleUnits []int32
}

// Result is a finished branch. Match views receive it as an input.
type Result struct {
	Record     *record.Record
	Round      int
	ChangeText string
	Worth      string
}
