package thepurge_test

import (
	"testing"

	"game-tui/configs"
)

// BenchmarkBare plays whole matches of seed 30 with events, outcomes and an in-memory recording,
// using only this package.
func BenchmarkBare(b *testing.B) {
	for _, name := range []string{"Null", "Demo"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			out := make([]byte, 0, 1<<20)
			for b.Loop() {
				m, err := newMatch(configs.Default("thepurge"), 30, four(name)...)
				if err != nil {
					b.Fatal(err)
				}
				m.Recording = out[:0]
				if _, err := m.Play(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
		})
	}
}
