package main

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"game-tui/sim/game/catalog"
)

// BenchmarkRun measures a single match as a command, from the start of the process to the finished
// recording.
func BenchmarkRun(b *testing.B) {
	name := program(b)
	for _, game := range catalog.Names() {
		b.Run(game, func(b *testing.B) {
			out := filepath.Join(b.TempDir(), "x.res")
			for b.Loop() {
				cmd := exec.Command(name, "run", "--game", game, "Null", "Null", "Null", "Null", "--seed", "1", "-o", out, "--quiet")
				if text, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, text)
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), "ms/run")
		})
	}
}
