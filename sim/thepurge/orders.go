package thepurge

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

// Move makes an order for a citizen to go, to hit a barricade or to attack.
func Move(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Build makes an order for a builder to build or to reinforce a barricade.
func Build(id int32, d Dir) sim.Order { return sim.Order{Unit: id, Kind: 'b', Dir: int8(d)} }

// orderForm is how orders are written.
var orderForm = res.OrderForm{
	Dirs: "drul",
	Kinds: []res.OrderKind{
		{Letter: 'm', Dir: true},
		{Letter: 'b', Dir: true},
	},
}

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte { return orderForm.Append(dst, o) }

// ReadOrder reads one order from the start of text.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) { return orderForm.Read(text) }
