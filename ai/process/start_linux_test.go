package process

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"game-tui/ai/process/processtest"
	"game-tui/sim"
)

// TestMachineWithoutRoomIsNoFaultOfThePlayer checks the failure reason if the system cannot create
// another process.
func TestMachineWithoutRoomIsNoFaultOfThePlayer(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]sim.FailureReason{os.NewSyscallError("fork", syscall.EAGAIN): sim.FailedMachine, os.ErrNotExist: sim.FailedExit} {
		if out := startFailure(err); out.Reason != want || !strings.Contains(out.Detail, err.Error()) {
			t.Errorf("%v: out %v", err, out)
		}
	}
}

func TestPlayerThatDoesNotStartIsOut(t *testing.T) {
	t.Parallel()
	p := New(Spec{Command: processtest.Command("./no-such-file")})
	defer p.Close()
	if _, out := p.Start(t.Context(), newTable(t).init(0)); out == nil || out.Detail != "cannot start: ./no-such-file: no such file" {
		t.Errorf("got %v, want that there is no such file", out)
	}
	if r := p.Play(t.Context(), &sim.Query{}); r.Failure == nil {
		t.Error("a player that never started plays")
	}
}

// startsEnv overrides the number of starts in TestNoStartHangs.
const startsEnv = "GAME_TUI_STARTS"

// TestNoStartHangs starts twice as many players as there are cores at once. Each start must
// complete.
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
				p := newPlayer(Spec{Command: processtest.Command(exe), Limits: sim.DefaultLimits})
				if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
					t.Error(out)
				}
				p.Close()
			}
		})
	}
	all.Wait()
}

// BenchmarkStart starts and stops a player that gives no orders.
func BenchmarkStart(b *testing.B) {
	exe, tb := idle(b), newTable(b)
	for b.Loop() {
		p := New(Spec{Command: processtest.Command(exe), Limits: sim.DefaultLimits})
		if _, out := p.Start(context.Background(), tb.init(0)); out != nil {
			b.Fatal(out)
		}
		p.Close()
	}
}
