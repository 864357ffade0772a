package sandbox

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox/launch"
	"game-tui/sim"
	"game-tui/sim/sanitize"
)

const HasCPUClock = true

// startingThread runs functions on a thread that never exits. With Pdeathsig, a program is killed
// when its starting thread exits.
var startingThread = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

func Start(prog *resolve.Program, o Options) (*Process, error) { return playerPlan(prog, o).Start() }

// Start starts the program in a new session.
func (plan *Plan) Start() (*Process, error) {
	c := &Process{exited: make(chan struct{}), abortOnStop: plan.abortOnStop, IsSingleProcess: plan.UseSeccomp && plan.Role != launch.Compiler}
	connect := c.openPipes
	if plan.Role == launch.Compiler {
		connect = c.openSockets
	}
	theirs, err := connect()
	if err != nil {
		return nil, err
	}
	defer closeFiles(theirs[:])
	attr := &syscall.ProcAttr{
		Env: plan.env,
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	}
	for _, f := range theirs {
		attr.Files = append(attr.Files, f.Fd())
	}
	for _, f := range plan.files {
		attr.Files = append(attr.Files, f.Fd())
	}
	done := make(chan error)
	startingThread() <- func() { done <- c.forkExec(plan.Arguments(), attr) }
	if err := <-done; err != nil {
		c.closePipes()
		return nil, fmt.Errorf("%s: %w", plan.Path, err)
	}
	// Until exec, the program's peak memory includes ours, so a peak below ours is meaningless.
	var ours syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ours); err == nil {
		c.inheritedPeak = ours.Maxrss << 10
	}
	go c.reap()
	return c, nil
}

func MaxMapped(l sim.Limits) int64 { return cmp.Or(l.AddressSpace, l.Memory+launch.MappingAllowance) }

// openSockets is like openPipes but uses sockets, which cannot be opened by name. With pipes,
// including /proc/self/fd/2 in a source would hang the compiler.
func (c *Process) openSockets() (childFiles [3]*os.File, err error) {
	var ours [3]*os.File
	for i := range childFiles {
		ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			closeFiles(append(ours[:i], childFiles[:i]...))
			return childFiles, err
		}
		_ = unix.SetNonblock(ends[0], true) // needed for deadlines; cannot fail
		ours[i], childFiles[i] = os.NewFile(uintptr(ends[0]), "socket"), os.NewFile(uintptr(ends[1]), "socket")
	}
	c.Stdin, c.Stdout, c.stderrPipe = ours[0], ours[1], ours[2]
	return childFiles, nil
}

// reap waits until the program exits. It kills the process group before reaping, while the ID
// cannot be reused.
func (c *Process) reap() {
	for unix.Waitid(unix.P_PID, c.pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	c.mu.Lock()
	syscall.Kill(-c.pid, syscall.SIGKILL)
	var ws syscall.WaitStatus
	var ru syscall.Rusage
	wait(c.pid, &ws, &ru)
	c.reaped = true
	c.cpuTime = time.Duration(ru.Utime.Nano() + ru.Stime.Nano())
	c.Status = ExitStatus{Code: ws.ExitStatus()}
	if peak := ru.Maxrss << 10; peak > c.inheritedPeak {
		c.Status.Memory = peak
	}
	if ws.Signaled() {
		c.Status.Signal = unix.SignalName(ws.Signal())
	}
	c.mu.Unlock()
	runningPrograms.Lock()
	delete(runningPrograms.players, c.pid)
	runningPrograms.Unlock()
	if !c.IsSingleProcess {
		killOrphans()
	}
	c.finish()
}

func wait(pid int, ws *syscall.WaitStatus, ru *syscall.Rusage) {
	for {
		if _, err := syscall.Wait4(pid, ws, 0, ru); err != syscall.EINTR {
			return
		}
	}
}

func (c *Process) Kill() {
	c.withPID(func(pid int) {
		syscall.Kill(-pid, syscall.SIGKILL)
		syscall.Kill(pid, syscall.SIGKILL)
	})
}

// Stop ends a program that has exceeded a limit. A traced program is paused, so that it cannot
// allocate more, and gets SIGABRT.
func (c *Process) Stop() {
	if !c.abortOnStop {
		c.Kill()
		return
	}
	c.withPID(func(pid int) {
		for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGABRT, syscall.SIGCONT} {
			syscall.Kill(pid, signal)
		}
	})
}

func (c *Process) CPU() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	// CPUCLOCK_SCHED of another process, see clock_getcpuclockid(3).
	clock := int32(^c.pid)<<3 | 2
	var ts unix.Timespec
	if !c.reaped && unix.ClockGettime(clock, &ts) == nil {
		c.cpuTime = time.Duration(ts.Nano())
	}
	return c.cpuTime
}

// withPID calls fn with the process ID unless the process was reaped.
func (c *Process) withPID(fn func(pid int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		fn(c.pid)
	}
}

// RunDelay returns how long the program's first thread has waited for a core, or 0 if unknown.
func (c *Process) RunDelay() (d time.Duration) {
	c.withPID(func(pid int) {
		text, _ := os.ReadFile(procFile(pid, "schedstat"))
		if f := bytes.Fields(text); len(f) > 1 {
			n, _ := strconv.ParseInt(string(f[1]), 10, 64)
			d = time.Duration(n)
		}
	})
	return d
}

// IsBusy reports whether a thread is running or waiting for a core or a disk. A process without
// live threads is exiting and counts as busy.
func (c *Process) IsBusy() (busy bool) {
	c.withPID(func(pid int) {
		var states []byte
		for _, id := range threads(pid) {
			if fields := statFields(procFile(pid, "task", strconv.Itoa(id), "stat")); len(fields) > 0 {
				states = append(states, fields[0]...)
			}
		}
		busy = bytes.ContainsAny(states, "RD") || len(bytes.Trim(states, "ZX")) == 0
	})
	return busy
}

// Usage returns the memory in bytes and the number of threads. Memory includes page tables, which
// the kernel does not limit.
func (c *Process) Usage() (memory int64, threads int) {
	c.withPID(func(pid int) {
		_, text := liveFolderAndStatus(pid)
		memory = (statusField(text, "VmRSS:") + statusField(text, "VmPTE:")) << 10
		threads = int(statusField(text, "Threads:"))
	})
	return memory, threads
}

func (c *Process) LimitOpenFiles(maxFiles int) {
	c.withPID(func(pid int) {
		limit := unix.Rlimit{Cur: uint64(maxFiles), Max: uint64(maxFiles)}
		_ = unix.Prlimit(pid, unix.RLIMIT_NOFILE, &limit, nil) // errors are ignored, because the sandbox sets its own limit
	})
}

func (c *Process) Measure(u *Usage) {
	c.withPID(func(pid int) {
		folder, text := liveFolderAndStatus(pid)
		u.Memory = max(u.Memory, statusField(text, "VmHWM:")<<10)
		u.AddressSpace = max(u.AddressSpace, statusField(text, "VmPeak:")<<10)
		u.Threads = max(u.Threads, int(statusField(text, "Threads:")))
		children, _ := os.ReadFile(procFile(pid, "task", strconv.Itoa(pid), "children"))
		u.Processes = max(u.Processes, len(bytes.Fields(children)))
		for _, fd := range numbersIn(folder + "/fd") {
			name, _ := os.Readlink(folder + "/fd/" + strconv.Itoa(fd))
			if c.IsSingleProcess && u.OpenFile == "" && strings.HasPrefix(name, "/") {
				u.OpenFile = sanitize.Line(name)
			}
		}
	})
}

// IsOutOfResources reports whether err means that processes, memory or descriptors ran out.
func IsOutOfResources(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE)
}

// runningPrograms holds the running programs. As a subreaper, this process adopts their orphaned
// processes and identifies them by session.
var runningPrograms = struct {
	sync.Mutex
	isSubreaper bool // whether this process is a subreaper
	players     map[int]bool
}{players: map[int]bool{}}

func (c *Process) forkExec(argv []string, attr *syscall.ProcAttr) (err error) {
	runningPrograms.Lock()
	defer runningPrograms.Unlock()
	if !runningPrograms.isSubreaper {
		runningPrograms.isSubreaper = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
	}
	// os.Executable may name a file that replaced this binary.
	if c.pid, err = syscall.ForkExec("/proc/self/exe", argv, attr); err == nil {
		runningPrograms.players[c.pid] = true
	}
	return err
}

func killOrphans() {
	runningPrograms.Lock()
	defer runningPrograms.Unlock()
	for range 1000 {
		pids := orphans()
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range pids {
			wait(pid, nil, nil)
		}
	}
}

// orphans returns the adopted processes whose original program has ended.
func orphans() (list []int) {
	self := os.Getpid()
	ours, _ := unix.Getsid(0)
	for _, pid := range processes() {
		parent, session := parentAndSession(pid)
		if parent == self && session != ours && !runningPrograms.players[pid] && !runningPrograms.players[session] {
			list = append(list, pid)
		}
	}
	return list
}
