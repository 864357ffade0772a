package harrypotter

import (
	"context"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// BenchmarkWins plays the matches of the strength table: seeds 1 to 10, one
// player on each of the four seats against three of another. A win is a score
// above all others; a tie is none.
func BenchmarkWins(b *testing.B) {
	for _, c := range []struct {
		name        string
		one, others func() sim.Player
	}{
		{"Greedy-vs-Demo", NewGreedy, NewDemo},
		{"Seeker-vs-Greedy", NewSeeker, NewGreedy},
		{"Hunter-vs-Greedy", NewHunter, NewGreedy},
		{"Seeker-vs-Hunter", NewSeeker, NewHunter},
		{"Hunter-vs-Seeker", NewHunter, NewSeeker},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				reportWins(b, c.one, c.others)
			}
		})
	}
}

func reportWins(b *testing.B, one, others func() sim.Player) {
	config := string(configs.Default("harrypotter"))
	wins, matches, rounds, score := 0, 0, 0, 0
	var cost time.Duration
	for seed := int32(1); seed <= 10; seed++ {
		for seat := range sim.Seats {
			players := [sim.Seats]sim.Player{others(), others(), others(), others()}
			players[seat] = one()
			r := playMatch(b, config, seed, players)
			if len(r.Winners) == 1 && r.Winners[0] == seat {
				wins++
			}
			matches++
			rounds += r.Rounds
			score += r.Scores[seat]
			cost += r.CPU[seat]
		}
	}
	b.ReportMetric(float64(wins), "wins")
	b.ReportMetric(float64(matches), "matches")
	b.ReportMetric(float64(score)/float64(matches), "score")
	b.ReportMetric(1000*cost.Seconds()/float64(rounds), "ms/decision")
}

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
