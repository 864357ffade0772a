package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"game-tui/sim"
)

// runProbe runs the probe as a player would run and returns its report.
func runProbe() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	prog := &program{path: path, argv: []string{"game-tui", probeWord, strconv.Itoa(os.Getpid())}}
	if err := prog.pinPath(nil); err != nil {
		return "", err
	}
	defer prog.release()
	c, err := spawn(prog, Spec{Limits: sim.DefaultLimits})
	if err != nil {
		return "", err
	}
	c.readStderr(&stderrLog{})
	defer func() {
		c.kill()
		c.gone(time.Second)
		c.sweep()
		c.close()
	}()
	c.out.SetReadDeadline(time.Now().Add(startWall))
	text, err := io.ReadAll(io.LimitReader(c.stdout(), 4096))
	return string(text), err
}

// probe tries to get out and prints what was refused. parent is the
// process that it tries to reach.
func probe(parent string) {
	pid, err := strconv.Atoi(parent)
	if err != nil {
		os.Exit(2)
	}
	report := func(i int, refused bool) {
		if refused {
			fmt.Print(trialLine(i))
		}
	}
	f, err := os.Open("/etc/passwd")
	report(0, err != nil)
	f.Close()
	path := filepath.Join(os.TempDir(), "game-tui-probe")
	f, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	report(1, err != nil && !errors.Is(err, os.ErrExist))
	if err == nil {
		f.Close()
		os.Remove(path)
	}
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	report(2, err != nil)
	if err == nil {
		unix.Close(fd)
	}
	report(3, unix.Kill(pid, 0) != nil)
	report(4, !forks())
	args := []string{"/bin/true"}
	report(5, unix.Exec(args[0], args, nil) != nil) // no return: it was allowed
	os.Exit(0)
}

// forks tries to make a process, which ends at once.
func forks() bool {
	pid, _, e := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
	if e == 0 && pid == 0 {
		syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	return e == 0
}
