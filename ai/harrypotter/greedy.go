package harrypotter

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// Greedy is a simple player to start from. Each wizard walks to the nearest book or beatable enemy
// and avoids Voldemort.
//
// A player is a type with a Play method. Its fields keep data between rounds.
type Greedy struct {
	orders   sim.Orders
	solution [hp.NumIngredients]int32
	open     paths.Cells
	goals    paths.Cells // books, and enemies no stronger than us
	search   paths.Search
}

// Play returns the orders for a round, at most one per unit. It must not modify the state.
func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*hp.State)
	g.orders.Reset()
	g.playGhost(s, q.Seat)
	g.update(s, q.Seat)
	g.search.Start(&g.open, &g.goals)
	for _, id := range s.Wizards(q.Seat) {
		if g.orders.Calls() == sim.MaxOrders {
			break // more orders would disqualify the player
		}
		if k, ok := g.search.FirstStep(s.Unit(id).Pos, &sim.UDLRSteps, nil); ok {
			g.orders.Give(hp.Move(id, hp.FromSimDir(sim.UDLR[k])))
		}
	}
	return sim.NewReply(&g.orders)
}

// update collects open cells and goals. Enemies are goals, because moving onto one attacks it.
func (g *Greedy) update(s *hp.State, me int) {
	for row := range g.open {
		g.open[row] = ^(s.WallRow(row) | s.UnitRow(row)) & paths.FullRow
		g.goals[row] = s.BookRow(row) &^ s.WallRow(row)
	}
	for clan := range sim.Seats {
		if clan == me || s.MagicStrength(clan) > s.MagicStrength(me) {
			continue
		}
		for _, id := range s.Wizards(clan) {
			if u := s.Unit(id); !u.IsConverting() {
				g.goals.Add(u.Pos.Row, u.Pos.Col)
			}
		}
	}
	v := s.Voldemort() // avoid cells that Voldemort can reach in this round
	g.open.RemoveNear(v.Row, v.Col)
	g.goals.RemoveNear(v.Row, v.Col)
}

func (g *Greedy) playGhost(s *hp.State, me int) {
	ghost := s.Unit(int32(me))
	if ghost.RoundsLeft == 0 && s.Round() <= s.Settings().LastSpellRound() &&
		solveSpell(s.Ingredients(), g.solution[:]) {
		g.orders.Give(hp.CastSpell(ghost.ID, g.solution[:]))
		return
	}
	far, way := ghost.Pos.Distance(s.Voldemort()), hp.Dir(-1)
	if far > 8 {
		return
	}
	for d := range hp.Dir(8) {
		to := ghost.Pos.Add(d.Step())
		if dist := to.Distance(s.Voldemort()); dist > far && s.IsOpen(to) && s.UnitAt(to) < 0 {
			far, way = dist, d
		}
	}
	if way >= 0 {
		g.orders.Give(hp.Move(ghost.ID, way))
	}
}
