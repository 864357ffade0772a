package process

import (
	"time"

	"game-tui/ai/process/sandbox"
)

// A program that has not answered is idle if it has used less than idleTime of processor time in idleSpan.
const (
	idleSpan = 100 * time.Millisecond
	idleTime = 10 * time.Millisecond
)

// memoryRoom is how many times the memory limit of a program must be available for it to count as idle. Its match leaves
// a core to another one, in which four players need memory.
const memoryRoom = 4

// idleness reports when a program that has not answered becomes idle, and when it is busy again.
type idleness struct {
	report func(idle bool) // of the caller; may be nil
	last   bool            // the last report
	since  time.Time       // when the current span began; zero before the first one
	cpu    time.Duration   // processor time of the program at that moment
	late   time.Duration   // its time without a core at that moment
}

// look checks the program and reports a change. memory is its limit, or 0 for none. A program that waits for a core is not
// idle. Neither is a program that can start other processes: its clock does not include their processor time.
func (i *idleness) look(c *sandbox.Process, memory int64, now time.Time) {
	if i.report == nil || !c.SingleProcess {
		return
	}
	cpu := c.CPU()
	first := i.since.IsZero()
	if !first && cpu-i.cpu < idleTime && now.Sub(i.since) < idleSpan {
		return
	}
	late := c.RunDelay()
	idle := !first && cpu-i.cpu+late-i.late < idleTime
	i.set(idle && (i.last || memory <= sandbox.AvailableMemory()/memoryRoom))
	i.since, i.cpu, i.late = now, cpu, late
}

// end is called when the program has answered.
func (i *idleness) end() {
	i.set(false)
	*i = idleness{}
}

func (i *idleness) set(idle bool) {
	if idle != i.last {
		i.last = idle
		i.report(idle)
	}
}
