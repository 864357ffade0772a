package process

import (
	"fmt"
	"time"

	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// withJudgeLimit formats a limit, with the judge's limit if that differs: "512 MiB; the judge's limit
// is 64 MiB".
func withJudgeLimit[T comparable](limit, judge T, text func(T) string) string {
	if limit == judge {
		return text(limit)
	}
	return text(limit) + "; the judge's limit is " + text(judge)
}

func cpuLimitText(limit time.Duration) string {
	return withJudgeLimit(limit, sim.JudgeLimits.CPU, time.Duration.String)
}

func cpuDetail(used time.Duration, limit string) string {
	return fmt.Sprintf("%s used, the limit is %s", formatSeconds(used), limit)
}

func memoryDetail(l sim.Limits) string {
	return "more than " + withJudgeLimit(l.Memory, sim.JudgeLimits.Memory, sandbox.FormatBytes)
}

// A deadline is the time for an answer.
type deadline struct {
	wall  time.Duration
	all   time.Duration // limit of all answers together, if wall is the rest of it
	start bool          // for the first answer, which the judge does not limit
}

func (d deadline) missed() string {
	switch {
	case d.all > 0:
		return fmt.Sprintf("all answers together took more than %s; the judge has no such limit", d.all)
	case d.start:
		return fmt.Sprintf("no answer in %s", d.wall)
	}
	return "no answer in " + withJudgeLimit(d.wall, sim.JudgeLimits.Wall, time.Duration.String)
}

func (d deadline) cpuExceeded(used, budget time.Duration) string {
	if d.start {
		return cpuDetail(used, budget.String())
	}
	return cpuDetail(used, cpuLimitText(budget))
}
