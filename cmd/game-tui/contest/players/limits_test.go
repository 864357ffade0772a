package players

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
		{MostLimits, MostLimits},
		{sim.Limits{Off: true}, MostLimits},
		{sim.Limits{}, MostLimits},
		{sim.Limits{CPU: 1000 * time.Hour, Wall: 1000 * time.Hour, MatchWall: 1000 * time.Hour, Memory: 1 << 60}, MostLimits},
		{sim.Limits{CPU: time.Second, Memory: 1 << 20}, sim.Limits{CPU: time.Second, Wall: MostLimits.Wall, MatchWall: MostLimits.MatchWall, Memory: 1 << 20}},
	} {
		if got := Bounded(c.is); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.is, got, c.want)
		}
	}
}
