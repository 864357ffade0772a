package process

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process/sandbox"
	"game-tui/sim"
	"game-tui/sim/sanitize"
)

var memoryWords = []string{"bad_alloc", "MemoryError", "out of memory", "annot allocate memory"}

// exitFailure returns the failure of a program that exited. lastLine is the result of [Log.LastLine].
func exitFailure(e sandbox.ExitStatus, lastLine string, limits sim.Limits) *sim.Failure {
	o := &sim.Failure{Reason: sim.FailedCrash, Detail: e.Signal}
	switch e.Signal {
	case "SIGXCPU":
		return &sim.Failure{Reason: sim.FailedCPU, Detail: "stopped by the system"}
	case "":
		o.Reason, o.Detail = sim.FailedExit, fmt.Sprintf("exit code %d", e.Code)
	}
	filled := e.Memory > limits.Memory/10*9 // 90 %, because the failed allocation is not included
	printed := slices.ContainsFunc(memoryWords, func(w string) bool { return strings.Contains(lastLine, w) })
	if !limits.Unlimited && limits.Memory > 0 && e.Code != 0 && (filled || printed) {
		o.Reason = sim.FailedMemory
		detail := memoryDetail(limits)
		if maxMapped := sandbox.MaxMapped(limits); maxMapped > 0 && !filled {
			detail = "mapped more than " + sandbox.FormatBytes(maxMapped)
		}
		o.Detail = detail + "; " + o.Detail
	}
	if lastLine != "" {
		o.Detail += ": " + sanitize.Truncate(lastLine, 160)
	}
	return o
}

func cpuDetail(used, limit time.Duration) string {
	return fmt.Sprintf("%s used; the limit is %s", formatSeconds(used), limit)
}

func memoryDetail(l sim.Limits) string { return "more than " + sandbox.FormatBytes(l.Memory) }

// A timeLimit is the time allowed for an answer.
type timeLimit struct {
	wall  time.Duration
	total time.Duration // if not 0, the limit for all answers together; wall is what remains of it
}

func (d timeLimit) missedDetail() string {
	if d.total > 0 {
		return fmt.Sprintf("all answers together took more than %s", d.total)
	}
	return fmt.Sprintf("no answer within %s", d.wall)
}
