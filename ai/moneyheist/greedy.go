package moneyheist

import (
	"context"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// Greedy is the example to start from: each soldier goes on its own to the
// nearest thing worth having, and the professor to the nearest safe. A player
// is a type with a Play method; what it keeps between rounds are fields. This
// one keeps only memory that it would otherwise allocate again.
type Greedy struct {
	orders sim.Orders
	queue  []visit
	seen   [mh.Rows][mh.Cols]bool
}

// NewGreedy makes a Greedy.
func NewGreedy() sim.Player { return new(Greedy) }

// Play is called once a round. It looks at the state, which it must not
// change, and answers with at most one order for each of its units.
func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*mh.State)
	g.orders.Reset()
	g.playProfessor(s, s.Unit(s.Professor(q.Seat)))
	for _, id := range s.Soldiers(q.Seat) {
		if g.orders.Calls() == sim.MaxOrders {
			break // one call more and we would be out
		}
		g.playSoldier(s, s.Unit(id))
	}
	return sim.ReplyOf(&g.orders)
}

// playProfessor opens the safe beside the professor, or walks to a door.
func (g *Greedy) playProfessor(s *mh.State, u mh.Unit) {
	if !u.IsAlive() {
		return
	}
	if d, box := door(s, u.Pos); box >= 0 {
		if key, ok := mh.Solve(s.SafetyBoxHints(box)); ok {
			g.orders.Give(mh.Open(u.ID, key, d))
			return
		}
	}
	g.walk(s, u, func(at sim.Pos) bool {
		_, box := door(s, at)
		return box >= 0
	})
}

// playSoldier attacks who stands beside the soldier, fills up with poison, or
// walks to money and kits.
func (g *Greedy) playSoldier(s *mh.State, u mh.Unit) {
	if u.Poison == 0 && s.AvailablePoison(u.Player) > 0 {
		g.orders.Give(mh.Charge(u.ID))
		return
	}
	for _, d := range mh.UDLR {
		if v := s.Unit(s.UnitAt(u.Pos.Plus(d.Delta()))); v.ID >= 0 && v.Player != u.Player && u.Poison > 0 {
			g.orders.Give(mh.Move(u.ID, d)) // to attack is to move onto someone
			return
		}
	}
	g.walk(s, u, func(at sim.Pos) bool {
		c := s.Cell(at)
		return c.Money > 0 || c.PoisonKit || c.HealthKit
	})
}

// walk searches breadth first for the nearest cell that is wanted and takes
// the first step of a shortest way to it.
func (g *Greedy) walk(s *mh.State, u mh.Unit, wanted func(sim.Pos) bool) {
	g.seen = [mh.Rows][mh.Cols]bool{}
	g.seen[u.Pos.Row][u.Pos.Col] = true
	g.queue = append(g.queue[:0], visit{at: u.Pos})
	for i := 0; i < len(g.queue); i++ {
		here := g.queue[i]
		for _, d := range mh.UDLR {
			next := visit{here.at.Plus(d.Delta()), here.first}
			if i == 0 {
				next.first = d
			}
			if !s.Free(next.at) || g.seen[next.at.Row][next.at.Col] {
				continue
			}
			g.seen[next.at.Row][next.at.Col] = true
			if c := s.Cell(next.at); c.Unit >= 0 || c.Box >= 0 {
				continue // somebody stands there, or it is a door
			}
			if wanted(next.at) {
				g.orders.Give(mh.Move(u.ID, next.first))
				return
			}
			g.queue = append(g.queue, next)
		}
	}
}
