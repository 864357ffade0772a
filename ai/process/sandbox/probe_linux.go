package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"game-tui/ai/process/resolve"

	"golang.org/x/sys/unix"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

// Inspect runs a tool on an untrusted file, its last argument, in a player's sandbox. It returns
// the lines of its output.
func Inspect(ctx context.Context, file string, tool ...string) ([]string, error) {
	if err := Require.Check(); err != nil {
		return nil, err
	}
	path, err := resolve.LookRealPath(tool[0])
	if err != nil {
		return nil, err
	}
	return runInside(ctx, &resolve.Program{Path: path, Argv: append(tool, file)}, file)
}

const probeWord = "__probe"

// trials are the escape attempts of Probe, which must fail. parent is the ID of the process that
// started the probe.
var trials = []struct {
	what string
	try  func(parent int) error
}{
	{"read a file of yours", func(int) error {
		f, err := os.Open("/etc/passwd")
		f.Close()
		return err
	}},
	{"write a file", func(int) error {
		path := filepath.Join(os.TempDir(), "game-tui-probe")
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
		f.Close()
		if err == nil {
			os.Remove(path)
		} else if errors.Is(err, os.ErrExist) {
			return nil
		}
		return err
	}},
	{"open a connection", func(int) error {
		_, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		return err
	}},
	{"send this program a signal", func(parent int) error { return unix.Kill(parent, 0) }},
	{"start a process", func(int) error {
		pid, _, e := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
		if e != 0 {
			return e
		}
		if pid == 0 {
			syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
		}
		return nil
	}},
	{"run another program", func(int) error { return unix.Exec("/bin/true", []string{"/bin/true"}, nil) }},
}

func init() {
	if len(os.Args) != 3 || os.Args[1] != probeWord {
		return
	}
	parent, err := strconv.Atoi(os.Args[2])
	if err != nil {
		os.Exit(2)
	}
	for _, t := range trials {
		if t.try(parent) != nil {
			fmt.Println(t.what)
		}
	}
	os.Exit(0)
}

// Probe runs this binary as a player that tries to escape the sandbox. An attempt succeeds unless
// it is reported as prevented.
func Probe() ([]Trial, error) {
	var refused []string
	path, err := os.Executable()
	if err == nil {
		argv := []string{"game-tui", probeWord, strconv.Itoa(os.Getpid())}
		refused, err = runInside(context.Background(), &resolve.Program{Path: path, Argv: argv})
	}
	list := make([]Trial, len(trials))
	for i, t := range trials {
		list[i] = Trial{t.what, slices.Contains(refused, t.what)}
	}
	return list, err
}

// insideBudget is the budget of runInside.
var insideBudget = Budget{Processes: 2, Memory: 1 << 30, Threads: MaxThreads, Wall: time.Minute, CPU: 5 * time.Second}

// maxSelfOutput limits the output that Run copies, in bytes.
const maxSelfOutput = 64 << 10

const maxSelfLine = 400

// runInside runs a program in a player's sandbox with read access to files. It returns the lines of
// its output.
func runInside(ctx context.Context, prog *resolve.Program, files ...string) (lines []string, err error) {
	defer prog.Release()
	if err := prog.PinPath(); err != nil {
		return nil, err
	}
	for _, name := range files {
		f, err := prog.Keep(resolve.Pin(name))
		if err != nil {
			return nil, err
		}
		prog.Read = append(prog.Read, f)
	}
	p := playerPlan(prog, Options{Limits: sim.Limits{CPU: insideBudget.CPU, Memory: insideBudget.Memory}})
	var out bytes.Buffer
	err = p.Run(ctx, Execution{Budget: insideBudget, Stdout: &out, Stderr: io.Discard})
	for line := range strings.Lines(out.String()) {
		lines = append(lines, sanitize.Truncate(strings.TrimRight(line, "\n"), maxSelfLine))
	}
	return lines, err
}
