package qualify

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/ai/process"
	"game-tui/sim/clean"
	"game-tui/sim/record"
)

// near is the part of a limit, in percent, from which one is warned: the judge's machine is another one.
const near = 80

// warn adds a warning; about is its beginning, and each is warned of once.
func (t *trial) warn(about, rest string) {
	if !slices.ContainsFunc(t.v.Warnings, func(w string) bool { return strings.HasPrefix(w, about) }) {
		t.v.Warnings = append(t.v.Warnings, about+rest)
	}
}

// warnSaid warns of what a seat wrote on standard error.
func (t *trial) warnSaid(rec *record.Record, seat int) {
	for k := 0; k < rec.Edge() && !t.said; k++ {
		if s := &rec.Turn(k).Seats[seat]; len(s.Said) > 0 || len(s.Marks) > 0 {
			t.said = true
			what := "a mark"
			if len(s.Said) > 0 {
				what = fmt.Sprintf("%q", clean.Short(s.Said[0], 60))
			}
			t.warn("it prints", fmt.Sprintf(" (%s in round %d): on the judge a submission that prints is killed", what, k))
		}
	}
}

// warnTime warns of processor time that is nearly used up.
func (t *trial) warnTime(cpu time.Duration) {
	if limit := t.Spec.Limits.CPU; !t.Spec.Limits.Off && limit > 0 && cpu*100 > limit*near {
		t.warn("it needs nearly all of its time", fmt.Sprintf(": %.2f s of %s, and the judge's machine may be slower", cpu.Seconds(), limit))
	}
}

// warnUsage warns of what else a program took.
func (t *trial) warnUsage(u *process.Usage) {
	if u == nil || u.Limits.Off {
		return
	}
	full, what, holds := u.Limits.Memory, "holds", u.Memory
	kit := u.Limits.AddressSpace > 0
	if kit {
		full, what, holds = u.Limits.AddressSpace, "maps", u.AddressSpace
	}
	if full > 0 && holds*100 > full*near {
		t.warn("it needs nearly all of its memory", fmt.Sprintf(": it %s %d MiB of %d", what, holds>>20, full>>20))
	}
	if kit && u.File != "" {
		t.warn("it opens files", fmt.Sprintf(" (%s): on the judge it finds none of yours", u.File))
	}
	if kit && u.Threads+u.Processes > 1 {
		t.warn("it starts threads or processes", ": on the judge there is one process, without any")
	}
	if !kit && t.Spec.Limits.AddressSpace > 0 {
		t.v.Note = fmt.Sprintf("it is no player of a kit: its memory is limited (%d MiB), and not its address space, files and processes", full>>20)
	}
}
