package moneyheist

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
)

// berlin plans like Tokyo but does not hunt soldiers, because even fights gain nothing. If two
// soldiers step onto the same cell, the second attacks the first. So Berlin predicts where enemies
// go, waits there, and gives such orders last.
type berlin struct {
	Tokyo
	gain, loss float64 // values of a kill and of a death, in points
	next       forecast
	trust      trust
	ways       []way       // one per own soldier
	walks      []walk      // orders that can wait
	taken      paths.Cells // cells that own units will enter
	more       []int       // value of other items near each item
}

func (b *berlin) Play(_ context.Context, q *sim.Query) sim.Reply {
	b.begin(q)
	b.walks, b.taken = b.walks[:0], paths.Cells{}
	earns := incomePerRound * float64(b.left())
	b.gain, b.loss = killValue+joinChance*earns, lossFactor*earns
	b.predict()
	b.attackFirst()
	b.sendProfessor()
	b.planCharges()
	b.planWays()
	b.moveAll()
	reply := sim.NewReply(&b.orders)
	reply.Marks = b.marks
	return reply
}
