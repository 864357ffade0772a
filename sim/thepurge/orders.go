package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

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
