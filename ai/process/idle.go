package process

import (
	"time"

	"game-tui/ai/process/sandbox"
)

// A program that has not answered is idle if it uses less than idleTime of processor time in
// idleSpan.
const (
	idleSpan = 100 * time.Millisecond
	idleTime = 10 * time.Millisecond
)

// idleMemoryFactor is the required free memory, as a multiple of the program's limit. The core of
// an idle program is used for another match of up to four programs.
const idleMemoryFactor = 4

// idleness reports when a program that has not answered becomes idle or busy.
type idleness struct {
	report func(idle bool)
	last   bool          // last reported value
	since  time.Time     // start of the current span, or zero
	cpu    time.Duration // processor time at since
}

// check updates the idle state. memory is the program's limit, or 0. Programs that can start
// processes are never idle, because their processor time is unknown.
func (i *idleness) check(c *sandbox.Process, memory int64, now time.Time) {
	if i.report == nil || !c.SingleProcess {
		return
	}
	cpu := c.CPU()
	first := i.since.IsZero()
	if !first && cpu-i.cpu < idleTime && now.Sub(i.since) < idleSpan {
		return
	}
	idle := !first && cpu-i.cpu < idleTime && !c.IsBusy()
	i.set(idle && (i.last || memory <= sandbox.AvailableMemory()/idleMemoryFactor))
	i.since, i.cpu = now, cpu
}

func (i *idleness) set(idle bool) {
	if idle != i.last {
		i.last = idle
		i.report(idle)
	}
}
