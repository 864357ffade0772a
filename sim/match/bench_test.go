package match_test

import (
	"bytes"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
)

// BenchmarkMatch plays matches like the run command, with a record, events and an in-memory
// recording.
func BenchmarkMatch(b *testing.B) {
	for _, g := range catalog.Games() {
		for _, name := range []string{"Null", "Demo"} {
			b.Run(g.Name()+"/"+lower(name), func(b *testing.B) {
				var text bytes.Buffer
				rounds := 0
				b.ReportAllocs()
				for b.Loop() {
					text.Reset()
					spec, players := builtin(b, g, 30, name, name, name, name)
					r, _, err := match.Play(b.Context(), g, spec, players, match.Options{Recording: &text})
					if err != nil {
						b.Fatal(err)
					}
					rounds = r.Rounds
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rounds), "ns/round")
			})
		}
	}
}

func lower(name string) string { return string(bytes.ToLower([]byte(name))) }
