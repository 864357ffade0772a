package harrypotter

import (
	"context"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// BenchmarkDecision is one answer in the middle of a match among all sorts.
func BenchmarkDecision(b *testing.B) {
	states := record(b)
	for _, p := range Players {
		b.Run(p.Name, func(b *testing.B) {
			b.ReportAllocs()
			player := p.New()
			rand := sim.NewRand(1)
			q := sim.Query{Seat: 0, Rand: &rand}
			for i := 0; b.Loop(); i++ {
				q.State = states[i%len(states)]
				q.Settings = q.State.(*hp.State).Settings()
				player.Play(context.Background(), &q)
			}
		})
	}
}

// record plays a match and returns its states.
func record(b *testing.B) []sim.State {
	var states []sim.State
	players := [sim.Seats]sim.Player{NewSeeker(), NewHunter(), NewGreedy(), NewSeeker()}
	players[0] = &recorder{players[0], &states}
	playMatch(b, string(configs.Default("harrypotter")), 30, players)
	return states
}

type recorder struct {
	sim.Player
	states *[]sim.State
}

func (r *recorder) Play(ctx context.Context, q *sim.Query) sim.Reply {
	*r.states = append(*r.states, q.State)
	return r.Player.Play(ctx, q)
}
