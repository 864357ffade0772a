package launch

import (
	"fmt"
	"os"
	"runtime"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// become applies the plan from the outside in and executes the player; it
// returns only when that fails.
func (p *Plan) become() error {
	runtime.LockOSThread() // a filter holds for its thread, which is the one that executes
	if err := p.limit(); err != nil {
		return err
	}
	if p.Landlock {
		if err := p.lock(); err != nil {
			return err
		}
	}
	var calls []bpf.RawInstruction
	if p.Seccomp {
		var err error
		if calls, err = assembleFilter(os.Getpid(), p.Threads); err != nil {
			return err
		}
	}
	// Late, for it holds for this process too, which has reserved more than a player needs.
	if p.Memory > 0 {
		if err := setLimit(unix.RLIMIT_DATA, p.Memory); err != nil {
			return fmt.Errorf("limit the memory: %w", err)
		}
	}
	if calls != nil {
		if err := loadFilter(calls); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s: %w", p.Path, syscall.Exec(p.Path, p.Argv, os.Environ()))
}

// limit sets the limits that this process itself can live with.
func (p *Plan) limit() error {
	if p.CPU > 0 {
		if err := setLimit(unix.RLIMIT_CPU, p.CPU); err != nil {
			return fmt.Errorf("limit the processor time: %w", err)
		}
	}
	if !p.Landlock && !p.Seccomp {
		return nil
	}
	for _, l := range []struct {
		what int
		most uint64
	}{{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_FSIZE, 0}, {unix.RLIMIT_NOFILE, 64}} {
		if err := setLimit(l.what, l.most); err != nil {
			return fmt.Errorf("set limits: %w", err)
		}
	}
	return nil
}

// setLimit lowers a limit for good; one that is lower already stays.
func setLimit(what int, most uint64) error {
	var old unix.Rlimit
	if unix.Getrlimit(what, &old) == nil {
		most = min(most, old.Max)
	}
	return unix.Setrlimit(what, &unix.Rlimit{Cur: most, Max: most})
}

// lock leaves the player's files and nothing else: no file may be written, no
// connection made, no signal sent to others.
func (p *Plan) lock() error {
	const (
		readFile = landlock.AccessFSSet(ll.AccessFSReadFile)
		readDir  = landlock.AccessFSSet(ll.AccessFSReadDir)
		execute  = landlock.AccessFSSet(ll.AccessFSExecute)
	)
	var rules []landlock.Rule
	for _, path := range p.Exec {
		rules = append(rules, landlock.PathAccess(readFile|execute, path))
	}
	for _, path := range p.Read {
		info, err := os.Stat(path)
		if err != nil {
			continue // not on this system
		}
		access := readFile
		if info.IsDir() {
			access |= readDir
		}
		rules = append(rules, landlock.PathAccess(access, path).IgnoreIfMissing())
	}
	if err := landlock.V11.BestEffort().Restrict(rules...); err != nil {
		return fmt.Errorf("landlock: %w", err)
	}
	return nil
}

// LandlockABI is the version of Landlock that the kernel offers, 0 none.
func LandlockABI() int {
	v, err := ll.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return max(v, 0)
}
