package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"game-tui/sim"
)

// probeWord makes this binary try what a player must not do.
const probeWord = "__probe"

// trials are what a probe tries, in its order; parent is the process that started it. An error
// says that it was refused.
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
	{"run another program", func(int) error { return unix.Exec("/bin/true", []string{"/bin/true"}, nil) }}, // which does not return
}

// init is early for the same reason as the launcher's.
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

// Probe shuts this program itself into the sandbox, as a player, and lets it try to get out.
// Trials that left no trace were not refused.
func Probe() ([]Trial, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	prog := &program{path: path, argv: []string{"game-tui", probeWord, strconv.Itoa(os.Getpid())}}
	if err := prog.pinPath(nil); err != nil {
		return nil, err
	}
	defer prog.release()
	c, err := spawn(prog, Spec{Limits: sim.DefaultLimits})
	if err != nil {
		return nil, err
	}
	c.readStderr(&stderrLog{})
	defer func() {
		c.kill()
		c.gone(time.Second)
		c.sweep()
		c.close()
	}()
	c.out.SetReadDeadline(time.Now().Add(startWall))
	refused, err := io.ReadAll(io.LimitReader(c.stdout(), 4096))
	list := make([]Trial, len(trials))
	for i, t := range trials {
		list[i] = Trial{t.what, strings.Contains(string(refused), t.what+"\n")}
	}
	return list, err
}
