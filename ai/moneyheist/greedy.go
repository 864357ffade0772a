package moneyheist

import (
	"context"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Greedy is a simple player to start from. Each soldier goes to the nearest item, and the professor
// to the nearest safe.
//
// A player is a type with a Play method. Its fields keep data between rounds.
type Greedy struct {
	orders sim.Orders
	open   paths.Cells
	items  paths.Cells // money and kits
	gates  paths.Cells // cells next to doors
	toItem paths.Search
	toGate paths.Search
}

// Play returns the orders for a round, at most one per unit. It must not modify the state.
func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*mh.State)
	g.orders.Reset()
	g.update(s)
	g.playProfessor(s, s.Unit(int32(q.Seat)))
	g.toItem.Start(&g.open, &g.items)
	for _, id := range s.Soldiers(q.Seat) {
		if g.orders.Calls() == sim.MaxOrders {
			break // more orders would disqualify the player
		}
		g.playSoldier(s, s.Unit(id))
	}
	return sim.NewReply(&g.orders)
}

func (g *Greedy) update(s *mh.State) {
	for row := range g.open {
		g.open[row] = ^(s.WallRow(row) | s.DoorRow(row) | s.UnitRow(row)) & paths.FullRow
		g.items[row] = (s.MoneyRow(row) | s.HealthRow(row) | s.PoisonRow(row)) & g.open[row]
	}
	g.gates = paths.Cells{}
	for box := range s.SafeCount() {
		for _, step := range sim.UDLRSteps {
			if p := s.Door(box).Add(step); p.In(mh.Rows, mh.Cols) && g.open.Has(p.Row, p.Col) {
				g.gates.Add(p.Row, p.Col)
			}
		}
	}
}

func (g *Greedy) playProfessor(s *mh.State, u mh.Unit) {
	if !u.IsAlive() {
		return
	}
	if d, box := adjacentDoor(s, u.Pos); box >= 0 {
		if key, ok := mh.FindKey(s.Hints(box)); ok {
			g.orders.Give(mh.Open(u.ID, key, d))
			return
		}
	}
	g.toGate.Start(&g.open, &g.gates)
	g.walk(&g.toGate, u)
}

func (g *Greedy) playSoldier(s *mh.State, u mh.Unit) {
	if u.Poison == 0 && s.AvailablePoison(u.Player) > 0 {
		g.orders.Give(mh.Charge(u.ID))
		return
	}
	for _, d := range sim.UDLR {
		if v := s.Unit(s.UnitAt(u.Pos.Add(d.Step()))); v.ID >= 0 && v.Player != u.Player && u.Poison > 0 {
			g.orders.Give(mh.Move(u.ID, d)) // moving onto a unit attacks it
			return
		}
	}
	g.walk(&g.toItem, u)
}

// walk moves a unit one step towards the nearest starting cell of the search.
func (g *Greedy) walk(search *paths.Search, u mh.Unit) {
	if k, ok := search.FirstStep(u.Pos, &sim.UDLRSteps, nil); ok {
		g.orders.Give(mh.Move(u.ID, sim.UDLR[k]))
	}
}
