package moneyheist

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// Greedy is the example to start from: each soldier goes on its own to the
// nearest thing worth having, and the professor to the nearest safe. A player
// is a type with a Play method; what it keeps between rounds are fields. This
// one keeps only memory that it would otherwise allocate again.
type Greedy struct {
	orders  sim.Orders
	open    paths.Cells  // where units may walk
	items   paths.Cells  // money and kits
	gates   paths.Cells  // beside the doors of safes
	toItem  paths.Search // from the items
	toGates paths.Search // from the gates
}

// Play is called once a round. It looks at the state, which it must not
// change, and answers with at most one order for each of its units.
func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*mh.State)
	g.orders.Reset()
	g.look(s)
	g.playProfessor(s, s.Unit(int32(q.Seat)))
	g.toItem.Start(&g.open, &g.items)
	for _, id := range s.Soldiers(q.Seat) {
		if g.orders.Calls() == sim.MaxOrders {
			break // one call more and we would be out
		}
		g.playSoldier(s, s.Unit(id))
	}
	return sim.ReplyOf(&g.orders)
}

// look finds out where units may walk, and what is worth walking to.
func (g *Greedy) look(s *mh.State) {
	for row := range g.open {
		g.open[row] = ^(s.WallRow(row) | s.DoorRow(row) | s.UnitRow(row)) & paths.Full
		g.items[row] = (s.MoneyRow(row) | s.HealthRow(row) | s.PoisonRow(row)) & g.open[row]
	}
	g.gates = paths.Cells{}
	for box := range s.Boxes() {
		for _, step := range sim.UDLRSteps {
			if p := s.Door(box).Plus(step); p.In(mh.Rows, mh.Cols) && g.open.Has(p.Row, p.Col) {
				g.gates.Set(p.Row, p.Col)
			}
		}
	}
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
	g.toGates.Start(&g.open, &g.gates)
	g.walk(&g.toGates, u)
}

// playSoldier attacks an enemy beside the soldier, fills up with poison, or
// walks to money and kits.
func (g *Greedy) playSoldier(s *mh.State, u mh.Unit) {
	if u.Poison == 0 && s.AvailablePoison(u.Player) > 0 {
		g.orders.Give(mh.Charge(u.ID))
		return
	}
	for _, d := range sim.UDLR {
		if v := s.Unit(s.UnitAt(u.Pos.Plus(d.Delta()))); v.ID >= 0 && v.Player != u.Player && u.Poison > 0 {
			g.orders.Give(mh.Move(u.ID, d)) // to attack is to move onto someone
			return
		}
	}
	g.walk(&g.toItem, u)
}

// walk takes the first step of a shortest path to the nearest cell where a search
// started.
func (g *Greedy) walk(search *paths.Search, u mh.Unit) {
	if k, ok := search.FirstStep(u.Pos, &sim.UDLRSteps, nil); ok {
		g.orders.Give(mh.Move(u.ID, sim.UDLR[k]))
	}
}
