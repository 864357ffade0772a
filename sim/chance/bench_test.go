package chance_test

import (
	"runtime"
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
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/line")
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
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/plan")
		})
	}
}

// BenchmarkMemory is the memory that an analysis holds, at most, from its beginning into
// its full rollouts, with the newest snapshot of it.
func BenchmarkMemory(b *testing.B) {
	for _, g := range catalog.Games() {
		b.Run(g.Name(), func(b *testing.B) {
			names := strongest(g)
			m, _ := played(b, g, 30, names[0], names[0], names[0], "Greedy")
			most := 0.0
			for b.Loop() {
				before := live()
				a, err := chance.New(m)
				if err != nil {
					b.Fatal(err)
				}
				for more := true; more && a.Level() <= chance.Full && a.Pieces() < 1000; {
					for range 50 {
						more = a.Next()
					}
					now := a.Snapshot()
					most = max(most, live()-before)
					runtime.KeepAlive(now)
				}
			}
			b.ReportMetric(most, "MB")
		})
	}
}

// live is the memory in use, in MB.
func live() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}
