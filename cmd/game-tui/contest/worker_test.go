package contest

import (
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/contest/players"
	"game-tui/sim"
	"game-tui/sim/league"
)

// A worker plays no plan that gives programs more than it allows, or no limit at all, and says
// what to type to allow it.
func TestWorkerRefusesWhatItDoesNotAllow(t *testing.T) {
	t.Parallel()
	fits := sim.Limits{CPU: time.Second, Wall: time.Second, MatchWall: time.Minute, Memory: 1 << 20}
	more, none := fits, fits
	more.Wall, none.Memory = 2*time.Minute, 0
	f := Worker{most: players.MostLimits}
	for want, limits := range map[string]sim.Limits{
		"": fits,
		"the tournament gives programs --wall=2m0s, this worker 1m0s: start it with --wall=2m0s to allow that": more,
		"no limits, which no worker plays": none,
		"gives programs no limits":         {},
	} {
		err := f.allowed(&league.Plan{Limits: league.Limits{Limits: limits}})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", limits, err, want)
		}
	}
}
