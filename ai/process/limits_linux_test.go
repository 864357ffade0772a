package process

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/processtest"
	"game-tui/ai/process/sandbox"

	"golang.org/x/sys/unix"

	"game-tui/sim"
)

// TestAllAnswersTogetherAreLimited lets a little time pass for each answer, until the total time is
// used up.
func TestAllAnswersTogetherAreLimited(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	limits := limitsFor("")
	limits.MatchWall = 100 * time.Millisecond
	p, clock := timed(Spec{Command: processtest.Command(hostile(t)), Limits: limits})
	defer p.Close()
	if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
		t.Fatal(out)
	}
	clock.runs(5 * time.Millisecond)
	replies := tb.play(t, p, 100)
	last := replies[len(replies)-1]
	if last.Failure == nil || last.Failure.Reason != sim.FailedWall || last.Failure.Detail != "all answers together took more than 100ms" {
		t.Errorf("%d rounds, out %v", len(replies), last.Failure)
	}
}

// TestJudgeLimitsHoldForKitPlayers checks the judge's limits of address space, open files and
// threads for kit players, and its memory limit for scripts.
func TestJudgeLimitsHoldForKitPlayers(t *testing.T) {
	t.Parallel()
	bot := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(bot, []byte(quietBot), 0o755); err != nil {
		t.Fatal(err)
	}
	exe := hostile(t)
	for _, c := range []struct {
		kind, said string
		mode       sandbox.Mode
		reasons    []sim.FailureReason
	}{
		{"plain", "early cout", sandbox.Auto, nil},
		{"plain", "early cout", sandbox.Off, nil},
		{"files", "room for 5 files", sandbox.Auto, nil}, // in addition to its three pipes
		{"memory", "", sandbox.Auto, []sim.FailureReason{sim.FailedMemory}},
		{"virtual", "", sandbox.Off, []sim.FailureReason{sim.FailedMemory}},
		{"threads", "", sandbox.Auto, []sim.FailureReason{sim.FailedMemory, sim.FailedCrash}}, // refused by the system, except for root
		{"script", "", sandbox.Auto, nil},
	} {
		tb := newTable(t)
		s := Spec{Command: processtest.Command(exe, c.kind, "3"), Limits: sim.JudgeLimits, Sandbox: c.mode}
		if c.kind == "script" {
			s.Command = processtest.Command(bot)
		}
		s.Limits.CPU = 10 * time.Second // a busy machine must not change the reason
		prog, err := s.Command.Resolve(s.Sandbox != sandbox.Off)
		if err != nil {
			t.Fatal(c.kind, err)
		}
		held := adaptLimits(prog, s.Limits)
		prog.Release()
		if kit := held.AddressSpace > 0 && held.Processes > 0; kit != (c.kind != "script") || held.Memory != 64<<20 {
			t.Errorf("%s: held to %+v", c.kind, held)
		}
		p, _ := timed(s)
		p.Measure()
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			t.Fatal(c.kind, out)
		}
		replies := tb.play(t, p, 5)
		p.Close()
		if u := p.Usage(); u.Limits != held || c.kind == "plain" && (u.Memory < 1<<20 || u.AddressSpace < u.Memory || u.Threads != 1 || u.Processes != 0 || u.OpenFile != "") {
			t.Errorf("%q: it took %+v", c.kind, u)
		}
		last := replies[len(replies)-1]
		if last.Failure == nil != (c.reasons == nil) || last.Failure != nil && !slices.Contains(c.reasons, last.Failure.Reason) {
			t.Errorf("%q: out %v, want %v", c.kind, last.Failure, c.reasons)
		}
		var said []string
		for _, r := range replies {
			said = append(said, r.Stderr...)
		}
		if c.said != "" && !slices.Contains(said, c.said) {
			t.Errorf("%q: it said %q, want %q", c.kind, said, c.said)
		}
	}
}

// TestDefaultLimitsAllowWhatTheJudgeAllows runs a player that uses 1.6 s of processor time.
func TestDefaultLimitsAllowWhatTheJudgeAllows(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p, _ := timed(Spec{Command: processtest.Command(hostile(t), "busy", "0"), Limits: sim.DefaultLimits})
	defer p.Close()
	if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
		t.Fatal(out)
	}
	replies := tb.play(t, p, 32) // each takes 50 ms
	if out := replies[len(replies)-1].Failure; out != nil || len(replies) != 32 {
		t.Errorf("got %d rounds, out %v, want 32 rounds", len(replies), out)
	}
	if p.cpuUsed < 1600*time.Millisecond {
		t.Errorf("got %s of processor time, want at least 1.6s", p.cpuUsed)
	}
}

const quietBot = `#!/bin/sh
while read -r word round rest; do
	case $word in
	init) echo ready 1 quiet ;;
	state) printf 'commands %s 2 0 0\n0\n' "$round" ;;
	quit) exit 0 ;;
	esac
done
`

// TestMemoryIsLimitedBetweenAnswers runs a player that allocates memory after its answer.
func TestMemoryIsLimitedBetweenAnswers(t *testing.T) {
	t.Parallel()
	tb := newTable(t)
	p, _ := timed(Spec{Command: processtest.Command(hostile(t), "between", "2"), Limits: limitsFor("")})
	defer p.Close()
	if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
		t.Fatal(out)
	}
	if replies := tb.play(t, p, 3); replies[len(replies)-1].Failure != nil {
		t.Fatal(replies[len(replies)-1].Failure)
	}
	if !p.child.Wait(patience(t)) {
		t.Fatal("it lives on")
	}
	r := p.Play(context.Background(), &sim.Query{State: tb.board.State(), Settings: tb.settings})
	if r.Failure == nil || r.Failure.Reason != sim.FailedMemory {
		t.Errorf("out %v", r.Failure)
	}
}

// TestTracedPlayerCannotOutliveItsMemoryLimit runs players that allocate a megabyte per
// millisecond. One ignores SIGABRT. In the other one the first thread has ended, so its status
// shows no memory.
func TestTracedPlayerCannotOutliveItsMemoryLimit(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"unabortable", "leader"} {
		tb := newTable(t)
		p, _ := timed(Spec{Command: processtest.Command(hostile(t), kind, "2"), Limits: limitsFor(""), Traced: true})
		defer p.Close()
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			t.Fatal(out)
		}
		replies := tb.play(t, p, 3)
		if out := replies[len(replies)-1].Failure; out == nil || out.Reason != sim.FailedMemory {
			t.Errorf("%s: got out %v, want memory", kind, out)
		}
		if got, want := p.child.Status.Memory, int64(512<<20); got > want {
			t.Errorf("%s: it held %d MiB, want at most %d MiB", kind, got>>20, want>>20)
		}
	}
}

// threadedBot answers each state after running eight concurrent threads.
const threadedBot = `import sys, threading
inp, out = sys.stdin.buffer, sys.stdout.buffer
while True:
    words = inp.readline().decode().split()
    if not words or words[0] == "quit":
        break
    inp.read(int(words[-1]))
    if words[0] == "init":
        out.write(b"ready 1 Threads\n")
    else:
        meet, sums = threading.Barrier(8), []
        def work(i):
            meet.wait()
            sums.append(bytearray(1 << 20)[i])
        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for t in threads: t.start()
        for t in threads: t.join()
        reply = b"0\n" if len(sums) == 8 else b"nonsense\n"
        out.write(b"commands %d %d\n" % (int(words[1]), len(reply)) + reply)
    out.flush()
`

// TestStackIsPartOfTheMemory tries several system stack limits. No player may exceed its memory
// limit, and players that need some stack must work.
func TestStackIsPartOfTheMemory(t *testing.T) {
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &old); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Setrlimit(unix.RLIMIT_STACK, &old) })
	bot := filepath.Join(t.TempDir(), "bot.py")
	if err := os.WriteFile(bot, []byte(threadedBot), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, stack := range []uint64{16 << 20, unix.RLIM_INFINITY} {
		if err := unix.Setrlimit(unix.RLIMIT_STACK, &unix.Rlimit{Cur: stack, Max: old.Max}); err != nil {
			t.Skip("skipped: the limit of the stack cannot be raised here: ", err)
		}
		for _, c := range []struct {
			name    string
			command []string
			plays   bool
		}{
			{"endless recursion", []string{hostile(t), "stack"}, false},
			{"deep recursion", []string{hostile(t), "recursion"}, true},
			{"threads", []string{"python3", bot}, true},
		} {
			if c.name == "threads" {
				processtest.RequirePython(t)
			}
			tb := newTable(t)
			limits := sim.DefaultLimits
			limits.CPU = 10 * time.Second
			p, _ := timed(Spec{Command: processtest.Command(c.command...), Limits: limits})
			if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
				t.Fatal(c.name, out)
			}
			replies := tb.play(t, p, 5)
			out := replies[len(replies)-1].Failure
			p.Close()
			if c.plays != (out == nil) {
				t.Errorf("%s, stack of %d: out %v", c.name, stack, out)
			}
			if out != nil && !strings.Contains(out.Detail, "SIGSEGV") {
				t.Errorf("%s, stack of %d: out %v", c.name, stack, out)
			}
			if most := p.child.Status.Memory; most > maxStackUsed {
				t.Errorf("%s, stack of %d: it held %d MiB", c.name, stack, most>>20)
			}
		}
	}
}

// maxStackUsed is an upper bound for the memory of a player with the largest stack and little else.
const maxStackUsed = 160 << 20

// TestMemoryOfThisProcessIsNotThePlayers crashes a player while this process uses far more memory
// than the player's limit. A program's peak includes the memory that it shares with this process
// before exec.
func TestMemoryOfThisProcessIsNotThePlayers(t *testing.T) {
	ballast := make([]byte, 256<<20)
	for i := 0; i < len(ballast); i += 4096 {
		ballast[i] = 1
	}
	tb := newTable(t)
	limits := limitsFor("")
	limits.Memory = 128 << 20
	p, _ := timed(Spec{Command: processtest.Command(hostile(t), "abort"), Limits: limits})
	defer p.Close()
	if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
		t.Fatal(out)
	}
	replies := tb.play(t, p, 10)
	if out := replies[len(replies)-1].Failure; out == nil || out.Reason != sim.FailedCrash {
		t.Errorf("out %v, want a crash", out)
	}
	runtime.KeepAlive(ballast)
}
