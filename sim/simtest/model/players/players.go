// Package players has the players of the model game: Null, who gives no orders,
// and Gatherer, who goes for the nearest apples.
package players

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

// Players are the players of the game; a player joins with one line.
var Players = []sim.Builtin{
	{Name: "Null", About: "Gives no orders.", New: func() sim.Player { return null{} }},
	{Name: "Gatherer", About: "Sends each picker to the nearest apples.", New: func() sim.Player { return new(Gatherer) }},
}

// LineUp plays when nobody is named.
var LineUp = [sim.Seats]string{"Gatherer", "Gatherer", "Gatherer", "Gatherer"}

type null struct{}

func (null) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }

// Gatherer sends each picker to the nearest apples, and now and then sows one.
type Gatherer struct{ orders sim.Orders }

// Play answers a state.
func (g *Gatherer) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*model.State)
	rows, cols := q.Settings.Size()
	g.orders.Reset()
	for _, u := range s.Pickers(q.Seat) {
		if q.Rand.Random(0, 9) == 0 {
			g.orders.Give(model.Sow(u.ID, int8(q.Rand.Random(0, 3)), 1))
			continue
		}
		g.orders.Give(model.Move(u.ID, g.way(s, u, rows, cols, q.Rand)))
	}
	return sim.ReplyOf(&g.orders)
}

// way is the first step of a shortest way to apples, found by breadth-first
// search; a random step where there is none.
func (g *Gatherer) way(s *model.State, u model.Picker, rows, cols int, rand *sim.Rand) int8 {
	type step struct {
		at    sim.Pos
		first int8
	}
	seen := make([]bool, rows*cols)
	queue := []step{{u.At, -1}}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		if s.Cell(now.at).Apples > 0 {
			return now.first
		}
		for dir := range int8(4) {
			to := model.Neighbour(now.at, dir)
			if s.Cell(to).Tree || s.PickerAt(to).Team == u.Team || seen[to.Row*cols+to.Col] {
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
	return int8(rand.Random(0, 3))
}
