package sandbox

import (
	"fmt"
	"math"
	"time"

	"game-tui/ai/process/resolve"

	"game-tui/ai/process/sandbox/launch"
	"game-tui/sim"
)

// A Plan contains the launcher's instructions, environment and inherited files.
type Plan struct {
	launch.Plan
	env         []string
	files       []*resolve.PinnedFile
	abortOnStop bool // whether Stop sends SIGABRT
}

// extraCPU raises the kernel's CPU limit to cover a program's start. That limit is only a backstop.
const extraCPU = 2 * time.Second

// playerPlan returns the plan for a player. Files that a player could replace are passed as
// descriptors.
func playerPlan(prog *resolve.Program, o Options) *Plan {
	p := &Plan{Plan: launch.Plan{Path: prog.Path, Argv: prog.Argv}, env: environment(o.Mode), abortOnStop: o.Traced}
	p.MultiThreaded = prog.Interpreter != ""
	if prog.Dir != nil {
		p.Dir = p.inheritFile(prog.Dir)
	}
	if l := o.Limits; !l.Unlimited {
		p.CPU = uint64(math.Ceil((l.CPU + extraCPU).Seconds()))
		if !o.Traced {
			p.Memory, p.AddressSpace = uint64(max(l.Memory, 0)), uint64(max(l.AddressSpace, 0))
		}
		p.Stack = uint64(max(l.Stack, 0))
		p.FileSize, p.Processes = uint64(max(l.FileSize, 0)), uint64(max(l.Processes, 0))
	}
	if o.Mode == Off {
		return p
	}
	p.UseLandlock = launch.LandlockABI() > 0
	p.UseSeccomp = launch.HasSeccomp()
	p.File = p.inheritFile(prog.File)
	for _, f := range prog.Readable {
		p.Readable = append(p.Readable, p.inheritFile(f))
	}
	if prog.Folder != "" && prog.Interpreter != "" {
		// Scripts may execute programs in their folder. This adds no permissions, because the
		// dynamic loader can run any readable program.
		p.Executable = append(p.Executable, p.inheritFile(prog.Dir))
	}
	p.Libraries = resolve.SystemLibraryDirs
	if prog.Interpreter != "" {
		p.Readable = append(p.Readable, "/usr/share", "/usr/local/share", "/etc/localtime", "/etc/ssl/openssl.cnf")
	}
	return p
}

// inheritFile lets the launcher inherit f and returns f's path in the launcher.
func (p *Plan) inheritFile(f *resolve.PinnedFile) string {
	p.files = append(p.files, f)
	return fmt.Sprint("/proc/self/fd/", 2+len(p.files)) // the first three descriptors are pipes
}

// CompilerPlan returns the plan for a compiler that may write to dir and execute files at or below
// the paths in executable.
func CompilerPlan(prog *resolve.Program, budget Budget, dir string, executable, env []string) (p *Plan, err error) {
	if prog.Dir, err = prog.Keep(resolve.Pin(dir)); err != nil {
		return nil, err
	}
	p = playerPlan(prog, Options{Limits: sim.Limits{CPU: budget.CPU, Memory: budget.Memory}, Mode: Require})
	p.Role = launch.Compiler
	for _, path := range executable {
		if f, err := prog.Keep(resolve.Pin(path)); err == nil {
			p.Executable = append(p.Executable, p.inheritFile(f))
		}
	}
	p.Readable = append(p.Readable, "/usr/include", "/usr/local/include", "/usr/share/go")
	p.env = env
	return p, nil
}

func ValgrindPlan(launcher, memcheck, file string, budget Budget) (p *Plan, release func(), err error) {
	prog := &resolve.Program{Path: memcheck}
	prog.Argv = []string{memcheck, "--quiet", "--vgdb=no", "--track-origins=yes", file}
	f, err := prog.Keep(resolve.Pin(file))
	if err == nil {
		err = prog.PinPath()
	}
	if err != nil {
		prog.Release()
		return nil, nil, err
	}
	prog.Readable = append(prog.Readable, f)
	p = playerPlan(prog, Options{Limits: sim.Limits{CPU: budget.CPU, Memory: budget.Memory}, Mode: Require})
	p.Role = launch.Valgrind
	p.Readable = append(append(p.Readable, resolve.SystemLibraryDirs...), "/etc/ld.so.cache", "/proc/self/maps")
	p.env = []string{"VALGRIND_LAUNCHER=" + launcher}
	return p, prog.Release, nil
}
