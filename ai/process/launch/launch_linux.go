// Package launch makes this binary the launcher of players: started again with
// word and a Plan, it lowers its limits, closes a sandbox around itself and
// becomes the player.
//
// It does so in its initialization, so every program that imports it can launch,
// and before most other packages are initialized: one that a terminal program
// needs takes 20 ms of processor time for it, which every player would pay.
// For that this package imports little.
package launch

import (
	"cmp"
	"debug/elf"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"game-tui/sim/decode"
)

// word is the first argument of a launcher; the second one is a Plan.
const word = "__launch"

// maxArgument is the size of the longest argument that Linux passes on.
const maxArgument = 128 << 10

// Plan is what the launcher does before it becomes the player. What names could
// be changed by others is given as descriptors, which the launcher has inherited
// open; the player does not get them.
type Plan struct {
	Path string   `json:"path"`
	Argv []string `json:"argv"`
	Dir  int      `json:"dir,omitempty"` // descriptor of the folder where it runs; 0 where this process does

	CPU    uint64 `json:"cpu,omitempty"`    // whole seconds, a backstop should the engine end; 0 no limit
	Memory uint64 `json:"memory,omitempty"` // bytes that it may hold, the stack included; 0 no limit

	// Limits of a judge, 0 where there is none: bytes that are mapped, in place of Memory; of the stack; and of
	// a file where any is written; and processes.
	AddressSpace uint64 `json:"address_space,omitempty"`
	Stack        uint64 `json:"stack,omitempty"`
	FileSize     uint64 `json:"file_size,omitempty"`
	Processes    uint64 `json:"processes,omitempty"`

	Landlock  bool     `json:"landlock,omitempty"`
	File      int      `json:"file,omitempty"`      // descriptor of the file at Path, to execute and read
	Read      []int    `json:"read,omitempty"`      // descriptors of files and folders to read
	System    []string `json:"system,omitempty"`    // the system's files and folders, to read
	Libraries []string `json:"libraries,omitempty"` // the system's, to read where the player needs any

	Seccomp bool  `json:"seccomp,omitempty"`
	Role    Role  `json:"role,omitempty"`
	Run     []int `json:"run,omitempty"` // descriptors of more files and folders to execute and read
	// Threads says that the player is an interpreter, which may start some, whose stacks are as
	// large as the player's: it is given a small one. It gives no rights.
	Threads bool `json:"threads,omitempty"`
}

// Needed reports whether there is anything to do before the player is executed.
func (p *Plan) Needed() bool {
	return p.Landlock || p.Seccomp || p.CPU > 0 || p.Memory > 0 || p.AddressSpace > 0 || p.Stack > 0 || p.FileSize > 0 || p.Processes > 0 || p.Dir != 0
}

// Arguments are those of the launcher, its own name first.
func (p *Plan) Arguments() []string {
	text, _ := json.Marshal(p) // strings and numbers always marshal
	return []string{"game-tui", word, string(text)}
}

func init() {
	if len(os.Args) != 3 || os.Args[1] != word {
		return
	}
	p, err := decode.JSON[Plan]([]byte(os.Args[2]), maxArgument)
	if err == nil {
		err = p.become()
	}
	fmt.Fprintln(os.Stderr, "game-tui: cannot start the player:", err)
	os.Exit(126)
}

// become applies the plan from the outside in and executes the player; it
// returns only when that fails.
func (p *Plan) become() error {
	runtime.LockOSThread() // what closes holds for its thread, which is the one that executes
	runtime.GOMAXPROCS(1)  // no thread is to be made while this one executes
	debug.SetGCPercent(-1)
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
	return fmt.Errorf("%s: %w", p.Path, last.make())
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
	if l.env, err = syscall.SlicePtrFromStrings(os.Environ()); err != nil {
		return nil, err
	}
	stack := p.stack()
	switch {
	case p.AddressSpace > 0:
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_AS, lower(unix.RLIMIT_AS, p.AddressSpace)})
	case p.Memory > 0:
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_DATA, lower(unix.RLIMIT_DATA, p.Memory-stack+untouched)})
	}
	if p.Processes > 0 {
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_NPROC, lower(unix.RLIMIT_NPROC, p.Processes)})
	}
	if stack > 0 {
		l.limits = append(l.limits, lastLimit{unix.RLIMIT_STACK, lower(unix.RLIMIT_STACK, stack)})
	}
	if p.Seccomp {
		calls, err := assembleFilter(os.Getpid(), p.Role)
		if err != nil {
			return nil, err
		}
		l.filter = &unix.SockFprog{Len: uint16(len(calls)), Filter: (*unix.SockFilter)(unsafe.Pointer(&calls[0]))}
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return nil, fmt.Errorf("seccomp: %w", err)
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
	list, err := os.ReadDir("/proc/self/fd")
	for _, f := range list {
		if fd, err := strconv.Atoi(f.Name()); err == nil && fd >= first {
			unix.CloseOnExec(fd)
		}
	}
	return err
}

// limit sets the limits that this process itself can live with.
func (p *Plan) limit() error {
	if p.CPU > 0 {
		if err := setLimit(unix.RLIMIT_CPU, p.CPU); err != nil {
			return fmt.Errorf("limit the processor time: %w", err)
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
			return fmt.Errorf("set limits: %w", err)
		}
	}
	return nil
}

// untouched is how many bytes a program may map beyond Memory. RLIMIT_DATA counts writable mappings that were never touched:
// the runtime of Go maps about 40 MiB of tables and heap that it does not use. The monitor of package process ends a
// program that holds more than its memory; this limit only bounds what it can take before that.
const untouched = 64 << 20

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
	for _, fd := range p.Run {
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

// Files that the loader of any program of this system may read.
var loaderFiles = []string{"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom"}

// image allows what the player's file needs to be loaded: nothing when it is
// static, else the system's libraries, and the loader, which it returns. Where else the file wants to
// be loaded from gives it nothing. The file may be made to harm its reader, so
// the launcher does.
func (p *Plan) image() (loader string, err error) {
	f, err := elf.Open("/proc/self/fd/" + strconv.Itoa(p.File)) // whatever its name leads to by now
	if err != nil {
		return "", fmt.Errorf("%s: truncated or invalid executable: %w", p.Path, err)
	}
	defer f.Close()
	loader = loaderOf(f)
	if loader == "" {
		return "", nil
	}
	real, err := filepath.EvalSymlinks(loader)
	if err != nil || !p.isLoader(real) {
		return "", fmt.Errorf("its loader %q is none of this system's", loader)
	}
	p.System = append(p.System, p.Libraries...)
	p.System = append(p.System, loaderFiles...)
	return real, nil
}

// loaderOf returns the loader that a program names, or "" if it needs none.
func loaderOf(f *elf.File) (path string) {
	for _, prog := range f.Progs {
		if prog.Type == elf.PT_INTERP && prog.Filesz < 4096 {
			b := make([]byte, prog.Filesz)
			if _, err := prog.ReadAt(b, 0); err == nil {
				path = strings.TrimRight(string(b), "\x00")
			}
		}
	}
	return path
}

// isLoader says whether a path without links is a loader in a folder of the
// system's libraries.
func (p *Plan) isLoader(path string) bool {
	return strings.HasPrefix(filepath.Base(path), "ld") &&
		slices.ContainsFunc(p.Libraries, func(dir string) bool { return strings.HasPrefix(path, dir+"/") })
}
