//go:build !linux

package process

import (
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"testing"

	"game-tui/ai/process/processtest"
	"game-tui/sim"
)

// Arguments that make the test binary act as a player that starts another process, and as that
// process.
const (
	startsWord = "starts"
	staysWord  = "stays"
)

func init() {
	switch {
	case len(os.Args) != 2:
	case os.Args[1] == startsWord:
		other := exec.Command(os.Args[0], staysWord)
		other.Stdin, other.Stdout, other.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := other.Start(); err != nil {
			panic(err)
		}
		os.Exit(3)
	case os.Args[1] == staysWord:
		c := make(chan os.Signal, 1)
		signal.Notify(c)
		<-c
	}
}

// TestWhatAPlayerStartedEndsWithIt checks that a process left behind by a player does not block its
// pipes.
func TestWhatAPlayerStartedEndsWithIt(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := New(Spec{Command: processtest.Command(self, startsWord), Limits: sim.DefaultLimits})
	defer p.Close()
	_, out := p.Start(t.Context(), newTable(t).init(0))
	if out == nil || !strings.Contains(out.Detail, "exit code 3") {
		t.Errorf("got %v, want exit code 3", out)
	}
}
