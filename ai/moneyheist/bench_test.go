package moneyheist

import (
	"testing"

	"game-tui/sim"
)

// BenchmarkWins counts wins over seeds 1 to 10 and all four seats.
func BenchmarkWins(b *testing.B) {
	for _, c := range []struct {
		name        string
		one, others func() sim.Player
	}{
		{"Greedy against Demo", NewGreedy, NewDemo},
		{"Tokyo against Greedy", NewTokyo, NewGreedy},
	} {
		b.Run(c.name, func(b *testing.B) {
			wins, matches, rounds, cost := 0, 0, 0, 0.0
			for range b.N {
				for seed := range int32(10) {
					for seat := range sim.Seats {
						r := game(b, defaultConfig, seed+1, seat, table(seat, c.one, c.others))
						if matches++; r.winner(seat) {
							wins++
						}
						rounds += len(r.orders)
						cost += r.cost.Seconds()
					}
				}
			}
			b.ReportMetric(float64(wins), "wins")
			b.ReportMetric(float64(matches), "matches")
			b.ReportMetric(1000*cost/float64(rounds), "ms/decision")
		})
	}
}
