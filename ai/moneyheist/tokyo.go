package moneyheist

import (
	"context"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// Tokyo plans for the clan as a whole. Every soldier goes for the target that is
// worth most to it, and no two for the same; soldiers with poison hunt those of
// others, since a soldier won collects for us to the end. The professor goes
// for the safe that it reaches before all others, and around trouble.
//
// The engine takes orders of all clans in turn, each clan's in its own order:
// who names its fights first strikes first.
type Tokyo struct {
	board
	soldiers []soldier
	targets  []target
	targetAt [mh.Rows][mh.Cols]int16 // index into targets, where wanted says that there is one
	items    paths.Cells
	wanted   paths.Cells // items and enemies
	offers   offers.List

	blows  []blow
	doors  doors
	search paths.Search // from the unit or target in question
	orders sim.Orders
	marks  []sim.Mark
}

// soldier is one of ours.
type soldier struct {
	id     int32
	at     sim.Pos
	poison int
	busy   bool
}

// Play gives the orders in the order of their haste.
func (t *Tokyo) Play(_ context.Context, q *sim.Query) sim.Reply {
	t.begin(q)
	t.playProfessor()
	t.fight()
	t.flee()
	t.charge()
	t.plan()
	reply := sim.ReplyOf(&t.orders)
	reply.Marks = t.marks
	return reply
}

// begin looks at the board and lists our soldiers.
func (t *Tokyo) begin(q *sim.Query) {
	t.look(q.State.(*mh.State), q.Seat)
	t.orders.Reset()
	t.marks = t.marks[:0]
	t.soldiers = t.soldiers[:0]
	for _, id := range t.s.Soldiers(t.me) {
		t.soldiers = append(t.soldiers, soldier{id: id, at: t.s.At(id), poison: t.s.PoisonOf(id)})
	}
}

// give gives an order while there may be more.
func (t *Tokyo) give(o sim.Order) {
	if t.orders.Calls() < sim.MaxOrders {
		t.orders.Give(o)
	}
}
