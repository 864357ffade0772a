package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Dir is a direction by the kit's numbers.
type Dir = sim.Dir

// The directions.
const (
	Down  = sim.Down
	Right = sim.Right
	Up    = sim.Up
	Left  = sim.Left
)

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

// orderForm is how orders are written.
var orderForm = res.OrderForm{
	Dirs: "drul",
	Kinds: []res.OrderKind{
		{Letter: 'm', Dir: true},
		{Letter: 'o', Dir: true, Args: "key"},
		{Letter: 'c'},
		{Letter: 'h'},
	},
}

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte { return orderForm.Append(dst, o) }

// ReadOrder reads one order from the start of text.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) { return orderForm.Read(text) }
