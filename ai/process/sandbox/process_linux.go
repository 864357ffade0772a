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

	"game-tui/ai/process/resolve"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/sandbox/launch"
	"game-tui/sim"
	"game-tui/sim/clean"
)

// HasCPUClock says that the processor time of a player is measured.
const HasCPUClock = true

// The kernel kills a child with Pdeathsig when the thread that started it ends,
// so all are started by one thread that never does.
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

// spawn starts the program of a player.
func Start(prog *resolve.Program, o Options) (*Process, error) { return playerPlan(prog, o).Start() }

// spawn starts a program in a session of its own: it has no terminal, and a
// signal to its group reaches all that stay in it.
func (plan *Plan) Start() (*Process, error) {
	c := &Process{exited: make(chan struct{}), aborts: plan.aborts, SingleProcess: plan.Seccomp && plan.Role != launch.Compiler}
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
	name, argv := plan.command()
	done := make(chan error)
	startingThread() <- func() { done <- c.forkExec(name, argv, attr) }
	if err := <-done; err != nil {
		c.closePipes()
		return nil, fmt.Errorf("%s: %w", plan.Path, err)
	}
	// The system counts the program's peak from before it is executed, when it
	// still has our memory: a peak that is no higher than ours says nothing. Ours is
	// read afterwards, for it may have grown until then.
	var ours syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &ours); err == nil {
		c.inheritedPeak = ours.Maxrss << 10
	}
	go c.reap()
	return c, nil
}

// mappable returns how much memory a program may map.
func MaxMapped(l sim.Limits) int64 { return cmp.Or(l.AddressSpace, l.Memory+launch.Untouched) }

// sockets connects the program by sockets, and returns its ends of them. A source that includes /proc/self/fd/2 would open a
// pipe for reading and wait for ever; sockets cannot be opened.
func (c *Process) openSockets() (theirs [3]*os.File, err error) {
	var ours [3]*os.File
	for i := range theirs {
		ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		if err != nil {
			closeFiles(append(ours[:i], theirs[:i]...))
			return theirs, err
		}
		_ = unix.SetNonblock(ends[0], true) // so that deadlines hold; it cannot fail
		ours[i], theirs[i] = os.NewFile(uintptr(ends[0]), "socket"), os.NewFile(uintptr(ends[1]), "socket")
	}
	c.Stdin, c.outPipe, c.errPipe = ours[0], ours[1], ours[2]
	return theirs, nil
}

// reap waits for the program's end. It looks before it reaps, so that its group
// is killed while nobody else can have its number.
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
	family.Lock()
	delete(family.players, c.pid)
	family.Unlock()
	c.finish()
}

// wait reaps a process.
func wait(pid int, ws *syscall.WaitStatus, ru *syscall.Rusage) {
	for {
		if _, err := syscall.Wait4(pid, ws, 0, ru); err != syscall.EINTR {
			return
		}
	}
}

// kill ends the program and what is in its group.
func (c *Process) Kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		syscall.Kill(-c.pid, syscall.SIGKILL)
		syscall.Kill(c.pid, syscall.SIGKILL)
	}
}

// stop ends a program that has exceeded a limit. A traced program gets SIGABRT instead, so that it can print where it is.
// It is stopped first, so that it cannot allocate meanwhile.
func (c *Process) Stop() {
	if !c.aborts {
		c.Kill()
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGABRT, syscall.SIGCONT} {
			syscall.Kill(c.pid, signal)
		}
	}
}

// cpu reads the program's processor time: all of its threads, to the
// nanosecond, while it runs.
func (c *Process) CPU() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		return c.cpuTime
	}
	// CPUCLOCK_SCHED of another process, as clock_getcpuclockid makes it.
	clock := int32(^c.pid)<<3 | 2
	var ts unix.Timespec
	if unix.ClockGettime(clock, &ts) != nil {
		return c.cpuTime
	}
	c.cpuTime = time.Duration(ts.Nano())
	return c.cpuTime
}

// withPID calls read with the id of the process, unless it is gone: its id may belong to another one by then.
func (c *Process) withPID(read func(pid int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		read(c.pid)
	}
}

// delayed returns how long the first thread of the program was ready to run and had no core, or 0 where the system does
// not count that.
func (c *Process) RunDelay() (d time.Duration) {
	c.withPID(func(pid int) { d = runDelay(pid) })
	return d
}

// busy reports whether the program runs, waits for a core or a disk, or is exiting.
func (c *Process) IsBusy() (busy bool) {
	c.withPID(func(pid int) { busy = isBusy(pid) })
	return busy
}

// usage returns the program's memory in bytes and its number of threads. Page tables count: a program can make them
// large without touching a page, and no limit of the system covers them.
func (c *Process) Usage() (memory int64, threads int) {
	c.withPID(func(pid int) {
		_, text := liveFolder(pid)
		memory = (statusField(text, "VmRSS:") + statusField(text, "VmPTE:")) << 10
		threads = int(statusField(text, "Threads:"))
	})
	return memory, threads
}

// LimitFiles limits the files that the program has open from now on, by their numbers: what it has open
// stays, such as the copies of its pipes that the adapter of the kits makes.
func (c *Process) LimitFiles(most int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		limit := unix.Rlimit{Cur: uint64(most), Max: uint64(most)}
		_ = unix.Prlimit(c.pid, unix.RLIMIT_NOFILE, &limit, nil) // the sandbox has a limit of its own
	}
}

// measure notes what the program takes now, and has taken at most.
func (c *Process) Measure(u *Usage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		return
	}
	folder, text := liveFolder(c.pid) // what is missing is unknown
	u.Memory = max(u.Memory, statusField(text, "VmHWM:")<<10)
	u.AddressSpace = max(u.AddressSpace, statusField(text, "VmPeak:")<<10)
	u.Threads = max(u.Threads, int(statusField(text, "Threads:")))
	children, _ := os.ReadFile(procFile(c.pid, "task", strconv.Itoa(c.pid), "children"))
	u.Processes = max(u.Processes, len(bytes.Fields(children)))
	if !c.SingleProcess {
		return // it may have inherited files
	}
	files, _ := os.ReadDir(folder + "/fd")
	for _, f := range files {
		if name, _ := os.Readlink(folder + "/fd/" + f.Name()); u.File == "" && strings.HasPrefix(name, "/") {
			u.File = clean.Line(name)
		}
	}
}

// IsOutOfResources reports whether an error means that the system has no process, memory or
// descriptors left.
func IsOutOfResources(err error) bool {
	return errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.ENOMEM) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE)
}

// family knows the players that run. Processes that a player started and left
// behind come to this process, as their subreaper: family tells them apart from its
// own children by their session, since whatever a player starts is in the
// player's session or in a newer one.
var family = struct {
	sync.Mutex
	adopts  bool // this process is a subreaper
	players map[int]bool
}{players: map[int]bool{}}

// start starts a player and notes it, as one step.
func (c *Process) forkExec(name string, argv []string, attr *syscall.ProcAttr) error {
	family.Lock()
	defer family.Unlock()
	if !family.adopts {
		family.adopts = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
	}
	pid, err := syscall.ForkExec(name, argv, attr)
	if err != nil {
		return err
	}
	c.pid = pid
	family.players[pid] = true
	return nil
}

// sweep ends what players that are gone have left behind. A player that cannot
// start processes has left nothing. It kills strays until there are none: each may leave others in turn.
func (c *Process) KillStrays() {
	if c.SingleProcess {
		return
	}
	family.Lock()
	defer family.Unlock()
	for range 1000 {
		strays := strays()
		if len(strays) == 0 {
			return
		}
		for _, pid := range strays {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range strays {
			wait(pid, nil, nil)
		}
	}
}

// strays lists the children of this process that some player has left.
func strays() (list []int) {
	for pid, session := range foreignChildren() {
		if !family.players[pid] && !family.players[session] {
			list = append(list, pid)
		}
	}
	return list
}

// foreignChildren lists the children of this process that live in another
// session: players that run, and what players have left.
func foreignChildren() map[int]int {
	sessions := map[int]int{} // by process
	self := os.Getpid()
	session, _ := unix.Getsid(0)
	for _, pid := range processes() {
		if parent, other := parentAndSession(pid); parent == self && other != session {
			sessions[pid] = other
		}
	}
	return sessions
}
