package players

import (
	"context"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

// Demo moves its pickers at random and sometimes sows an apple.
type Demo struct{ orders sim.Orders }

// Play implements sim.Player.
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
