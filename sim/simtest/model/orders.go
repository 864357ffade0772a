package model

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Move moves a picker.
func Move(id int32, d sim.Dir) sim.Order { return sim.Order{Unit: id, Kind: 'm', Dir: int8(d)} }

// Sow makes a picker lay apples of its team on the next cell.
func Sow(id int32, d sim.Dir, apples int32) sim.Order {
	return sim.Order{Unit: id, Kind: 's', Dir: int8(d), Args: []int32{apples}}
}

// orderForm is how orders are written: "3\tm\tl\t\n", "3\ts\tl\t1\t 2\n".
var orderForm = res.OrderForm{
	Dirs: "drul",
	Kinds: []res.OrderKind{
		{Letter: 'm', Dir: true},
		{Letter: 's', Dir: true, Args: "amount"},
	},
}

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte { return orderForm.Append(dst, o) }

// ReadOrder reads one order from the start of text.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) { return orderForm.Read(text) }

// sown is how many apples an order sows.
func sown(o *sim.Order) int32 {
	if len(o.Args) == 0 {
		return 0
	}
	return o.Args[0]
}
