package process

import (
	"fmt"
	"slices"
	"strings"

	"game-tui/ai/process/sandbox"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

var memoryWords = []string{"bad_alloc", "MemoryError", "out of memory", "annot allocate memory"}

// exitReason returns why a program exited. last is its last line of output.
func exitReason(e sandbox.ExitStatus, last string, limits sim.Limits) *sim.Failure {
	o := &sim.Failure{}
	switch {
	case e.Signal == "SIGXCPU":
		o.Reason, o.Detail = sim.FailedCPU, "stopped by the system"
		return o
	case e.Signal != "":
		o.Reason, o.Detail = sim.FailedCrash, e.Signal
	default:
		o.Reason, o.Detail = sim.FailedExit, fmt.Sprintf("exit code %d", e.Code)
	}
	if !limits.Unlimited && ranOutOfMemory(e, last, limits.Memory) {
		o.Reason = sim.FailedMemory
		detail := memoryDetail(limits)
		if most := sandbox.MaxMapped(limits); most > 0 && e.Memory <= mostOf(limits.Memory) {
			detail = "mapped more than " + sandbox.FormatBytes(most)
		}
		o.Detail = detail + "; " + o.Detail
	}
	if last != "" {
		o.Detail += ": " + sanitize.Truncate(last, 160)
	}
	return o
}

// mostOf returns the peak memory above which a crash counts as exceeding the limit.
func mostOf(limit int64) int64 { return limit / 10 * 9 }

func ranOutOfMemory(e sandbox.ExitStatus, last string, limit int64) bool {
	if e.Code == 0 || limit <= 0 {
		return false
	}
	return e.Memory > mostOf(limit) || slices.ContainsFunc(memoryWords, func(w string) bool { return strings.Contains(last, w) })
}
