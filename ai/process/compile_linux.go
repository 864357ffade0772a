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

	"game-tui/sim"
)

// execute runs a compiler in a folder, in the sandbox, and waits for its end. log gets what it says.
func execute(ctx context.Context, box string, argv []string, log *stderrLog) error {
	prog, run, err := findTool(argv)
	if err != nil {
		return err
	}
	defer prog.release()
	if prog.dir, err = prog.keep(pin(box)); err != nil {
		return err
	}
	plan := newPlan(prog, Spec{Limits: compileLimits, Sandbox: Require})
	plan.Build = true
	for _, path := range run {
		if f, err := prog.keep(pin(path)); err == nil {
			plan.Run = append(plan.Run, plan.pass(f))
		}
	}
	plan.System = append(plan.System, "/usr/include", "/usr/local/include", "/usr/share/go")
	plan.env = []string{"LC_ALL=C", "PATH=" + os.Getenv("PATH"), "TMPDIR=" + box + "/" + ours, "HOME=" + box, "GOROOT=" + prog.folder,
		"GOCACHE=" + box + "/" + ours + "/cache", "GOPATH=" + box + "/" + ours + "/path", "XDG_CONFIG_HOME=" + box + "/" + ours, "GOENV=off", "GOWORK=off", "GOPROXY=off",
		"GOTOOLCHAIN=local", "GOTELEMETRY=off", "CGO_ENABLED=0"}
	return plan.finish(ctx, nil, log)
}

// finish starts what is planned, and waits for its end. It reads the input.
func (plan *plan) finish(ctx context.Context, input []byte, log *stderrLog) error {
	c, err := plan.spawn()
	if err != nil {
		return err
	}
	go func() {
		c.in.Write(input) // until it has ended
		c.in.Close()
	}()
	c.readStderr(log)
	go io.Copy(io.Discard, c.stdout()) // until the pipe is closed
	select {
	case <-c.exited:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-time.After(compileWall):
		err = fmt.Errorf("it took more than %s", compileWall)
	}
	c.kill()
	<-c.exited
	c.sweep()
	c.readStderrNow(log) // closing may come before whoever reads it
	c.close()
	switch e := c.status; {
	case err != nil:
		return err
	case e.signal != "":
		return errors.New("the compiler was ended: " + e.signal)
	case e.code != 0:
		return fmt.Errorf("exit code %d", e.code)
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

// Trace shows the states of a match to a program while valgrind looks on, which ends it at the first
// fault. It returns what valgrind says of that, nothing where there is no fault, or no valgrind.
func Trace(ctx context.Context, file string, in sim.Init, states []sim.State) (said []string, err error) {
	launcher, err := realTool("valgrind")
	if err != nil {
		return nil, nil
	}
	tools, err := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(launcher)), "lib*", "valgrind", "memcheck-"+runtime.GOARCH+"-linux"))
	if err != nil || len(tools) == 0 {
		return nil, err
	}
	box, err := os.MkdirTemp("", "game-tui-trace-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(box)
	prog := &program{path: tools[0]}
	prog.argv = []string{tools[0], "--quiet", "--vgdb=no", "--track-origins=yes", "--exit-on-first-error=yes", "--error-exitcode=1", file}
	defer prog.release()
	if err := prog.pinPath(nil); err != nil {
		return nil, err
	}
	if prog.dir, err = prog.keep(pin(box)); err != nil {
		return nil, err
	}
	f, err := prog.keep(pin(file))
	if err != nil {
		return nil, err
	}
	prog.read = append(prog.read, f)
	plan := newPlan(prog, Spec{Limits: compileLimits, Sandbox: Require})
	plan.Build, plan.Memory = true, 4<<30 // it takes several bytes for each of the player
	plan.System = append(append(plan.System, libraries...), "/etc/ld.so.cache", "/proc/self")
	plan.env = []string{"VALGRIND_LAUNCHER=" + launcher, "TMPDIR=" + box}
	input := appendInit(nil, in)
	for _, state := range states {
		input = message(input, stateWords(state.Round()), state.AppendText(nil))
	}
	log := &stderrLog{}
	err = plan.finish(ctx, input, log)
	log.lastLine()
	said, _ = log.take()
	if ctx.Err() != nil {
		return nil, err
	}
	return said, nil // how it ended is in its words
}
