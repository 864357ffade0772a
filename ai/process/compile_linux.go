package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/launch"
	"game-tui/sim"
)

// execute runs a compiler in a folder, in the sandbox, and waits for its end. log gets what it prints.
func execute(ctx context.Context, budget Budget, dir *os.Root, argv []string, log *stderrLog) error {
	prog, run, err := findTool(argv)
	if err != nil {
		return err
	}
	defer prog.release()
	plan, err := compilePlan(prog, budget, dir.Name(), run)
	if err != nil {
		return err
	}
	return plan.finish(ctx, &execution{budget: budget, dir: dir, log: log})
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

// compilePlan is the plan of a compiler that works in a folder and starts the programs of its toolchain, which
// are the files and folders in run.
func compilePlan(prog *program, budget Budget, dir string, run []string) (p *plan, err error) {
	if prog.dir, err = prog.keep(pin(dir)); err != nil {
		return nil, err
	}
	p = newPlan(prog, Spec{Limits: sim.Limits{CPU: compileCPU, Memory: budget.Memory}, Sandbox: Require})
	p.Role = launch.Compiler
	for _, path := range run {
		if f, err := prog.keep(pin(path)); err == nil {
			p.Run = append(p.Run, p.pass(f))
		}
	}
	p.System = append(p.System, "/usr/include", "/usr/local/include", "/usr/share/go")
	own := dir + "/" + ours
	// The go command runs that many compilers at once, each with that many threads.
	cores := min(runtime.NumCPU(), budget.Processes/8+1)
	p.env = []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + own, "HOME=" + dir, "GOROOT=" + prog.folder,
		"GOCACHE=" + dir + "/" + goCache, "GOPATH=" + own + "/path", "XDG_CONFIG_HOME=" + own, "GOENV=off", "GOWORK=off", "GOPROXY=off",
		"GOTOOLCHAIN=local", "GOTELEMETRY=off", "CGO_ENABLED=0", fmt.Sprint("GOMAXPROCS=", cores)}
	return p, nil
}

// An execution is the input, the output and the limits of a program in a sandbox.
type execution struct {
	budget Budget
	dir    *os.Root // where it may write; nil means nowhere
	input  []byte
	out    io.Writer  // gets its standard output, at most maxSelfOutput bytes; nil means nothing
	log    *stderrLog // gets its standard error
}

// A signalError is the signal that ended a program.
type signalError string

func (e signalError) Error() string { return "ended by " + string(e) }

// finish starts what is planned and waits until it has ended, or ends it where it exceeds its budget.
func (plan *plan) finish(ctx context.Context, e *execution) error {
	c, err := plan.spawn()
	if err != nil {
		return err
	}
	go func() {
		c.in.Write(e.input) // until it has ended
		c.in.Close()
	}()
	c.readStderr(e.log)
	printed := make(chan struct{})
	go func() { // until the pipe is closed
		defer close(printed)
		if e.out != nil {
			io.CopyN(e.out, c.stdout(), maxSelfOutput)
		}
		io.Copy(io.Discard, c.stdout())
	}()
	select {
	case <-c.exited:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-time.After(e.budget.Wall):
		err = fmt.Errorf("it took more than %s", e.budget.Wall)
	case over := <-e.budget.watch(c.exited, c.gauges(e.dir, e.budget.Disk)...):
		err = fmt.Errorf("it took %w", over)
	}
	c.kill()
	<-c.exited
	c.sweep()
	<-printed
	c.readStderrNow(e.log) // closing may come before whoever reads it
	c.close()
	switch s := c.status; {
	case err != nil:
		return err
	case s.signal != "":
		return signalError(s.signal)
	case s.code != 0:
		return fmt.Errorf("exit code %d", s.code)
	}
	return nil
}

// findTool finds a compiler by its name, and the files and folders from which it starts others.
func findTool(argv []string) (prog *program, run []string, err error) {
	path, err := realTool(argv[0])
	if err != nil {
		return nil, nil, err
	}
	prog = &program{path: path, argv: append([]string{path}, argv[1:]...)}
	above := filepath.Dir(filepath.Dir(path))
	if argv[0] == "go" {
		prog.folder = above
		run = []string{above}
	} else {
		for _, name := range []string{"as", "ld"} {
			tool, err := realTool(name)
			if err != nil {
				return nil, nil, err
			}
			run = append(run, tool)
		}
		for _, name := range []string{"lib/gcc", "lib64/gcc", "libexec/gcc"} {
			run = append(run, filepath.Join(above, name))
		}
	}
	return prog, run, prog.pinPath(nil)
}

// realTool is the file that a name in PATH leads to: the sandbox allows files, not links.
func realTool(name string) (string, error) {
	path, err := LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}
