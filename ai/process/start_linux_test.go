package process

import (
	"context"
	"testing"

	"game-tui/sim"
)

// BenchmarkStart starts a player that does nothing, as a match starts it, and lets it go.
func BenchmarkStart(b *testing.B) {
	exe, tb := idle(b), newTable(b)
	for b.Loop() {
		p := New(Spec{Command: opening(exe), Limits: sim.DefaultLimits})
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			b.Fatal(out)
		}
		p.Close()
	}
}
