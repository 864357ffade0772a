package process

import (
	"fmt"
	"time"

	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// besideJudge returns the text of a limit, such as "512 MiB; the judge's limit is 64 MiB". It names the limit of the
// course's judge only if that differs.
func besideJudge[T comparable](limit, judge T, text func(T) string) string {
	if limit == judge {
		return text(limit)
	}
	return text(limit) + "; the judge's limit is " + text(judge)
}

// cpuLimit returns the text of a limit of the processor time of a match.
func cpuLimit(limit time.Duration) string {
	return besideJudge(limit, sim.JudgeLimits.CPU, time.Duration.String)
}

// cpuDetail says how much processor time a program used, and what the limit is.
func cpuDetail(used time.Duration, limit string) string {
	return fmt.Sprintf("%s used, the limit is %s", seconds(used), limit)
}

// memoryDetail says which limit of memory a program exceeded.
func memoryDetail(l sim.Limits) string {
	return "more than " + besideJudge(l.Memory, sim.JudgeLimits.Memory, sandbox.FormatBytes)
}

// deadline is the time for an answer.
type deadline struct {
	wall  time.Duration
	all   time.Duration // limit of all answers, if wall is what is left of it
	start bool          // the answer is the first one; the judge has no limit of its own for it
}

// passed says which limit of time a program exceeded.
func (d deadline) passed() string {
	switch {
	case d.all > 0:
		return fmt.Sprintf("all answers together took more than %s; the judge has no such limit", d.all)
	case d.start:
		return fmt.Sprintf("no answer in %s", d.wall)
	}
	return "no answer in " + besideJudge(d.wall, sim.JudgeLimits.Wall, time.Duration.String)
}

// cpu says that a program used up a budget of processor time.
func (d deadline) cpu(used, budget time.Duration) string {
	if d.start {
		return cpuDetail(used, budget.String())
	}
	return cpuDetail(used, cpuLimit(budget))
}
