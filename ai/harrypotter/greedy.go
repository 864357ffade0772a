package harrypotter

import (
	"context"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// Greedy is the example to start from: each wizard goes on its own to its
// nearest book or beatable enemy and keeps clear of Voldemort. A player is a
// type with a Play method; what it keeps between rounds are fields. This one
// keeps only memory that it would otherwise allocate again.
type Greedy struct {
	orders   sim.Orders
	solution [hp.NumIngredients]int32
	queue    []visit
	seen     [hp.Rows][hp.Cols]bool
}

// NewGreedy makes a Greedy.
func NewGreedy() sim.Player { return new(Greedy) }

// Play is called once a round. It looks at the state, which it must not
// change, and answers with at most one order for each of its units.
func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*hp.State)
	g.orders.Reset()
	g.playGhost(s, q.Seat)
	for _, id := range s.Wizards(q.Seat) {
		if g.orders.Calls() == sim.MaxOrders {
			break // one call more and we would be out
		}
		if d, ok := g.toward(s, q.Seat, s.Unit(id).Pos); ok {
			g.orders.Give(hp.Move(id, d))
		}
	}
	return sim.ReplyOf(&g.orders)
}

// toward searches breadth first from a wizard for the nearest thing worth
// having. It returns the first step of a shortest way; false when there is none.
func (g *Greedy) toward(s *hp.State, me int, from sim.Pos) (hp.Dir, bool) {
	g.seen = [hp.Rows][hp.Cols]bool{}
	g.seen[from.Row][from.Col] = true
	g.queue = append(g.queue[:0], visit{at: from})
	for i := 0; i < len(g.queue); i++ {
		here := g.queue[i]
		for _, d := range hp.Four { // wizards do not move diagonally
			next := visit{here.at.Plus(d.Delta()), here.first}
			if i == 0 {
				next.first = d
			}
			if !s.Free(next.at) || g.seen[next.at.Row][next.at.Col] || chebyshev(next.at, s.Voldemort()) <= 2 {
				continue // a wall, seen before, or where Voldemort may strike this round
			}
			g.seen[next.at.Row][next.at.Col] = true
			if cell := s.Cell(next.at); cell.Book || cell.Unit >= 0 && g.beatable(s, me, s.Unit(cell.Unit)) {
				return next.first, true
			} else if cell.Unit < 0 {
				g.queue = append(g.queue, next)
			}
		}
	}
	return 0, false
}

// beatable reports whether u is an enemy that a wizard of ours may attack and
// that is not stronger. To attack is to move onto it.
func (g *Greedy) beatable(s *hp.State, me int, u hp.Unit) bool {
	return u.Player != me && !u.Ghost && !u.Converting() &&
		s.MagicStrength(u.Player) <= s.MagicStrength(me)
}

// playGhost casts as soon as the ghost has rested; until then it keeps away
// from Voldemort.
func (g *Greedy) playGhost(s *hp.State, me int) {
	ghost := s.Unit(s.Ghost(me))
	if ghost.Rounds == 0 && s.Round() <= s.Settings().LastSpellRound() &&
		solveSpell(s.Ingredients(), g.solution[:]) {
		g.orders.Give(hp.Spell(ghost.ID, g.solution[:]))
		return
	}
	far, way := manhattan(ghost.Pos, s.Voldemort()), hp.Dir(-1)
	if far > 8 {
		return
	}
	for d := range hp.Dir(8) {
		to := ghost.Pos.Plus(d.Delta())
		if dist := manhattan(to, s.Voldemort()); dist > far && s.Free(to) && s.UnitAt(to) < 0 {
			far, way = dist, d
		}
	}
	if way >= 0 {
		g.orders.Give(hp.Move(ghost.ID, way))
	}
}
