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

// idleBot takes a state and does not answer: it does what replaces DO.
const idleBot = `#!/bin/sh
while read -r word rest; do
	case $word in
	init) echo ready 1 idle ;;
	state) DO ;;
	quit) exit 0 ;;
	esac
done
`

// TestOnlyWhoDoesNothingIsIdle: a program that waits is reported as idle until its time is up; one that computes
// is not, and neither is one that may compute in other processes.
func TestOnlyWhoDoesNothingIsIdle(t *testing.T) {
	t.Parallel()
	if !launch.HasSeccomp() {
		t.Skip("skipped: no seccomp here, without which no program is known to be idle")
	}
	for _, c := range []struct {
		name, do string
		mode     sandbox.Mode
		memory   int64
		out      sim.Reason
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
			clock.runs(time.Minute) // its time is up
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

// armed starts a program, and waits for its answer by a clock of its own. It was not asked yet.
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
	p.monitor.startWait(t.Context(), p.deadline(), p.base, limits.CPU)
	return p, tb, clock
}

// TestWaitForACoreAddsNoMoreThanItTook: a program that has waited for a core a little does not get more time than that.
func TestWaitForACoreAddsNoMoreThanItTook(t *testing.T) {
	t.Parallel()
	p, _, clock := armed(t)
	p.monitor.timer.Stop()
	p.monitor.delay = -time.Hour // it has waited for an hour at least
	clock.runs(2 * time.Minute)
	p.monitor.check()
	p.monitor.timer.Stop()
	if out := p.monitor.verdict(); out != nil {
		t.Fatalf("out in time: %v", out)
	}
	p.monitor.delay -= time.Second // and for another second
	clock.runs(24 * time.Hour)
	p.monitor.check()
	if out := p.monitor.verdict(); out == nil || out.Reason != sim.FailedWall {
		t.Errorf("got %v long after its time, want %s", out, sim.FailedWall)
	}
}

// TestAnswerInTimeCounts: an answer that has come counts, however late this process is to read it.
func TestAnswerInTimeCounts(t *testing.T) {
	t.Parallel()
	p, tb, clock := armed(t)
	if err := p.send(appendMessage(nil, stateHeader(0), tb.board.State().AppendText(nil))); err != nil {
		t.Fatal(err)
	}
	simtest.Await(t, "the answer", p.child.HasOutput, nil)
	clock.runs(time.Hour)
	for range 3 { // the first ones give it the time for which it waited for a core
		p.monitor.check()
	}
	if out := p.monitor.verdict(); out != nil {
		t.Errorf("out with an answer that came in time: %v", out)
	}
	_, err := p.in.readOrders(p.game, 0, &p.orders)
	if err = p.monitor.endWait(err); err != nil {
		t.Error(err)
	}
}
