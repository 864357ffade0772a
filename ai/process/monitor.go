package process

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"game-tui/ai/process/sandbox"

	"game-tui/sim"
)

// beat is how often a player that is thinking is looked at. It bounds by how
// much a limit can be passed.
const beat = 5 * time.Millisecond

// idleBeat is how often a player is looked at that nobody waits for.
const idleBeat = 20 * time.Millisecond

// Limits of a program after SIGABRT, when it may print where it is.
const (
	abortBeats = 100
	abortRoom  = 128 << 20 // bytes of memory beyond those that it holds
)

// monitor looks after a player, and kills it when it passes a limit. Between
// answers it looks at memory only, and less often: the processor time that a
// player uses then is on its clock at the next look.
type monitor struct {
	child  *sandbox.Process
	limits sim.Limits

	now func() time.Time

	mu    sync.Mutex
	timer *time.Timer
	ctx   context.Context // nil: no answer is due
	begin time.Time
	sent  bool // the whole question was written, and the answer is being read
	due   deadline
	extra time.Duration // beyond it
	delay time.Duration // part of the child's wait for a core that was added to extra
	cpu   time.Duration // reading of the child's clock at which its budget is used up
	base  time.Duration // where that budget began
	out   *sim.Out      // why it was killed
	ended bool

	aborting int   // beats since SIGABRT
	held     int64 // memory that it held then

	threads int           // at most
	spent   time.Duration // reading of the child's clock at the last look at its memory
	idle    idleness
}

// newMonitor looks after a child, by a clock.
func newMonitor(c *sandbox.Process, limits sim.Limits, now func() time.Time) *monitor {
	m := &monitor{child: c, limits: limits, now: now, threads: sandbox.MaxThreads}
	m.timer = time.AfterFunc(time.Hour, m.look)
	m.timer.Stop()
	return m
}

// started says that the program has become what it is: the launcher has files open, and threads.
func (m *monitor) started() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := m.limits.Processes; n > 0 {
		m.threads, m.spent = min(n, sandbox.MaxThreads), -1
	}
	if n := m.limits.OpenFiles; n > 0 && !m.limits.Off {
		m.child.LimitFiles(n)
	}
}

// arm begins to wait: an answer is due, and before the child's clock shows
// base+budget.
func (m *monitor) arm(ctx context.Context, due deadline, base, budget time.Duration) {
	m.mu.Lock()
	m.ctx, m.begin, m.sent, m.due, m.extra, m.base, m.cpu = ctx, m.now(), false, due, 0, base, base+budget
	m.idle.report = sim.IdleFunc(ctx)
	m.mu.Unlock()
	m.timer.Reset(min(beat, due.wall))
}

// asked is called when the whole question was written. From then on an answer that waits in the pipe is in time: this
// process is late, not the program.
func (m *monitor) asked() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent = true
}

// errKilled stands for a reply that came in while its player was killed.
var errKilled = errors.New("killed")

// disarm ends the wait; err is how the answer went, and is an error too when
// the player was killed meanwhile.
func (m *monitor) disarm(err error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ctx = nil
	m.idle.end()
	m.timer.Reset(idleBeat)
	if err == nil && m.out != nil {
		return errKilled
	}
	return err
}

func (m *monitor) stop() {
	m.mu.Lock()
	m.ended = true
	m.mu.Unlock()
	m.timer.Stop()
}

// look checks the limits once, and comes back a beat later if they hold.
func (m *monitor) look() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return
	}
	if m.out != nil {
		m.abort()
		return
	}
	if m.out = m.exceeded(); m.out != nil {
		m.child.Stop()
		m.held, _ = m.child.Usage()
		m.timer.Reset(beat)
		return
	}
	if m.ctx != nil {
		m.idle.look(m.child, m.limits.Memory, m.now())
	}
	left := beat
	switch {
	case m.ctx == nil:
		left = idleBeat
	case !m.limits.Off:
		left = max(min(beat, m.due.wall+m.extra-m.now().Sub(m.begin)), time.Millisecond)
	}
	m.timer.Reset(left)
}

// abort checks a program that got SIGABRT, and kills it if it takes too long or too much memory.
func (m *monitor) abort() {
	memory, _ := m.child.Usage()
	if m.aborting++; m.aborting > abortBeats || memory > m.held+abortRoom {
		m.child.Kill()
		return
	}
	m.timer.Reset(beat)
}

// exceeded finds the limit that the player has passed.
func (m *monitor) exceeded() *sim.Out {
	if m.ctx != nil && m.ctx.Err() != nil {
		return &sim.Out{Reason: sim.OutExit, Detail: "the match was stopped"}
	}
	if m.limits.Off {
		return nil
	}
	used := m.child.CPU()
	if m.ctx != nil {
		if sandbox.HasCPUClock && used > m.cpu {
			return &sim.Out{Reason: sim.OutCPU, Detail: m.due.cpu(used-m.base, m.cpu-m.base)}
		}
		if m.late() && !(m.sent && m.child.HasOutput()) {
			return &sim.Out{Reason: sim.OutWall, Detail: m.due.passed()}
		}
	}
	if sandbox.HasCPUClock && used == m.spent {
		return nil // it has not run since, and holds what it held
	}
	m.spent = used
	memory, threads := m.child.Usage()
	switch {
	case m.limits.Memory > 0 && memory > m.limits.Memory:
		return &sim.Out{Reason: sim.OutMemory, Detail: memoryDetail(m.limits)}
	case threads > m.threads:
		return &sim.Out{Reason: sim.OutMemory, Detail: fmt.Sprintf("%d threads, the limit is %d", threads, m.threads)}
	}
	return nil
}

// late reports whether the time for the answer is up. What others do on this machine must not count: the time for which the
// program has waited for a core is added.
func (m *monitor) late() bool {
	passed := func() bool { return m.now().Sub(m.begin) >= m.due.wall+m.extra }
	if !passed() {
		return false
	}
	delay := m.child.RunDelay()
	m.extra += delay - m.delay
	m.delay = delay
	return passed()
}

// verdict is why the monitor killed the player; nil if it did not.
func (m *monitor) verdict() *sim.Out {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.out
}
