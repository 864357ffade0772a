package chance_test

import (
	"testing"

	"game-tui/sim/catalog"
	"game-tui/sim/chance"
)

// BenchmarkFirstLine is what is there at once: the table's line for all rounds.
func BenchmarkFirstLine(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			m, _ := played(b, g, 30, "Greedy", "Demo", "Greedy", "Null")
			b.ReportAllocs()
			for b.Loop() {
				a, err := chance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				a.Line()
			}
		})
	}
}

// BenchmarkPlan is the work of two seconds: 50 points of 4 short rollouts, of a match of
// the strongest players and Greedy.
func BenchmarkPlan(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			names := strongest(g)
			m, _ := played(b, g, 30, names[0], names[0], names[0], "Greedy")
			for b.Loop() {
				a, err := chance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				for a.Level() <= chance.Fine && a.Next() {
				}
			}
		})
	}
}
