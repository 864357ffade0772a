package sim_test

import (
	"context"
	"fmt"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
)

// up is a player that moves all its wizards up.
type up struct{ orders sim.Orders }

func (p *up) Play(_ context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*harrypotter.State)
	p.orders.Reset()
	for _, id := range s.Wizards(q.Seat) {
		p.orders.Give(harrypotter.Move(id, harrypotter.Up))
	}
	return sim.NewReply(&p.orders)
}

// A player receives the state at the start of a round and returns orders.
func ExamplePlayer() {
	config := configs.Default("harrypotter")
	g := harrypotter.Game
	settings, n, err := g.ReadSettings(config)
	if err != nil {
		fmt.Println(err)
		return
	}
	board, err := g.NewBoard(settings, config[n:], 30)
	if err != nil {
		fmt.Println(err)
		return
	}
	var player sim.Player = new(up)
	dice := sim.NewRand(sim.PlayerSeed(30, 0))
	reply := player.Play(context.Background(), &sim.Query{Seat: 0, State: board.State(), Settings: settings, Rand: &dice})
	for _, o := range reply.Orders[:3] {
		fmt.Printf("wizard %d %s\n", o.Unit, g.AppendOrderText(nil, o))
	}
	// Output:
	// wizard 4 moves up
	// wizard 5 moves up
	// wizard 6 moves up
}

// Only the first order for a unit counts. Later ones are dropped, but count as calls.
func ExampleOrders() {
	var orders sim.Orders
	orders.Give(harrypotter.Move(7, harrypotter.Up))
	orders.Give(harrypotter.Move(9, harrypotter.Left))
	orders.Give(harrypotter.Move(7, harrypotter.Down))
	for _, o := range orders.List() {
		fmt.Printf("wizard %d %s\n", o.Unit, harrypotter.Game.AppendOrderText(nil, o))
	}
	fmt.Println(orders.Calls(), "calls")
	// Output:
	// wizard 7 moves up
	// wizard 9 moves left
	// 3 calls
}
