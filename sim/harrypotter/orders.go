package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// orderForm is how orders are written. The letters of the diagonal directions lie
// around the s key.
var orderForm = res.OrderForm{
	Dirs: "dcreuqlz",
	Kinds: []res.OrderKind{
		{Letter: 'm', Dir: true},
		{Letter: 's', Args: "solution"},
	},
}

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte { return orderForm.Append(dst, o) }

// ReadOrder reads one order from the start of text.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) { return orderForm.Read(text) }

// AppendOrderText words an order for people, without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	switch o.Kind {
	case 'm':
		return append(append(dst, "moves "...), Dir(o.Dir).Word()...)
	case 's':
		return append(dst, "casts the spell"...)
	}
	return append(dst, sim.UnknownOrder...)
}
