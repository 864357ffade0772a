package process

import (
	"fmt"
	"time"

	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

func cpuDetail(used, limit time.Duration) string {
	return fmt.Sprintf("%s used, the limit is %s", formatSeconds(used), limit)
}

func memoryDetail(l sim.Limits) string { return "more than " + sandbox.FormatBytes(l.Memory) }

// A deadline is the time allowed for an answer.
type deadline struct {
	wall time.Duration
	all  time.Duration // limit of all answers together if wall is what remains of it, or 0
}

func (d deadline) missed() string {
	if d.all > 0 {
		return fmt.Sprintf("all answers together took more than %s", d.all)
	}
	return fmt.Sprintf("no answer in %s", d.wall)
}
