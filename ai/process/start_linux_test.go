package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"game-tui/sim"
)

// gated is a player that begins to read when a file is there.
const gated = `#!/bin/sh
while [ ! -e "$1" ]; do sleep 0.01; done
read -r line
echo ready 1 gated
read -r line
`

// heldUp is that player on a machine that holds up its first starts: they stand in the
// launcher, as it seems, until their time is over. tries are its starts.
func heldUp(t *testing.T, first int) (p *player, tries *int) {
	t.Helper()
	dir := t.TempDir()
	gate := filepath.Join(dir, "gate")
	if err := os.WriteFile(dir+"/p", []byte(gated), 0o755); err != nil {
		t.Fatal(err)
	}
	other, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	p, clock := timed(Spec{Command: opening(dir+"/p", gate), Limits: sim.DefaultLimits, Sandbox: Off})
	tries = new(int)
	var last *child
	p.clock = func() time.Time { // first asked when a start begins
		if p.child == last {
			return clock.now()
		}
		last = p.child
		if *tries++; *tries <= first {
			p.child.file = other
			clock.runs(time.Second)
		} else {
			clock.runs(0)
			if err := os.WriteFile(gate, nil, 0o644); err != nil {
				t.Error(err)
			}
		}
		return clock.now()
	}
	return p, tries
}

// TestStartsHeldUpAreTriedAgain: what holds up a start is not the player's fault.
func TestStartsHeldUpAreTriedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, tries int
		plays        bool
	}{{0, 1, true}, {2, 3, true}, {3, 3, false}} {
		p, tries := heldUp(t, c.first)
		name, out := p.Start(context.Background(), newTable(t).init(0))
		p.Close()
		switch {
		case *tries != c.tries:
			t.Errorf("%d are held up: %d tries", c.first, *tries)
		case c.plays && (out != nil || name != "gated"):
			t.Errorf("%d are held up: out %v", c.first, out)
		case !c.plays && (out == nil || out.Reason != sim.OutMachine || out.Detail != "it did not start in 15s, of which it waited 15s for this machine (3 times)"):
			t.Errorf("%d are held up: out %v", c.first, out)
		}
	}
}

// TestDescribeHeldUp: who asks what a program plays learns that it is not to blame.
func TestDescribeHeldUp(t *testing.T) {
	t.Parallel()
	p, tries := heldUp(t, 3)
	if _, _, err := p.about(context.Background()); !errors.Is(err, ErrHeldUp) || *tries != 3 {
		t.Errorf("%d tries, %v", *tries, err)
	}
}

// TestAsleepAtItsStart: a player that sleeps through the time of its start is out.
func TestAsleepAtItsStart(t *testing.T) {
	t.Parallel()
	p, clock := timed(Spec{Command: opening(hostile(t), "start-sleep"), Limits: sim.DefaultLimits})
	p.clock = func() time.Time {
		clock.runs(0)
		if p.child.executed() && !p.child.heldUp() {
			clock.runs(time.Second)
		}
		return clock.now()
	}
	defer p.Close()
	_, out := p.Start(context.Background(), newTable(t).init(0))
	if out == nil || out.Reason != sim.OutWall || out.Detail != "no answer in 5s" {
		t.Errorf("out %v", out)
	}
}

// TestAccount tells what a program waits for the machine from what it spends itself.
func TestAccount(t *testing.T) {
	t.Parallel()
	type look struct {
		now, cpu int // seconds
		held     bool
	}
	for name, c := range map[string]struct {
		looks  []look
		waited time.Duration
	}{
		"asleep":                  {[]look{{1, 0, false}, {4, 0, false}}, 0},
		"computes":                {[]look{{1, 1, true}, {4, 4, true}}, 0},
		"computes with threads":   {[]look{{1, 2, true}, {4, 8, true}}, 0},
		"waits for a processor":   {[]look{{1, 0, true}, {4, 1, true}}, 3 * time.Second},
		"waits and sleeps":        {[]look{{1, 0, true}, {4, 0, false}, {6, 1, true}}, 2 * time.Second},
		"wakes between the looks": {[]look{{1, 0, false}, {2, 1, false}, {3, 1, false}}, 0},
	} {
		var a account
		for _, l := range c.looks {
			a.add(time.Duration(l.now)*time.Second, time.Duration(l.cpu)*time.Second, l.held)
		}
		if a.waited != c.waited {
			t.Errorf("%s: it waited %v, want %v", name, a.waited, c.waited)
		}
	}
}

// TestNoRoom: a system without room for one more process, or time to find a program, is no
// player's fault.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]sim.Reason{os.NewSyscallError("fork", syscall.EAGAIN): sim.OutMachine, fmt.Errorf("a shim: %w", context.DeadlineExceeded): sim.OutMachine, os.ErrNotExist: sim.OutExit} {
		if out := notStarted(err); out.Reason != want || !strings.Contains(out.Detail, err.Error()) {
			t.Errorf("%v: out %v", err, out)
		}
	}
}

// startsEnv is how many starts TestNoStartHangs makes.
const startsEnv = "GAME_TUI_STARTS"

// TestNoStartHangs starts players on all cores at once, twice as many as there are: each start
// comes to its end, the first time.
func TestNoStartHangs(t *testing.T) {
	exe, n := idle(t), 100
	if text := os.Getenv(startsEnv); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	tb := newTable(t)
	var left atomic.Int64
	left.Store(int64(n))
	var all sync.WaitGroup
	for range 2 * runtime.NumCPU() {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				p := newPlayer(Spec{Command: opening(exe), Limits: sim.DefaultLimits})
				var last *child
				tries := 0
				p.clock = func() time.Time {
					if p.child != last {
						last, tries = p.child, tries+1
					}
					return time.Now()
				}
				if _, out := p.Start(context.Background(), tb.init(0)); out != nil || tries != 1 {
					t.Errorf("%d tries, out %v", tries, out)
				}
				p.Close()
			}
		})
	}
	all.Wait()
}

// BenchmarkStart starts a player that does nothing, as a match starts it, and lets it go.
func BenchmarkStart(b *testing.B) {
	exe, tb := idle(b), newTable(b)
	for b.Loop() {
		p := New(Spec{Command: opening(exe), Limits: sim.DefaultLimits})
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			b.Fatal(out)
		}
		p.Close()
	}
}
