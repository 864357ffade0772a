package moneyheist

import (
	"bytes"
	"context"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// result is what a match says about one seat in it.
type result struct {
	scores [sim.Seats]int
	calls  int // most order calls in a round
	orders [][]sim.Order
}

func (r *result) winner(seat int) bool {
	for i, n := range r.scores {
		if i != seat && n >= r.scores[seat] {
			return false
		}
	}
	return true
}

// game plays a match and watches one seat.
func game(tb testing.TB, config []byte, seed int32, seat int, players [sim.Seats]sim.Player) *result {
	tb.Helper()
	g := mh.Game
	set, n, err := g.ReadSettings(config)
	if err != nil {
		tb.Fatal(err)
	}
	board, err := g.NewBoard(set, config[n:], seed)
	if err != nil {
		tb.Fatal(err)
	}
	r := new(result)
	var rands [sim.Seats]sim.Rand
	for i := range rands {
		rands[i] = sim.NewRand(sim.PlayerSeed(seed, i))
	}
	for k := range set.Rounds() {
		turn := &sim.Turn{Round: k}
		state := board.State()
		before := state.AppendText(nil)
		for i, p := range players {
			q := sim.Query{Seat: i, State: state, Settings: set, Rand: &rands[i]}
			reply := p.Play(context.Background(), &q)
			if i == seat {
				r.calls = max(r.calls, reply.Calls)
			}
			for _, o := range reply.Orders {
				o.Args = append([]int32(nil), o.Args...)
				turn.Orders[i] = append(turn.Orders[i], sim.Submitted{Order: o})
			}
		}
		if !bytes.Equal(state.AppendText(nil), before) {
			tb.Fatalf("a player wrote to the state of round %d", k)
		}
		r.orders = append(r.orders, nil)
		for _, o := range turn.Orders[seat] {
			r.orders[k] = append(r.orders[k], o.Order)
		}
		if err := board.Step(turn); err != nil {
			tb.Fatal(err)
		}
	}
	r.scores = board.State().Scores()
	return r
}

var defaultConfig = configs.Default("moneyheist")

// table makes the players of a match: one at a seat, against three others.
func table(seat int, one, others func() sim.Player) (t [sim.Seats]sim.Player) {
	for i := range t {
		t[i] = others()
	}
	t[seat] = one()
	return t
}
