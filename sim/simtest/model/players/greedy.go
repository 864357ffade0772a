package players

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

// Greedy sends each picker to the nearest apples.
type Greedy struct{ orders sim.Orders }

func (g *Greedy) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*model.State)
	rows, cols := q.Settings.Size()
	g.orders.Reset()
	for _, u := range s.Pickers(q.Seat) {
		dir := g.firstStep(s, u, rows, cols)
		if dir < 0 {
			dir = sim.Dir(q.Rand.Random(0, 3))
		}
		g.orders.Give(model.Move(u.ID, dir))
	}
	return sim.NewReply(&g.orders)
}

// firstStep returns the first step of a shortest path to the nearest apples, or -1 if there is no path.
func (g *Greedy) firstStep(s *model.State, u model.Picker, rows, cols int) sim.Dir {
	type step struct {
		at    sim.Pos
		first sim.Dir
	}
	seen := make([]bool, rows*cols)
	queue := []step{{u.At, -1}}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		if s.Cell(now.at).Apples > 0 {
			return now.first
		}
		for dir := range sim.Dir(4) {
			to := dir.Neighbor(now.at)
			if s.Cell(to).IsTree || s.PickerAt(to).Team == u.Team || seen[to.Row*cols+to.Col] {
				continue
			}
			seen[to.Row*cols+to.Col] = true
			first := now.first
			if first < 0 {
				first = dir
			}
			queue = append(queue, step{to, first})
		}
	}
	return -1
}
