// Package players provides the players of the model game. Greedy is an example to copy.
package players

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

// Players lists the game's players. To add a player, add a line here.
var Players = []sim.Builtin{
	{Name: "Demo", Description: "Moves at random, and now and then sows an apple.", New: sim.NewPlayer[Demo]},
	{Name: "Greedy", Description: "Sends each picker to the nearest apples.", New: sim.NewPlayer[Greedy]},
	{Name: "Null", Description: "Gives no orders.", New: sim.NewPlayer[sim.Null]},
}

// LineUp lists the default players of a match.
var LineUp = [sim.Seats]string{"Greedy", "Demo", "Greedy", "Demo"}

// Demo moves its pickers at random and sometimes sows an apple.
type Demo struct{ orders sim.Orders }

func (d *Demo) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*model.State)
	d.orders.Reset()
	for _, u := range s.Pickers(q.Seat) {
		dir := sim.Dir(q.Rand.Random(0, 3))
		if q.Rand.Random(0, 9) == 0 {
			d.orders.Give(model.Sow(u.ID, dir, 1))
		} else {
			d.orders.Give(model.Move(u.ID, dir))
		}
	}
	return sim.NewReply(&d.orders)
}
