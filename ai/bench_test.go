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
					wins, score, perDecision := duel(b, g, d, 10)
					b.ReportMetric(float64(wins), "wins")
					b.ReportMetric(score, "score")
					b.ReportMetric(1000*perDecision.Seconds(), "ms/decision")
				}
			})
		}
	}
}

// TestStrength plays a fifth of it.
func TestStrength(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		for _, d := range ai.Duels(g.Name()) {
			t.Run(g.Name()+"/"+d.One, func(t *testing.T) {
				t.Parallel()
				if wins, _, _ := duel(t, g, d, 2); wins < 7 {
					t.Errorf("%d wins of 8 against %s", wins, d.Others)
				}
			})
		}
	}
}

// duel plays a pairing over seeds and all seats. score is the mean, and perDecision the time that an
// answer took.
func duel(b testing.TB, g sim.Game, d ai.Duel, seeds int32) (wins int, score float64, perDecision time.Duration) {
	name := g.Name()
	matches, rounds, points := 0, 0, 0
	var cost time.Duration
	for seed := int32(1); seed <= seeds; seed++ {
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
			points += r.Scores[seat]
			cost += r.CPU[seat]
		}
	}
	return wins, float64(points) / float64(matches), cost / time.Duration(rounds)
}
