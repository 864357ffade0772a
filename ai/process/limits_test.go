package process

import (
	"testing"
	"time"

	"game-tui/sim"
)

// TestReasonsNameTheJudgesLimit: a reason names the limit of the judge only if that is another one.
func TestReasonsNameTheJudgesLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{memoryDetail(sim.DefaultLimits), "more than 512 MiB; the judge's limit is 64 MiB"},
		{memoryDetail(sim.JudgeLimits), "more than 64 MiB"},
		{deadline{}.cpuExceeded(3100*time.Millisecond, sim.DefaultLimits.CPU), "3.100s used, the limit is 3s"},
		{deadline{}.cpuExceeded(1100*time.Millisecond, time.Second), "1.100s used, the limit is 1s; the judge's limit is 3s"},
		{deadline{start: true}.cpuExceeded(1100*time.Millisecond, time.Second), "1.100s used, the limit is 1s"},
		{deadline{wall: sim.DefaultLimits.Wall}.missed(), "no answer in 6s"},
		{deadline{wall: 10 * time.Second}.missed(), "no answer in 10s; the judge's limit is 6s"},
		{deadline{wall: startWall, start: true}.missed(), "no answer in 15s"},
		{deadline{wall: time.Second, all: sim.DefaultLimits.MatchWall}.missed(), "all answers together took more than 1m15s; the judge has no such limit"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
