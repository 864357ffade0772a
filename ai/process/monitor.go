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

// checkInterval is how often a player is checked during an answer.
const checkInterval = 5 * time.Millisecond

// idleCheckInterval is how often a player is checked between answers.
const idleCheckInterval = 20 * time.Millisecond

// A traced program that exceeds a limit gets SIGABRT. It may print a stack trace within these
// limits.
const (
	abortChecks = 100
	abortMemory = 128 << 20 // bytes beyond the memory in use at SIGABRT
)

// A monitor kills a player that exceeds a limit. Between answers it checks only memory and threads,
// and less often. Processor time used between answers is charged to the next one.
type monitor struct {
	child  *sandbox.Process
	limits sim.Limits

	now func() time.Time

	mu          sync.Mutex
	timer       *time.Timer
	ctx         context.Context // context of the pending answer, or nil
	begin       time.Time
	requestSent bool
	timeLimit   timeLimit
	extension   time.Duration
	runDelay    time.Duration // latest reading of RunDelay
	cpuEnd      time.Duration // CPU clock reading at the end of the budget
	cpuBegin    time.Duration // CPU clock reading at the start of the budget
	failure     *sim.Failure
	stopped     bool

	abortCount    int
	memoryAtAbort int64

	maxThreads int
	lastCPU    time.Duration // CPU clock reading at the last memory check
	idle       idleness
}

func newMonitor(c *sandbox.Process, limits sim.Limits, now func() time.Time) *monitor {
	m := &monitor{child: c, limits: limits, now: now, maxThreads: sandbox.MaxThreads}
	m.timer = time.AfterFunc(time.Hour, m.check)
	m.timer.Stop()
	return m
}

// limitProgram applies the limits that the launcher would exceed.
func (m *monitor) limitProgram() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := m.limits.Processes; n > 0 {
		m.maxThreads, m.lastCPU = min(n, sandbox.MaxThreads), -1
	}
	if n := m.limits.OpenFiles; n > 0 && !m.limits.Unlimited {
		m.child.LimitOpenFiles(n)
	}
}

// startWait starts the time limit for an answer. The CPU budget ends at the clock reading
// base+budget.
func (m *monitor) startWait(ctx context.Context, limit timeLimit, base, budget time.Duration) {
	m.mu.Lock()
	m.ctx, m.begin, m.requestSent, m.timeLimit, m.extension, m.cpuBegin, m.cpuEnd = ctx, m.now(), false, limit, 0, base, base+budget
	m.idle.report = sim.IdleFunc(ctx)
	m.mu.Unlock()
	m.timer.Reset(min(checkInterval, limit.wall))
}

// markRequestSent marks the request as sent. From then on, a player with unread output is not late.
func (m *monitor) markRequestSent() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requestSent = true
}

// errKilled replaces a reply that arrived while the player was being killed.
var errKilled = errors.New("killed")

// endWait ends the time limit for an answer. It returns err, or errKilled if err is nil and the
// player was killed.
func (m *monitor) endWait(err error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ctx = nil
	m.idle.set(false)
	m.idle = idleness{}
	m.timer.Reset(idleCheckInterval)
	if err == nil && m.failure != nil {
		return errKilled
	}
	return err
}

func (m *monitor) stop() {
	m.mu.Lock()
	m.stopped = true
	m.mu.Unlock()
	m.timer.Stop()
}

func (m *monitor) check() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stopped {
		return
	}
	if m.failure != nil {
		m.abort()
		return
	}
	if m.failure = m.checkLimits(); m.failure != nil {
		m.child.Stop()
		m.memoryAtAbort, _ = m.child.Usage()
		m.timer.Reset(checkInterval)
		return
	}
	if m.ctx != nil {
		m.idle.check(m.child, m.limits.Memory, m.now())
	}
	left := checkInterval
	switch {
	case m.ctx == nil:
		left = idleCheckInterval
	case !m.limits.Unlimited:
		left = max(min(checkInterval, m.timeLimit.wall+m.extension-m.now().Sub(m.begin)), time.Millisecond)
	}
	m.timer.Reset(left)
}

func (m *monitor) abort() {
	memory, _ := m.child.Usage()
	if m.abortCount++; m.abortCount > abortChecks || memory > m.memoryAtAbort+abortMemory {
		m.child.Kill()
		return
	}
	m.timer.Reset(checkInterval)
}

func (m *monitor) checkLimits() *sim.Failure {
	if m.ctx != nil && m.ctx.Err() != nil {
		return &sim.Failure{Reason: sim.FailedExit, Detail: "the match was stopped"}
	}
	if m.limits.Unlimited {
		return nil
	}
	used := m.child.CPU()
	if m.ctx != nil {
		if sandbox.HasCPUClock && used > m.cpuEnd {
			return &sim.Failure{Reason: sim.FailedCPU, Detail: cpuDetail(used-m.cpuBegin, m.cpuEnd-m.cpuBegin)}
		}
		if m.isLate() && !(m.requestSent && m.child.HasOutput()) {
			return &sim.Failure{Reason: sim.FailedWall, Detail: m.timeLimit.missedDetail()}
		}
	}
	if sandbox.HasCPUClock && used == m.lastCPU {
		return nil // the program has not run since the last check
	}
	m.lastCPU = used
	memory, threads := m.child.Usage()
	switch {
	case m.limits.Memory > 0 && memory > m.limits.Memory:
		return &sim.Failure{Reason: sim.FailedMemory, Detail: memoryDetail(m.limits)}
	case threads > m.maxThreads:
		return &sim.Failure{Reason: sim.FailedMemory, Detail: fmt.Sprintf("%d threads; the limit is %d", threads, m.maxThreads)}
	}
	return nil
}

// isLate reports whether the answer is late. Time spent waiting for a core does not count.
func (m *monitor) isLate() bool {
	passed := func() bool { return m.now().Sub(m.begin) >= m.timeLimit.wall+m.extension }
	if !passed() {
		return false
	}
	delay := m.child.RunDelay()
	m.extension += delay - m.runDelay
	m.runDelay = delay
	return passed()
}

func (m *monitor) currentFailure() *sim.Failure {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failure
}

// A program that has not answered is idle if it uses less than idleCPU of processor time within
// idleSpan.
const (
	idleSpan = 100 * time.Millisecond
	idleCPU  = 10 * time.Millisecond
)

// idleness reports when a program that has not answered becomes idle or busy.
type idleness struct {
	report  func(idle bool)
	wasIdle bool
	begin   time.Time     // start of the current idle span
	cpu     time.Duration // processor time at the start of the idle span
}

// check updates the idle state. maxMemory is the program's memory limit, or 0. Programs that can start
// processes are never idle, because their total processor time is unknown.
func (i *idleness) check(c *sandbox.Process, maxMemory int64, now time.Time) {
	if i.report == nil || !c.IsSingleProcess {
		return
	}
	cpu := c.CPU()
	first := i.begin.IsZero()
	if !first && cpu-i.cpu < idleCPU && now.Sub(i.begin) < idleSpan {
		return
	}
	idle := !first && cpu-i.cpu < idleCPU && !c.IsBusy()
	// While a program is idle, its core runs another match, with up to four programs that need
	// memory too.
	i.set(idle && (i.wasIdle || maxMemory <= sandbox.AvailableMemory()/4))
	i.begin, i.cpu = now, cpu
}

func (i *idleness) set(idle bool) {
	if idle != i.wasIdle {
		i.wasIdle = idle
		i.report(idle)
	}
}
