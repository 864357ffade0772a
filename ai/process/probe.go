package process

import (
	"os"
	"strings"
)

// probeWord makes this binary try what a player must not do.
const probeWord = "__probe"

// init is early for the same reason as the launcher's.
func init() {
	if len(os.Args) == 3 && os.Args[1] == probeWord {
		probe(os.Args[2])
	}
}

// Trial is something that a program in the sandbox tried to do.
type Trial struct {
	What    string // "read a file of yours"
	Refused bool
}

// trials are what a probe tries, in its order.
var trials = []string{
	"read a file of yours", "write a file", "open a connection", "send this program a signal",
	"start a process", "run another program",
}

// Probe shuts this program itself into the sandbox and lets it try to get out.
// Trials that left no trace were not refused.
func Probe() ([]Trial, error) {
	refused, err := runProbe()
	if err != nil {
		return nil, err
	}
	list := make([]Trial, len(trials))
	for i, what := range trials {
		list[i] = Trial{what, strings.Contains(refused, trialLine(i))}
	}
	return list, nil
}

// trialLine is how the probe reports that a trial was refused.
func trialLine(i int) string { return trials[i] + "\n" }
