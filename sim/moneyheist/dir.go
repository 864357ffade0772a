package moneyheist

import "game-tui/sim"

// Dir is a direction by the kit's numbers.
type Dir int8

// The directions.
const (
	Down Dir = iota
	Right
	Up
	Left
)

// Deltas are the steps of the four directions.
var Deltas = [4]sim.Pos{{Row: 1}, {Col: 1}, {Row: -1}, {Col: -1}}

// UDLR is the order in which Demo tries the directions.
var UDLR = [4]Dir{Up, Down, Left, Right}

// Delta is the direction's step; no step for a number that is no direction.
func (d Dir) Delta() sim.Pos {
	if uint8(d) < 4 {
		return Deltas[d]
	}
	return sim.Pos{}
}

// Move orders a unit to move, or a soldier to attack what stands there.
func Move(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Open orders a professor to open the safe whose door is in direction d. key
// gives each hint its triplet, 0 to a third of their number; it is not copied.
func Open(id int32, key []int32, d Dir) sim.Order {
	return sim.Order{Unit: id, Kind: 'o', Dir: int8(d), Args: key}
}

// Charge orders a soldier to fill up with poison from its clan's pot.
func Charge(id int32) sim.Order { return sim.Order{Unit: id, Kind: 'c'} }

// Heal orders a professor to fill up its health from its clan's pot.
func Heal(id int32) sim.Order { return sim.Order{Unit: id, Kind: 'h'} }
