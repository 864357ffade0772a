// Package launch sets up the sandbox and executes a player in it, if this binary was started with
// the arguments of a [Plan].
//
// It does so in an init function, so importing the package is enough. It imports neither os nor
// fmt, even indirectly. Go therefore initialises it before packages that do, which halves a
// player's start time.
package launch

import (
	"cmp"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Plan contains the launcher's instructions. Files that could be replaced are given as paths
// below /proc/self/fd.
type Plan struct {
	Path string
	Argv []string
	Dir  string // working directory; empty for the current one

	CPU    uint64 // processor time in seconds, or 0 for no limit
	Memory uint64 // bytes including the stack, or 0 for no limit

	// Limits of an online judge, or 0. AddressSpace takes precedence over Memory. FileSize is
	// ignored in a sandbox.
	AddressSpace uint64
	Stack        uint64
	FileSize     uint64
	Processes    uint64

	UseLandlock bool
	File        string
	Readable    []string // readable files and folders, which may be missing
	Libraries   []string // system libraries; ignored for static programs

	UseSeccomp bool
	Role       Role
	Executable []string
	// If MultiThreaded is set, the stack limit is lower, because every thread reserves that much.
	MultiThreaded bool
}

func init() {
	args, err := commandLine()
	if err == nil && (len(args) < 2 || args[1] != launchWord) {
		return
	}
	var p *Plan
	if err == nil {
		p, err = parsePlan(args[2:])
	}
	if err == nil {
		err = p.launch()
	}
	_, _ = syscall.Write(2, []byte("game-tui: cannot start the player: "+err.Error()+"\n"))
	syscall.Exit(126)
}

// launch applies the plan and executes the program. It returns only on failure.
func (p *Plan) launch() error {
	runtime.LockOSThread() // sandbox restrictions apply to one thread
	runtime.GOMAXPROCS(1)
	if err := p.setLimits(); err != nil {
		return err
	}
	if p.Dir != "" {
		// The folder changes only here, so that the system never searches the player's folder for
		// this binary.
		if err := unix.Chdir(p.Dir); err != nil {
			return wrap("change the folder", err)
		}
	}
	if p.UseLandlock || p.UseSeccomp {
		if err := closeInheritedOnExec(); err != nil {
			return err
		}
		loader, err := p.findLoader()
		if err != nil {
			return err
		}
		if p.UseLandlock {
			err = p.enforceLandlock(loader)
		}
		if err == nil {
			err = setLimit(unix.RLIMIT_NOFILE, maxOpenFiles)
		}
		if err != nil {
			return err
		}
	}
	return p.execute()
}

// execute sets the remaining limits and executes the program. It must not allocate memory once the
// memory limit is set.
func (p *Plan) execute() error {
	path, err := syscall.BytePtrFromString(p.Path)
	if err != nil {
		return err
	}
	argv, err := syscall.SlicePtrFromStrings(p.Argv)
	if err != nil {
		return err
	}
	env, err := syscall.SlicePtrFromStrings(syscall.Environ())
	if err != nil {
		return err
	}
	var seccomp *unix.SockFprog
	if p.UseSeccomp {
		calls := buildFilter(syscall.Getpid(), p.Role)
		seccomp = &unix.SockFprog{Len: uint16(len(calls)), Filter: &calls[0]}
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return wrap("seccomp", err)
		}
	}
	var e syscall.Errno
	for resource, most := range p.finalLimits() {
		if _, _, e = unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(resource), uintptr(unsafe.Pointer(most)), 0, 0, 0); e != 0 {
			return e
		}
	}
	if seccomp != nil {
		_, _, e = unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(seccomp)))
	}
	if e == 0 {
		_, _, e = unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(path)),
			uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])))
	}
	return wrap(p.Path, e)
}

func (p *Plan) finalLimits() map[int]*unix.Rlimit {
	limits := map[int]*unix.Rlimit{}
	stack := p.stackLimit()
	switch {
	case p.AddressSpace > 0:
		limits[unix.RLIMIT_AS] = cappedLimit(unix.RLIMIT_AS, p.AddressSpace)
	case p.Memory > 0:
		limits[unix.RLIMIT_DATA] = cappedLimit(unix.RLIMIT_DATA, p.Memory-stack+MappingAllowance)
	}
	if p.Processes > 0 {
		limits[unix.RLIMIT_NPROC] = cappedLimit(unix.RLIMIT_NPROC, p.Processes)
	}
	if stack > 0 {
		limits[unix.RLIMIT_STACK] = cappedLimit(unix.RLIMIT_STACK, stack)
	}
	return limits
}

// closeInheritedOnExec sets the close-on-exec flag of all open files except the three pipes.
func closeInheritedOnExec() error {
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

func (p *Plan) setLimits() error {
	limits := map[int]uint64{}
	if p.CPU > 0 {
		limits[unix.RLIMIT_CPU] = p.CPU
	}
	if p.UseLandlock || p.UseSeccomp {
		limits[unix.RLIMIT_CORE], limits[unix.RLIMIT_FSIZE] = 0, 0
		limits[unix.RLIMIT_SIGPENDING] = 0 // this limit counts signals of all the user's processes
		if p.Role == Compiler {
			limits[unix.RLIMIT_FSIZE] = MaxFileSize
		}
	} else if p.FileSize > 0 {
		limits[unix.RLIMIT_CORE], limits[unix.RLIMIT_FSIZE] = 0, p.FileSize
	}
	for resource, most := range limits {
		if err := setLimit(resource, most); err != nil {
			return wrap("set limits", err)
		}
	}
	return nil
}

// MappingAllowance is memory that a program may map beyond its memory limit, in bytes. Go programs need
// about 40 MiB.
const MappingAllowance = 64 << 20

// maxOpenFiles limits open descriptors, because they can hold kernel memory.
const maxOpenFiles = 64

const (
	maxStack       = 64 << 20
	maxThreadStack = 8 << 20
)

// stackLimit returns the stack limit, or 0 to keep the current one.
func (p *Plan) stackLimit() uint64 {
	var old unix.Rlimit
	most := cmp.Or(p.Stack, maxStack)
	if p.MultiThreaded {
		most = min(most, maxThreadStack)
	}
	if p.Stack == 0 && unix.Getrlimit(unix.RLIMIT_STACK, &old) == nil {
		most = min(most, old.Cur)
	}
	switch {
	case p.AddressSpace > 0 && p.Stack > 0:
		return most
	case p.Memory > 0:
		return min(most, p.Memory/4)
	}
	return p.Stack
}

func setLimit(resource int, value uint64) error {
	return unix.Setrlimit(resource, cappedLimit(resource, value))
}

// cappedLimit returns value or the current hard limit, whichever is lower.
func cappedLimit(resource int, value uint64) *unix.Rlimit {
	var old unix.Rlimit
	if unix.Getrlimit(resource, &old) == nil {
		value = min(value, old.Max)
	}
	return &unix.Rlimit{Cur: value, Max: value}
}

// enforceLandlock restricts this thread to the files in the plan. On newer kernels it also denies
// connections and signals.
func (p *Plan) enforceLandlock(loader string) error {
	rules, err := newRuleset()
	if err != nil {
		return err
	}
	for _, path := range append(p.Executable, p.File, loader) {
		if err := rules.allow(path, accessReadFile|accessExecute, accessReadDir); err != nil {
			return err
		}
	}
	if p.Role == Compiler {
		if err := rules.allow("/dev/null", accessReadFile|accessWriteFile, 0); err != nil {
			return err
		}
		if err := rules.allow(p.Dir, accessWriteDir&rulesetAttr(LandlockABI()).Handled_access_fs, 0); err != nil {
			return err
		}
	}
	for _, path := range p.Readable {
		if err := rules.allow(path, accessReadFile, accessReadDir); err != nil {
			return err
		}
	}
	return rules.enforce()
}
