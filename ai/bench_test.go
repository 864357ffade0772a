package ai_test

import (
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
)

// BenchmarkWins plays every pairing of every game over seeds 1 to 10 and all four
// seats. A win is a score above all others; a tie is none.
func BenchmarkWins(b *testing.B) {
	for _, g := range catalog.Games() {
		for _, d := range ai.Duels(g.Name()) {
			b.Run(g.Name()+"/"+d.One+"-"+d.Others, func(b *testing.B) {
				for b.Loop() {
					duel(b, g, d)
				}
			})
		}
	}
}

func duel(b *testing.B, g sim.Game, d ai.Duel) {
	name := g.Name()
	wins, matches, rounds, score := 0, 0, 0, 0
	var cost time.Duration
	for seed := int32(1); seed <= 10; seed++ {
		for seat := range sim.Seats {
			spec := match.Spec{Game: name, Config: string(configs.Default(name)), Seed: seed}
			var players [sim.Seats]sim.Player
			for i := range players {
				spec.Players[i].Name = d.Others
				if i == seat {
					spec.Players[i].Name = d.One
				}
				p, ok := ai.Find(name, spec.Players[i].Name)
				if !ok {
					b.Fatalf("no player %q in %s", spec.Players[i].Name, name)
				}
				players[i] = p.New()
			}
			r, _, err := match.Play(b.Context(), g, spec, players, match.Options{})
			if err != nil {
				b.Fatal(err)
			}
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
	b.ReportMetric(float64(score)/float64(matches), "score")
	b.ReportMetric(1000*cost.Seconds()/float64(rounds), "ms/decision")
}
