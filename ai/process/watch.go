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

// idleBeat is how often a player is looked at that nobody waits for.
const idleBeat = 20 * time.Millisecond

// maxThreads is the number of threads that a program may have.
const maxThreads = 256

// deadline is the time for an answer.
type deadline struct {
	wall time.Duration
	all  time.Duration // where that is the rest of the time for all answers: the whole of it
	// most is the time of a start, of which wall is the player's own: what it waits for this
	// machine does not count. 0 of other answers, where it does.
	most time.Duration
}

func (d deadline) passed() string {
	if d.all > 0 {
		return fmt.Sprintf("all answers together took more than %s", d.all)
	}
	return fmt.Sprintf("no answer in %s", d.wall)
}

// watch looks after a player, and kills it when it passes a limit. Between
// answers it looks at memory only, and less often: the processor time that a
// player uses then is on its clock at the next look.
type watch struct {
	child  *child
	limits sim.Limits

	now func() time.Time

	mu    sync.Mutex
	timer *time.Timer
	ctx   context.Context // nil: no answer is due
	begin time.Time
	due   deadline
	cpu   time.Duration // reading of the child's clock at which its budget is used up
	base  time.Duration // where that budget began
	start account       // of a start
	out   *sim.Out      // why it was killed
	ended bool
}

// newWatch looks after a child, by a clock; nil is the system's.
func newWatch(c *child, limits sim.Limits, now func() time.Time) *watch {
	if now == nil {
		now = time.Now
	}
	w := &watch{child: c, limits: limits, now: now}
	w.timer = time.AfterFunc(time.Hour, w.look)
	w.timer.Stop()
	return w
}

// arm begins to wait: an answer is due, and before the child's clock shows
// base+budget.
func (w *watch) arm(ctx context.Context, due deadline, base, budget time.Duration) {
	w.mu.Lock()
	w.ctx, w.begin, w.due, w.base, w.cpu, w.start = ctx, w.now(), due, base, base+budget, account{}
	w.mu.Unlock()
	w.timer.Reset(min(beat, due.wall))
}

// account tells what a program itself spends of the time of its start from what it waits for
// the machine.
type account struct {
	seen   time.Duration // since the start began
	cpu    time.Duration // reading of its clock then
	waited time.Duration // for the machine, of seen
}

// add takes in a look at the program. held says that the machine held it up then: whatever it
// did not compute since the look before, it waited.
func (a *account) add(now, cpu time.Duration, held bool) {
	if held {
		a.waited += max(now-a.seen-(cpu-a.cpu), 0)
	}
	a.seen, a.cpu = now, cpu
}

// errKilled stands for a reply that came in while its player was killed.
var errKilled = errors.New("killed")

// disarm ends the wait; err is how the answer went, and is an error too when
// the player was killed meanwhile.
func (w *watch) disarm(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ctx = nil
	w.timer.Reset(idleBeat)
	if err == nil && w.out != nil {
		return errKilled
	}
	return err
}

// stop ends the watch.
func (w *watch) stop() {
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	w.timer.Stop()
}

// look checks the limits once, and comes back a beat later if they hold.
func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || w.out != nil {
		return
	}
	if w.out = w.exceeded(); w.out != nil {
		w.child.kill()
		return
	}
	left := beat
	switch {
	case w.ctx == nil:
		left = idleBeat
	case !w.limits.Off:
		left = max(min(beat, w.due.wall-w.now().Sub(w.begin)), time.Millisecond)
	}
	w.timer.Reset(left)
}

// exceeded finds the limit that the player has passed.
func (w *watch) exceeded() *sim.Out {
	if w.ctx == nil {
		return w.overfull()
	}
	if w.ctx.Err() != nil {
		return &sim.Out{Reason: sim.OutExit, Detail: "the match was stopped"}
	}
	if w.limits.Off {
		return nil
	}
	used, elapsed := w.child.cpu(), w.now().Sub(w.begin)
	if w.due.most > 0 {
		launched := w.child.executed()
		w.start.add(elapsed, used, !launched || w.child.heldUp())
		if elapsed >= w.due.most || !launched && used > w.cpu {
			return &sim.Out{Reason: sim.OutMachine, Detail: fmt.Sprintf("it did not start in %s, of which it waited %s for this machine", shortly(elapsed), shortly(w.start.waited))}
		}
		elapsed -= w.start.waited
	}
	if hasCPUClock && used > w.cpu {
		return &sim.Out{Reason: sim.OutCPU, Detail: cpuDetail(used-w.base, w.cpu-w.base)}
	}
	if elapsed >= w.due.wall {
		return &sim.Out{Reason: sim.OutWall, Detail: w.due.passed()}
	}
	return w.overfull()
}

// shortly is a time as people read it.
func shortly(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }

// overfull finds the limit that the player passes by what it holds.
func (w *watch) overfull() *sim.Out {
	if w.limits.Off {
		return nil
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

func memoryDetail(l sim.Limits) string {
	if l.Memory%(1<<20) != 0 {
		return fmt.Sprintf("more than %d KiB", l.Memory>>10)
	}
	return fmt.Sprintf("more than %d MiB", l.Memory>>20)
}
