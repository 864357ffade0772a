package process

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"game-tui/sim"
)

// beat is how often a player that is thinking is looked at. It bounds by how
// much a limit can be passed.
const beat = 5 * time.Millisecond

// maxThreads is the number of threads that runtimes may use.
const maxThreads = 256

// watch looks after a player while an answer is due, and kills it when it
// passes a limit. Between answers it costs nothing: what a player uses then is
// on its clock at the next look.
type watch struct {
	child  *child
	limits Limits

	mu    sync.Mutex
	timer *time.Timer
	ctx   context.Context // nil: no answer is due
	begin time.Time
	wall  time.Duration
	cpu   time.Duration // reading of the child's clock at which its budget is used up
	base  time.Duration // where that budget began
	out   *sim.Out      // why it was killed
}

func (w *watch) init(c *child, limits Limits) {
	w.child, w.limits = c, limits
	w.timer = time.AfterFunc(time.Hour, w.look)
	w.timer.Stop()
}

// arm begins to watch: an answer is due within wall, and before the child's
// clock shows base+budget.
func (w *watch) arm(ctx context.Context, wall, base, budget time.Duration) {
	w.mu.Lock()
	w.ctx, w.begin, w.wall, w.base, w.cpu = ctx, time.Now(), wall, base, base+budget
	w.mu.Unlock()
	w.timer.Reset(min(beat, wall))
}

// errKilled stands for a reply that came in while its player was killed.
var errKilled = errors.New("killed")

// disarm ends the watch; err is how the answer went, and is an error too when
// the player was killed meanwhile.
func (w *watch) disarm(err error) error {
	w.timer.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ctx = nil
	if err == nil && w.out != nil {
		return errKilled
	}
	return err
}

// look checks the limits once, and comes back a beat later if they hold.
func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ctx == nil || w.out != nil {
		return
	}
	if w.out = w.exceeded(); w.out != nil {
		w.child.kill()
		return
	}
	left := beat
	if !w.limits.Off {
		left = max(min(beat, w.wall-time.Since(w.begin)), 0)
	}
	w.timer.Reset(left)
}

// exceeded finds the limit that the player has passed.
func (w *watch) exceeded() *sim.Out {
	if w.ctx.Err() != nil {
		return &sim.Out{Reason: sim.OutExit, Detail: "the match was stopped"}
	}
	if w.limits.Off {
		return nil
	}
	if used := w.child.cpu(); hasCPUClock && used > w.cpu {
		return &sim.Out{Reason: sim.OutCPU, Detail: cpuDetail(used-w.base, w.cpu-w.base)}
	}
	if time.Since(w.begin) >= w.wall {
		return &sim.Out{Reason: sim.OutWall, Detail: fmt.Sprintf("no answer in %s", w.wall)}
	}
	memory, threads := w.child.usage()
	switch {
	case w.limits.Memory > 0 && memory > w.limits.Memory:
		return &sim.Out{Reason: sim.OutMemory, Detail: memoryDetail(w.limits)}
	case threads > maxThreads:
		return &sim.Out{Reason: sim.OutMemory, Detail: fmt.Sprintf("more than %d threads", maxThreads)}
	}
	return nil
}

// verdict is why the watch killed the player; nil if it did not.
func (w *watch) verdict() *sim.Out {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.out == nil {
		return nil
	}
	out := *w.out
	return &out
}

func memoryDetail(l Limits) string {
	if l.Memory%(1<<20) != 0 {
		return fmt.Sprintf("more than %d KiB", l.Memory>>10)
	}
	return fmt.Sprintf("more than %d MiB", l.Memory>>20)
}
