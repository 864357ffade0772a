package moneyheist

import (
	"context"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Tokyo assigns targets to soldiers. Armed soldiers hunt others, because a converted soldier
// collects until the end. Clans take turns, so attacks come first.
type Tokyo struct {
	board
	soldiers []soldier
	targets  []target
	targetAt [mh.Rows][mh.Cols]int16 // index into targets; valid for cells in wanted
	items    paths.Cells
	wanted   paths.Cells // cells of items and enemies
	offers   offers.List

	attacks []attack
	doors   doors
	search  paths.Search // search starting at the current unit or target
	orders  sim.Orders
	marks   []sim.Mark
}

type soldier struct {
	id     int32
	at     sim.Pos
	poison int
	busy   bool
}

func (t *Tokyo) Play(_ context.Context, q *sim.Query) sim.Reply {
	t.begin(q)
	t.playProfessor()
	t.fight(t.attackWorth)
	t.flee()
	t.charge()
	t.plan()
	reply := sim.NewReply(&t.orders)
	reply.Marks = t.marks
	return reply
}

func (t *Tokyo) begin(q *sim.Query) {
	t.look(q.State.(*mh.State), q.Seat)
	t.orders.Reset()
	t.marks = t.marks[:0]
	t.soldiers = t.soldiers[:0]
	for _, id := range t.s.Soldiers(t.me) {
		t.soldiers = append(t.soldiers, soldier{id: id, at: t.s.At(id), poison: t.s.PoisonOf(id)})
	}
}

func (t *Tokyo) give(o sim.Order) {
	if t.orders.Calls() < sim.MaxOrders {
		t.orders.Give(o)
	}
}
