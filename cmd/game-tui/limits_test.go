package main

import (
	"testing"
	"time"

	"game-tui/sim"
)

// TestLimitsOfOthersAreBounded: where nobody can type anything, a record lifts no limit.
func TestLimitsOfOthersAreBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ is, want sim.Limits }{
		{sim.DefaultLimits, sim.DefaultLimits},
		{mostLimits, mostLimits},
		{sim.Limits{Off: true}, mostLimits},
		{sim.Limits{}, mostLimits},
		{sim.Limits{CPU: 1000 * time.Hour, Wall: 1000 * time.Hour, MatchWall: 1000 * time.Hour, Memory: 1 << 60}, mostLimits},
		{sim.Limits{CPU: time.Second, Memory: 1 << 20}, sim.Limits{CPU: time.Second, Wall: mostLimits.Wall, MatchWall: mostLimits.MatchWall, Memory: 1 << 20}},
	} {
		if got := bounded(c.is); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.is, got, c.want)
		}
	}
}
