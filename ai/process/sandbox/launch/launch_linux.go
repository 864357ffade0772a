// Package launch makes this binary the launcher of players: started again with
// word and a Plan, it lowers its limits, closes a sandbox around itself and
// becomes the player.
//
// It does so in its initialization, so every program that imports it can launch. A package is initialized when all that
// it imports is; of several, the one with the first path comes first. This package imports neither os nor fmt, nor a
// package that does, so the packages that need those come after it. They would double the time of each start of a player.
package launch

import (
	"cmp"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Plan is what the launcher does before it becomes the player. What names could
// be changed by others is given as descriptors, which the launcher has inherited
// open; the player does not get them.
type Plan struct {
	Path string
	Argv []string
	Dir  int // descriptor of the folder where it runs; 0 where this process does

	CPU    uint64 // whole seconds, a backstop should the engine end; 0 no limit
	Memory uint64 // bytes that it may hold, the stack included; 0 no limit

	// Limits of a judge, 0 where there is none: bytes that are mapped, in place of Memory; of the stack; and of
	// a file where any is written; and processes.
	AddressSpace uint64
	Stack        uint64
	FileSize     uint64
	Processes    uint64

	Landlock  bool
	File      int      // descriptor of the file at Path, to execute and read
	Read      []int    // descriptors of files and folders to read
	System    []string // the system's files and folders, to read
	Libraries []string // the system's, to read where the player needs any

	Seccomp    bool
	Role       Role
	Executable []int // descriptors of more files and folders to execute and read
	// Threads says that the player is an interpreter, which may start some, whose stacks are as
	// large as the player's: it is given a small one. It gives no rights.
	Threads bool
}

// Needed reports whether there is anything to do before the player is executed.
func (p *Plan) Needed() bool {
	return p.Landlock || p.Seccomp || p.CPU > 0 || p.Memory > 0 || p.AddressSpace > 0 || p.Stack > 0 || p.FileSize > 0 || p.Processes > 0 || p.Dir != 0
}

func init() {
	args, err := commandLine()
	if err == nil && (len(args) < 2 || args[1] != word) {
		return
	}
	var p *Plan
	if err == nil {
		p, err = parsePlan(args[2:])
	}
	if err == nil {
		err = p.become()
	}
	_, _ = syscall.Write(2, []byte("game-tui: cannot start the player: "+err.Error()+"\n"))
	syscall.Exit(126)
}

// become applies the plan from the outside in and executes the player; it
// returns only when that fails.
func (p *Plan) become() error {
	runtime.LockOSThread() // what closes holds for its thread, which is the one that executes
	runtime.GOMAXPROCS(1)  // no thread is to be made while this one executes
	if err := p.limit(); err != nil {
		return err
	}
	if p.Dir != 0 {
		unix.CloseOnExec(p.Dir)
		// Not before: this program must not be loaded among a player's files.
		if err := unix.Fchdir(p.Dir); err != nil {
			return err
		}
	}
	if p.Landlock || p.Seccomp {
		if err := closeInherited(); err != nil {
			return err
		}
		loader, err := p.image()
		if err != nil {
			return err
		}
		if p.Landlock {
			err = p.lock(loader)
		}
		if err == nil {
			err = setLimit(unix.RLIMIT_NOFILE, openFiles) // this process may have been given more
		}
		if err != nil {
			return err
		}
	}
	last, err := p.lastCalls()
	if err != nil {
		return err
	}
	return wrap(p.Path, last.make())
}

// lastCalls are the arguments of the last system calls before the player runs.
// The memory limit holds for this process too, which has reserved more than many
// a player may have, so nothing is allocated any more between them.
type lastCalls struct {
	path      *byte
	argv, env []*byte
	limits    []lastLimit
	filter    *unix.SockFprog // nil: no filter
}

type lastLimit struct {
	what uintptr
	most *unix.Rlimit
}

func (p *Plan) lastCalls() (l *lastCalls, err error) {
	l = &lastCalls{}
	if l.path, err = syscall.BytePtrFromString(p.Path); err != nil {
		return nil, err
	}
	if l.argv, err = syscall.SlicePtrFromStrings(p.Argv); err != nil {
		return nil, err
	}
	if l.env, err = syscall.SlicePtrFromStrings(syscall.Environ()); err != nil {
		return nil, err
	}
	stack := p.stack()
	switch {
	case p.AddressSpace > 0:
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_AS, lower(unix.RLIMIT_AS, p.AddressSpace)})
	case p.Memory > 0:
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_DATA, lower(unix.RLIMIT_DATA, p.Memory-stack+Untouched)})
	}
	if p.Processes > 0 {
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_NPROC, lower(unix.RLIMIT_NPROC, p.Processes)})
	}
	if stack > 0 {
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_STACK, lower(unix.RLIMIT_STACK, stack)})
	}
	if p.Seccomp {
		calls, err := assembleFilter(syscall.Getpid(), p.Role)
		if err != nil {
			return nil, err
		}
		l.filter = &unix.SockFprog{Len: uint16(len(calls)), Filter: &calls[0]}
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return nil, wrap("seccomp", err)
		}
	}
	return l, nil
}

// make makes the calls; it returns only when one fails.
func (l *lastCalls) make() syscall.Errno {
	for _, limit := range l.limits {
		if _, _, e := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, limit.what, uintptr(unsafe.Pointer(limit.most)), 0, 0, 0); e != 0 {
			return e
		}
	}
	if l.filter != nil {
		_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(l.filter)))
		if e != 0 {
			return e
		}
	}
	_, _, e := unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(l.path)),
		uintptr(unsafe.Pointer(&l.argv[0])), uintptr(unsafe.Pointer(&l.env[0])))
	return e
}

// closeInherited lets go of files that whoever started this program has left
// open: the player is to have its three pipes only. They are marked rather than
// closed, for the runtime has some of its own.
func closeInherited() error {
	const first = 3
	fd, err := unix.Open("/proc/self/fd", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return wrap("/proc/self/fd", err)
	}
	defer unix.Close(fd)
	buf := make([]byte, 4096)
	for {
		n, err := unix.ReadDirent(fd, buf)
		if err != nil || n == 0 {
			return err
		}
		_, _, names := unix.ParseDirent(buf[:n], -1, nil)
		for _, name := range names {
			if fd, err := strconv.Atoi(name); err == nil && fd >= first {
				unix.CloseOnExec(fd)
			}
		}
	}
}

// limit sets the limits that this process itself can live with.
func (p *Plan) limit() error {
	if p.CPU > 0 {
		if err := setLimit(unix.RLIMIT_CPU, p.CPU); err != nil {
			return wrap("limit the processor time", err)
		}
	}
	limits := map[int]uint64{}
	if p.Landlock || p.Seccomp {
		// The system counts pending signals for all processes of the user.
		limits = map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: p.Role.fileSize(), unix.RLIMIT_SIGPENDING: 0}
	} else if p.FileSize > 0 {
		limits = map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: p.FileSize}
	}
	for what, most := range limits {
		if err := setLimit(what, most); err != nil {
			return wrap("set limits", err)
		}
	}
	return nil
}

// Untouched is how many bytes a program may map beyond Plan.Memory. RLIMIT_DATA counts writable mappings that were never touched:
// the runtime of Go maps about 40 MiB of tables and heap that it does not use. The monitor of package process ends a
// program that holds more than its memory; this limit only bounds what it can take before that.
const Untouched = 64 << 20

// openFiles is how many descriptors a program in the sandbox may have. Each can hold memory of the system, such as the
// buffer of a pipe.
const openFiles = 64

// The largest stacks that are given. A program with threads has one of this size
// for each, so they are what threads have by default.
const (
	maxStack       = 64 << 20
	maxThreadStack = 8 << 20
)

// stack is the size of the player's stack: what this process may have, or the judge gives, but no
// more than goes well with its memory, of which it is a part. 0: it stays what it is.
func (p *Plan) stack() uint64 {
	var old unix.Rlimit
	most := cmp.Or(p.Stack, maxStack)
	if p.Threads {
		most = min(most, maxThreadStack)
	}
	if p.Stack == 0 && unix.Getrlimit(unix.RLIMIT_STACK, &old) == nil {
		most = min(most, old.Cur)
	}
	switch {
	case p.AddressSpace > 0 && p.Stack > 0: // which it is a part of as well
		return most
	case p.Memory > 0:
		return min(most, p.Memory/4)
	}
	return p.Stack
}

// setLimit lowers a limit for good.
func setLimit(what int, most uint64) error { return unix.Setrlimit(what, lower(what, most)) }

// lower is a limit of at most most; one that is lower already stays.
func lower(what int, most uint64) *unix.Rlimit {
	var old unix.Rlimit
	if unix.Getrlimit(what, &old) == nil {
		most = min(most, old.Max)
	}
	return &unix.Rlimit{Cur: most, Max: most}
}

// lock leaves the player's files and nothing else: no file may be written (but where a compiler
// does), no connection made, no signal sent to others. The player is executed by its name
// afterwards: a name that leads to anything else by then is refused as well.
func (p *Plan) lock(loader string) error {
	rules, err := newRuleset()
	if err != nil {
		return err
	}
	run := func(fd int) error { return rules.allow(fd, readFile|execute) }
	if err := run(p.File); err != nil {
		return err
	}
	if loader != "" {
		if err := allowPath(loader, run); err != nil {
			return err
		}
	}
	for _, fd := range p.Executable {
		if err := rules.allowFile(fd, readFile|execute, readDir); err != nil {
			return err
		}
	}
	if p.Role == Compiler {
		if err := allowPath("/dev/null", func(fd int) error { return rules.allow(fd, readFile|writeFile) }); err != nil {
			return err
		}
		if err := rules.allow(p.Dir, writeBelow&ruled(LandlockABI()).Handled_access_fs); err != nil {
			return err
		}
	}
	for _, fd := range p.Read {
		if err := rules.allowRead(fd); err != nil {
			return err
		}
	}
	for _, path := range p.System {
		if err := allowPath(path, rules.allowRead); err != nil {
			return err
		}
	}
	return rules.enforce()
}
