package moneyheist

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
)

// berlin plans like Tokyo but does not hunt soldiers, because even fights gain nothing. Of two
// soldiers that step onto the same cell, the second attacks the first. So Berlin predicts where
// enemies go, waits where they pass, and gives such orders last.
type berlin struct {
	Tokyo
	gain, loss float64 // value of a kill and of a death, in points
	next       forecast
	trust      trust
	ways       []way       // by own soldier
	walks      []walk      // orders that can wait
	taken      paths.Cells // cells that own units will enter
	more       []int       // value of the items near each item
}

func (b *berlin) Play(_ context.Context, q *sim.Query) sim.Reply {
	b.begin(q)
	b.walks, b.taken = b.walks[:0], paths.Cells{}
	b.assess()
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
