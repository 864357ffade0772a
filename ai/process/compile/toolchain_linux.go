package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"golang.org/x/sys/unix"
)

// execute runs a compiler in a folder, in the sandbox, and waits for its end. log gets what it prints.
func execute(ctx context.Context, budget sandbox.Budget, dir *os.Root, argv []string, log *process.Log) error {
	prog, run, err := findTool(argv)
	if err != nil {
		return err
	}
	defer prog.Release()
	plan, err := sandbox.CompilerPlan(prog, budget, dir.Name(), run, compilerEnv(dir.Name(), prog.Folder, budget))
	if err != nil {
		return err
	}
	return plan.Run(ctx, sandbox.Execution{Budget: budget, Dir: dir, Stderr: log})
}

// lock waits until no other program, and no other goroutine, holds the lock of an entry, and returns a function that
// unlocks it. If ctx ends, the wait takes longer than patience, as for a program that was stopped, or the file system has
// no locks, it returns without the lock: then several may do the same.
func (s compiledStore) lock(ctx context.Context, name string, patience time.Duration) (unlock func()) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f, err := os.OpenFile(filepath.Join(s.dir, "lock-"+name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return func() {}
	}
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) || ctx.Err() != nil {
			f.Close()
			return func() {} // the file belongs to the program that has the lock
		}
		time.Sleep(50 * time.Millisecond)
	}
	return func() {
		_ = os.Remove(f.Name()) // those who wait for this one find the entry
		f.Close()
	}
}

// findTool finds a compiler by its name, and the files and folders from which it starts others.
func findTool(argv []string) (prog *resolve.Program, run []string, err error) {
	path, err := resolve.LookRealPath(argv[0])
	if err != nil {
		return nil, nil, err
	}
	prog = &resolve.Program{Path: path, Argv: append([]string{path}, argv[1:]...)}
	above := filepath.Dir(filepath.Dir(path))
	if argv[0] == "go" {
		prog.Folder = above
		run = []string{above}
	} else {
		for _, name := range []string{"as", "ld"} {
			tool, err := resolve.LookRealPath(name)
			if err != nil {
				return nil, nil, err
			}
			run = append(run, tool)
		}
		for _, name := range []string{"lib/gcc", "lib64/gcc", "libexec/gcc"} {
			run = append(run, filepath.Join(above, name))
		}
	}
	return prog, run, prog.PinPath()
}

// compilerEnv returns the environment of compilers that work in a folder.
func compilerEnv(dir, goRoot string, budget sandbox.Budget) []string {
	own := dir + "/" + ours
	// The go command runs that many compilers at once, each with that many threads.
	cores := min(runtime.NumCPU(), budget.Processes/8+1)
	return []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + own, "HOME=" + dir, "GOROOT=" + goRoot,
		"GOCACHE=" + dir + "/" + goCache, "GOPATH=" + own + "/path", "XDG_CONFIG_HOME=" + own, "GOENV=off", "GOWORK=off", "GOPROXY=off",
		"GOTOOLCHAIN=local", "GOTELEMETRY=off", "CGO_ENABLED=0", fmt.Sprint("GOMAXPROCS=", cores)}
}
