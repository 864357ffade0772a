package moneyheist

import (
	"context"

	"game-tui/ai/numbers"
	"game-tui/ai/paths"
	"game-tui/sim"
)

// berlin plans as Tokyo does, but hunts no soldiers: an even fight costs as much as it brings.
// It wins uneven ones. Two soldiers who step onto the same cell meet there, and the second
// strikes the first. So Berlin foresees where enemies go, waits where they will pass, and gives
// these orders last.
type berlin struct {
	Tokyo
	v          []float64 // by the indices of berlinNumbers
	gain, loss float64   // what a kill and a death are worth, in points
	next       forecast
	trust      trust
	ways       []way       // of our soldiers, by their index
	walks      []walk      // orders that can wait
	taken      paths.Cells // where one of us is going to step
	more       []int       // worth of the items near each item
}

// Champion is Berlin and the numbers by which it decides.
var Champion = numbers.Player{Name: "Berlin", Numbers: berlinNumbers[:], New: newBerlin}

func newBerlin(values []float64) sim.Player { return &berlin{v: values} }

// Play gives the orders in the order of their haste.
func (b *berlin) Play(_ context.Context, q *sim.Query) sim.Reply {
	b.begin(q)
	b.walks, b.taken = b.walks[:0], paths.Cells{}
	b.weigh()
	b.foresee()
	b.strike()
	b.sendProfessor()
	b.planCharges()
	b.planWays()
	b.moveAll()
	reply := sim.ReplyOf(&b.orders)
	reply.Marks = b.marks
	return reply
}
