package process

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/sandbox"

	"game-tui/ai/process/sandbox/launch"
	"game-tui/sim"
	"game-tui/sim/simtest"
)

// idleBot reads a state and then runs the command that replaces DO, without an answer.
const idleBot = `#!/bin/sh
while read -r word rest; do
	case $word in
	init) echo ready 1 idle ;;
	state) DO ;;
	quit) exit 0 ;;
	esac
done
`

// TestOnlyWhoDoesNothingIsIdle checks that waiting programs are reported as idle until their time
// is up. Programs that compute, or may do so in other processes, are not idle.
func TestOnlyWhoDoesNothingIsIdle(t *testing.T) {
	t.Parallel()
	if !launch.HasSeccomp() {
		t.Skip("skipped: no seccomp here, without which no program is known to be idle")
	}
	for _, c := range []struct {
		name, do string
		mode     sandbox.Mode
		memory   int64
		out      sim.FailureReason
		idle     bool
	}{
		{"waits", ":", sandbox.Auto, 64 << 20, sim.FailedWall, true},
		{"waits, but may take all memory", ":", sandbox.Auto, 1 << 50, sim.FailedWall, false},
		{"computes", "while :; do :; done", sandbox.Auto, 64 << 20, sim.FailedCPU, false},
		{"without a sandbox", ":", sandbox.Off, 64 << 20, sim.FailedWall, false},
	} {
		bot := filepath.Join(t.TempDir(), "bot.sh")
		if err := os.WriteFile(bot, []byte(strings.Replace(idleBot, "DO", c.do, 1)), 0o755); err != nil {
			t.Fatal(err)
		}
		tb := newTable(t)
		limits := sim.DefaultLimits
		limits.CPU, limits.Wall, limits.MatchWall, limits.Memory = 500*time.Millisecond, time.Minute, 0, c.memory
		p, clock := timed(Spec{Command: processtest.Command(bot), Limits: limits, Sandbox: c.mode})
		if _, out := p.Start(t.Context(), tb.init(0)); out != nil {
			t.Fatal(c.name, out)
		}
		var reports []bool
		ctx := sim.WithIdleFunc(t.Context(), func(idle bool) {
			reports = append(reports, idle)
			clock.runs(time.Minute) // exceeds the time limit
		})
		clock.runs(time.Millisecond)
		if c.out == sim.FailedWall && !c.idle {
			clock.runs(time.Second)
		}
		r := p.Play(ctx, &sim.Query{State: tb.board.State(), Settings: tb.settings})
		p.Close()
		if r.Failure == nil || r.Failure.Reason != c.out {
			t.Errorf("%s: out %v, want %s", c.name, r.Failure, c.out)
		}
		if got := len(reports) == 2 && reports[0] && !reports[1]; got != c.idle || !c.idle && len(reports) > 0 {
			t.Errorf("%s: reported idle %v, want idle %v, then busy", c.name, reports, c.idle)
		}
	}
}

// armed starts a program with a fake clock and starts the time limit for its answer. It sends no
// request.
func armed(t *testing.T) (*player, *table, *clock) {
	t.Helper()
	bot := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(bot, []byte(quietBot), 0o755); err != nil {
		t.Fatal(err)
	}
	tb := newTable(t)
	limits := sim.DefaultLimits
	limits.CPU, limits.Wall, limits.MatchWall = 10*time.Second, time.Minute, 0
	p, clock := timed(Spec{Command: processtest.Command(bot), Limits: limits})
	t.Cleanup(p.Close)
	if _, out := p.Start(t.Context(), tb.init(0)); out != nil {
		t.Fatal(out)
	}
	p.monitor.startWait(t.Context(), p.timeLimit(), p.cpuBase, limits.CPU)
	return p, tb, clock
}

// TestWaitForACoreAddsNoMoreThanItTook checks that the time limit is extended only by the time
// spent waiting for a core.
func TestWaitForACoreAddsNoMoreThanItTook(t *testing.T) {
	t.Parallel()
	p, _, clock := armed(t)
	p.monitor.timer.Stop()
	p.monitor.runDelay = -time.Hour // simulates waiting for a core for an hour
	clock.runs(2 * time.Minute)
	p.monitor.check()
	p.monitor.timer.Stop()
	if out := p.monitor.currentFailure(); out != nil {
		t.Fatalf("out in time: %v", out)
	}
	p.monitor.runDelay -= time.Second // simulates another second
	clock.runs(24 * time.Hour)
	p.monitor.check()
	if out := p.monitor.currentFailure(); out == nil || out.Reason != sim.FailedWall {
		t.Errorf("got %v long after its time, want %s", out, sim.FailedWall)
	}
}

// TestAnswerInTimeCounts checks that an answer counts even if this process reads it late.
func TestAnswerInTimeCounts(t *testing.T) {
	t.Parallel()
	p, tb, clock := armed(t)
	if err := p.send(appendMessage(nil, stateHeader(0), tb.board.State().AppendText(nil))); err != nil {
		t.Fatal(err)
	}
	simtest.Await(t, "the answer", p.child.HasOutput, nil)
	clock.runs(time.Hour)
	for range 3 { // the first checks extend the time limit by the time spent waiting for a core
		p.monitor.check()
	}
	if out := p.monitor.currentFailure(); out != nil {
		t.Errorf("out with an answer that came in time: %v", out)
	}
	_, err := p.in.readOrders(p.game, 0, &p.orders)
	if err = p.monitor.endWait(err); err != nil {
		t.Error(err)
	}
}
