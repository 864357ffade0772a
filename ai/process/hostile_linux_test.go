package process

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/sandbox"

	"game-tui/sim"
	"game-tui/sim/simtest"
)

// outs lists hostile players that must fail, with the expected reason and message.
var outs = []struct {
	kind   string
	round  int
	reason sim.FailureReason
	detail string
}{
	{"constructor", 0, sim.FailedCrash, "SIGSEGV"},
	{"factory", 0, sim.FailedCrash, "SIGSEGV"},
	{"start-loop", 0, sim.FailedCPU, "the limit is 200ms"},
	{"start-exit", 0, sim.FailedExit, "exit code 4"},
	{"start-memory", 0, sim.FailedMemory, "more than 64 MiB"},
	{"crash", 57, sim.FailedCrash, "SIGSEGV"},
	{"abort", 3, sim.FailedCrash, "SIGABRT: my last words"},
	{"throw", 3, sim.FailedCrash, "SIGABRT:   what():  thrown"},
	{"late-throw", 3, sim.FailedCrash, "SIGABRT:   what():  thrown"},
	{"exit", 3, sim.FailedExit, "exit code 7"},
	{"exit0", 3, sim.FailedExit, "exit code 0"},
	{"loop", 3, sim.FailedCPU, "the limit is 150ms"},
	{"sleep", 3, sim.FailedWall, "no answer within 1s"},
	{"stubborn", 3, sim.FailedWall, "no answer within 1s"},
	{"stopped", 3, sim.FailedWall, "no answer within 1s"},
	{"memory", 3, sim.FailedMemory, "more than 64 MiB"},
	{"virtual", 3, sim.FailedMemory, "mapped more than 128 MiB"},
	{"threads", 3, sim.FailedMemory, "threads; the limit is 256"},
	{"tables", 3, sim.FailedMemory, "more than 64 MiB"},
	{"stack", 3, sim.FailedCrash, "SIGSEGV"},
	{"flood", 3, sim.FailedReply, "a header of more than 256 bytes"},
	{"lines", 3, sim.FailedReply, `expected "commands 3 …", found ""`},
	{"half", 3, sim.FailedWall, "no answer within 1s"},
	{"slow", 3, sim.FailedWall, "no answer within 1s"},
	{"deaf", 3, sim.FailedCPU, "the limit is 150ms"},
	{"half-exit", 3, sim.FailedExit, "exit code 0"},
	{"forge", 3, sim.FailedReply, `expected "commands 5", found "commands 3"`},
	{"huge", 3, sim.FailedOrders, "300000 in a round; the limit is 1000"},
	{"many", 3, sim.FailedOrders, "1001 in a round; the limit is 1000"},
	{"calls", 3, sim.FailedCrash, "SIGABRT: error: too many commands"},
	{"close-out", 3, sim.FailedReply, "the player closed its standard output"},
	{"close-in", 3, sim.FailedReply, "the player closed its standard input"},
	{"close-all", 3, sim.FailedReply, "the player closed its standard output"},
}

// limitsFor returns limits of which only the one for the given reason is tight. A busy machine must
// not change the reason.
func limitsFor(reason sim.FailureReason) sim.Limits {
	l := sim.Limits{CPU: 10 * time.Second, Wall: time.Minute, Memory: 64 << 20}
	switch reason {
	case sim.FailedCPU:
		l.CPU = 150 * time.Millisecond
	case sim.FailedWall:
		l.Wall = time.Second
	}
	return l
}

func TestMisbehavingPlayersAreOutWithTheReason(t *testing.T) {
	exe := hostile(t)
	for _, h := range outs {
		t.Run(h.kind, func(t *testing.T) {
			if h.kind != "close-in" { // a program that starts concurrently may briefly inherit the closed pipe
				t.Parallel()
			}
			tb := newTable(t)
			limits := limitsFor(h.reason)
			p, clock := timed(Spec{Command: processtest.Command(exe, h.kind, fmt.Sprint(h.round)), Limits: limits})
			if h.reason == sim.FailedCPU {
				p.startCPU = 200 * time.Millisecond
			}
			defer p.Close()
			name, out := p.Start(context.Background(), tb.init(0))
			if out == nil {
				if name != "Hostile" {
					t.Errorf("its name is %q", name)
				}
				replies := tb.play(t, p, h.round)
				if h.reason == sim.FailedWall {
					clock.runs(limits.Wall / 4)
				}
				if h.round == 0 || replies[h.round-1].Failure == nil {
					replies = tb.play(t, p, 4)
				}
				out = replies[len(replies)-1].Failure
			} else if name != "given" {
				t.Errorf("a player that never started is called %q", name)
			}
			if out == nil {
				t.Fatal("it plays on")
			}
			if out.Reason != h.reason || !strings.Contains(out.Detail, h.detail) {
				t.Errorf("out for %s (%s), want %s (%s)", out.Reason, out.Detail, h.reason, h.detail)
			}
			if out.Round < h.round || out.Round > h.round+2 {
				t.Errorf("out in round %d, want %d", out.Round, h.round)
			}
		})
	}
}

// harmless lists hostile players that must not fail, with the expected output.
var harmless = []struct {
	kind string
	mode sandbox.Mode
	said []string
}{
	{"stdout", sandbox.Auto, []string{"early cout"}},
	{"stdin", sandbox.Auto, []string{"end of input"}},
	{"chatty", sandbox.Auto, []string{"… and "}},
	{"mapped", sandbox.Auto, nil}, // maps 80 MiB that it never touches
	{"marks", sandbox.Auto, []string{"@ 99 99 off the board", "?[31mred? tab here"}},
	{"try", sandbox.Auto, []string{"read: refused", "write: refused", "connect: refused", "signal: refused", "ptrace: refused",
		"exec: refused", "descriptor of others: refused", "shared memory: refused", "thread: allowed", "fork: refused"}},
	{"child", sandbox.Auto, []string{"fork: refused"}},
	{"child", sandbox.Off, []string{"fork: allowed"}},
	{"stray", sandbox.Off, []string{"fork: allowed"}},
}

func TestOddPlayersPlayOn(t *testing.T) {
	exe := hostile(t)
	inherited, err := syscall.Open("/dev/null", syscall.O_RDONLY, 0) // simulates a file left open by a shell
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(inherited) })
	for _, h := range harmless {
		t.Run(h.kind+" "+h.mode.String(), func(t *testing.T) {
			t.Parallel()
			tb := newTable(t)
			p, _ := timed(Spec{Command: processtest.Command(exe, h.kind, "3"), Limits: limitsFor(""), Sandbox: h.mode})
			defer p.Close()
			if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
				t.Fatal(out)
			}
			replies := tb.play(t, p, 20)
			last := replies[len(replies)-1]
			if last.Failure != nil || len(last.Orders) != 40 {
				t.Fatalf("out: %v, orders: %d", last.Failure, len(last.Orders))
			}
			var said []string
			var cost time.Duration
			for _, r := range replies {
				said = append(said, r.Stderr...)
				cost += r.CPU
			}
			if cost <= 0 {
				t.Errorf("the replies cost %v", cost)
			}
			for _, want := range h.said {
				if !strings.Contains(strings.Join(said, "\n"), want) {
					t.Errorf("it did not say %q but %q", want, said)
				}
			}
		})
	}
}

// TestNoProcessOrDescriptorIsLeft checks that no child process or descriptor remains after a match
// with a hostile player.
func TestNoProcessOrDescriptorIsLeft(t *testing.T) {
	exe := hostile(t)
	before := descriptors(t)
	for _, kind := range []string{"", "stray", "child", "sleep", "crash", "close-all"} {
		tb := newTable(t)
		p, clock := timed(Spec{Command: processtest.Command(exe, kind, "2"), Limits: limitsFor(sim.FailedWall), Sandbox: sandbox.Off})
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			t.Fatal(out)
		}
		tb.play(t, p, 2)
		if kind == "sleep" {
			clock.runs(time.Second)
		}
		tb.play(t, p, 3)
		p.Close()
		if list := children(t); len(list) > 0 {
			t.Errorf("%q left processes: %v", kind, list)
		}
	}
	if now := descriptors(t); now > before {
		t.Errorf("%d descriptors, before %d", now, before)
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	dir, err := os.Open("/proc/self/fd")
	if err != nil {
		t.Skip("skipped: no /proc here")
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// TestEarlyAnswersCountUntilThePipeIsFull runs a player that sends answers in advance and reads
// nothing. Its answers count until it blocks the match.
func TestEarlyAnswersCountUntilThePipeIsFull(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p, clock := timed(Spec{Command: processtest.Command(hostile(t), "ahead", "3"), Limits: limitsFor(sim.FailedWall)})
	defer p.Close()
	if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
		t.Fatal(out)
	}
	clock.runs(10 * time.Millisecond)
	replies := tb.play(t, p, 200)
	last := replies[len(replies)-1]
	if last.Failure == nil || last.Failure.Reason != sim.FailedWall {
		t.Fatalf("%d rounds, out %v", len(replies), last.Failure)
	}
	for round, r := range replies[:len(replies)-1] {
		if round >= 3 && len(r.Orders) != 0 {
			t.Errorf("round %d: %d orders", round, len(r.Orders))
		}
	}
}

// TestCanceledMatchEndsThePlayer cancels a match while a player sleeps.
func TestCanceledMatchEndsThePlayer(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p, _ := timed(Spec{Command: processtest.Command(hostile(t), "sleep"), Limits: sim.DefaultLimits})
	defer p.Close()
	ctx, stop := context.WithCancel(context.Background())
	if _, out := p.Start(ctx, tb.init(0)); out != nil {
		t.Fatal(out)
	}
	done := make(chan sim.Reply)
	go func() { done <- p.Play(ctx, &sim.Query{State: tb.board.State(), Settings: tb.settings}) }()
	stop()
	if r := <-done; r.Failure == nil || r.Failure.Detail != "the match was stopped" {
		t.Errorf("out %v", r.Failure)
	}
}

// TestUnlimitedPlayersHaveNoLimits checks that Unlimited overrides a time limit of zero.
func TestUnlimitedPlayersHaveNoLimits(t *testing.T) {
	t.Parallel()
	for _, mode := range []sandbox.Mode{sandbox.Auto, sandbox.Off} {
		tb := newTable(t)
		p := New(Spec{Command: processtest.Command(hostile(t)), Limits: sim.Limits{CPU: 1, Wall: 1, Memory: 1, Unlimited: true}, Sandbox: mode})
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			t.Fatal(out)
		}
		if r := tb.play(t, p, 5); len(r) != 5 || r[4].Failure != nil {
			t.Errorf("%d rounds, out %v", len(r), r[len(r)-1].Failure)
		}
		p.Close()
	}
}

func TestCheckReportsTheFailedStep(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	board := func() (sim.Board, error) { return tb.board.Clone(), nil }
	for _, c := range []struct{ kind, wrong string }{
		{"loop", "slow: stays within the time limit: cpu in round 3 ("},
		{"stdout", ""},
		{"crash", "answers in round 3: crash: SIGSEGV"},
		{"constructor", "names its game and players: crash: SIGSEGV"},
		{"fickle", "gives the same orders again: orders differ in round 3, so the match cannot be repeated"},
	} {
		wrong, limits := "", simtest.Limits(t)
		if c.kind == "loop" {
			limits.CPU = 150 * time.Millisecond
		}
		ok := Check(context.Background(), Spec{Command: processtest.Command(hostile(t), c.kind, "3"), Limits: limits}, tb.init(0), board, func(s CheckStep) {
			if !s.OK {
				wrong = s.Behavior + ": " + s.Detail
			}
			if s.Slow {
				wrong = "slow: " + wrong
			}
		})
		if ok != (c.wrong == "") || !strings.HasPrefix(wrong, c.wrong) || c.wrong == "" && wrong != "" {
			t.Errorf("%s: %v, %q", c.kind, ok, wrong)
		}
	}
}

// children returns the IDs of this process's children.
func children(t *testing.T) (list []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(files) == 0 {
		t.Skip("skipped: this system does not list the children of a process")
	}
	for _, file := range files {
		text, _ := os.ReadFile(file) // the thread may have ended
		list = append(list, strings.Fields(string(text))...)
	}
	return list
}
