package qualify

import (
	"fmt"
	"time"

	"game-tui/ai/process/sandbox"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
)

// usage is the highest use of resources in any match, for warnings about the judge's limits.
type usage struct {
	sandbox.Usage
	cpu    time.Duration
	output string // first output on standard error, and its round
}

func (t *usage) add(u *sandbox.Usage) {
	if u == nil {
		return
	}
	t.Kit, t.Memory, t.AddressSpace = u.Kit, max(t.Memory, u.Memory), max(t.AddressSpace, u.AddressSpace)
	t.Threads, t.Processes = max(t.Threads, u.Threads), max(t.Processes, u.Processes)
	if t.File == "" {
		t.File = u.File
	}
}

// addOutput notes the first output of a seat on standard error. Output of the round in which it
// goes out, such as a panic, does not count.
func (t *usage) addOutput(rec *record.Record, seat int) {
	for k := 0; k < rec.Edge() && t.output == ""; k++ {
		switch s := &rec.Turn(k).Reports[seat]; {
		case s.Failure != nil:
			return
		case len(s.Stderr) > 0:
			t.output = fmt.Sprintf("%q in round %d", sanitize.Truncate(s.Stderr[0], 60), k)
		case len(s.Marks) > 0:
			t.output = fmt.Sprintf("a mark in round %d", k)
		}
	}
}

// nearPercent is the percentage of a limit that causes a warning, because the judge's machine may
// be slower.
const nearPercent = 80

// warnings compares the usage with the judge's limits.
func (t *usage) warnings() (list []string) {
	judge := sim.JudgeLimits
	if t.output != "" {
		list = append(list, "it prints ("+t.output+"): on the judge a submission that prints is killed")
	}
	used := fmt.Sprintf(": %.2f s of %g s, and the judge's machine may be slower", t.cpu.Seconds(), judge.CPU.Seconds())
	switch {
	case t.cpu > judge.CPU:
		list = append(list, "it needs more processor time than the judge gives"+used)
	case t.cpu*100 > judge.CPU*nearPercent:
		list = append(list, "it needs nearly all the processor time that the judge gives"+used)
	}
	what, memory, most := "uses", t.Memory, judge.Memory
	if t.Kit {
		what, memory, most = "maps", t.AddressSpace, judge.AddressSpace
	}
	used = fmt.Sprintf(": it %s %d MiB of %d MiB", what, (memory+1<<20-1)>>20, most>>20)
	switch {
	case memory > most:
		list = append(list, "it needs more memory than the judge gives"+used)
	case memory*100 > most*nearPercent:
		list = append(list, "it needs nearly all the memory that the judge gives"+used)
	}
	if t.Kit && t.File != "" {
		list = append(list, "it opens files ("+t.File+"): on the judge it finds none of yours")
	}
	if t.Kit && t.Threads+t.Processes > 1 {
		list = append(list, "it starts threads or processes: on the judge there is one process, without any")
	}
	return list
}

// note names the judge's limits that do not apply to the player.
func (t *trial) note() string {
	if l := t.Spec.Limits; t.usage.Memory > 0 && !t.usage.Kit && l.AddressSpace > 0 && !l.Unlimited {
		return fmt.Sprintf("limits differ from the judge's: memory %d MiB, address space unlimited", l.Memory>>20)
	}
	return ""
}
