package sandbox

import (
	"bufio"
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

	"golang.org/x/sys/unix"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox/launch"
	"game-tui/sim"
	"game-tui/sim/sanitize"
)

type RunOptions struct {
	Budget Budget
	Dir    *os.Root // folder that the program may write to, or nil
	Input  []byte
	Stdout io.Writer // receives at most maxRunOutput bytes; may be nil
	Stderr io.Writer
}

// A SignalError is the name of the signal that ended a program.
type SignalError string

func (e SignalError) Error() string { return "ended by " + string(e) }

// Run runs the program until it exits, and kills it if it exceeds the budget or ctx is cancelled.
func (plan *Plan) Run(ctx context.Context, e RunOptions) error {
	c, err := plan.Start()
	if err != nil {
		return err
	}
	go func() {
		c.Stdin.Write(e.Input)
		c.Stdin.Close()
	}()
	c.CopyStderr(e.Stderr)
	printed := make(chan struct{})
	go func() {
		defer close(printed)
		if e.Stdout != nil {
			io.CopyN(e.Stdout, c.Stdout, maxRunOutput)
		}
		io.Copy(io.Discard, c.Stdout)
	}()
	gauges := []func() totals{c.sessionUsage}
	if e.Dir != nil {
		gauges = append(gauges, func() totals { return c.sessionDisk(e.Dir, e.Budget.Disk) })
	}
	select {
	case <-c.exited:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-time.After(e.Budget.Wall):
		err = fmt.Errorf("stopped after %s", e.Budget.Wall)
	case over := <-e.Budget.watch(c.exited, gauges):
		err = fmt.Errorf("stopped for using %w", over)
	}
	c.Kill()
	<-c.exited
	<-printed
	c.DrainStderr()
	c.Close()
	switch s := c.Status; {
	case err != nil:
		return err
	case s.Signal != "":
		return SignalError(s.Signal)
	case s.Code != 0:
		return fmt.Errorf("exit code %d", s.Code)
	}
	return nil
}

func (c *Process) sessionProcesses() (list []int) {
	for _, pid := range processes() {
		if _, session := parentAndSession(pid); session == c.pid {
			list = append(list, pid)
		}
	}
	return list
}

func (c *Process) sessionUsage() (u totals) {
	for _, pid := range c.sessionProcesses() {
		folder, text := liveFolderAndStatus(pid)
		u.processes++
		if u.mappings += countMappings(folder, maxMappings); u.mappings > maxMappings {
			return u
		}
		u.threads += int(statusField(text, "Threads:"))
		u.memory += (statusField(text, "RssAnon:") + statusField(text, "RssShmem:") + statusField(text, "VmPTE:")) << 10
	}
	return u
}

// sessionDisk returns the disk space used by files below dir and by deleted files in use.
func (c *Process) sessionDisk(dir *os.Root, limit int64) totals {
	n := diskUsage(dir, limit)
	deleted := deletedFiles{}
	for _, pid := range c.sessionProcesses() {
		deleted.addProcess(pid)
	}
	for _, size := range deleted {
		n += size
	}
	return totals{disk: n}
}

const (
	entrySize = 4096 // bytes counted for each file or folder in addition to its contents
	maxDepth  = 64
)

// diskUsage returns the disk space used by the files below a folder. It stops once the sum exceeds
// limit. Unreadable and deeply nested folders count as exceeding it.
func diskUsage(dir *os.Root, limit int64) int64 {
	w := diskWalk{limit: limit}
	if f, err := dir.Open("."); err == nil {
		w.addFolder(f, 1)
	} else {
		w.addFailure(err)
	}
	return w.bytes
}

type diskWalk struct{ bytes, limit int64 }

func (w *diskWalk) addFolder(f *os.File, depth int) {
	defer f.Close()
	for {
		names, err := f.Readdirnames(256)
		for _, name := range names {
			if w.addEntry(int(f.Fd()), name, depth); w.bytes > w.limit {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (w *diskWalk) addEntry(folder int, name string, depth int) {
	var stat unix.Stat_t
	if unix.Fstatat(folder, name, &stat, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return
	}
	w.bytes += entrySize + stat.Blocks*512
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR || w.bytes > w.limit {
		return
	}
	fd, err := unix.Openat(folder, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	switch {
	case err != nil:
		w.addFailure(err)
	case depth < maxDepth:
		w.addFolder(os.NewFile(uintptr(fd), name), depth+1)
	default:
		_ = unix.Close(fd)
		w.bytes = w.limit + 1
	}
}

// addFailure counts a folder that cannot be opened as exceeding the limit, unless it was removed or
// resources ran out.
func (w *diskWalk) addFailure(err error) {
	if !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ENOTDIR) && !IsOutOfResources(err) {
		w.bytes = w.limit + 1
	}
}

// deletedFiles maps deleted files that are still in use to their sizes.
type deletedFiles map[inode]int64

type inode struct{ device, number uint64 }

// addLink adds the target of a link in /proc if it is a deleted file.
func (d deletedFiles) addLink(path string) {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil || stat.Nlink > 0 {
		return
	}
	if kind := stat.Mode & unix.S_IFMT; kind == unix.S_IFREG || kind == unix.S_IFDIR {
		d[inode{stat.Dev, stat.Ino}] = entrySize + stat.Blocks*512
	}
}

// addProcess adds the deleted files that a process uses. Mapped files of unknown size count as
// launch.MaxFileSize.
func (d deletedFiles) addProcess(pid int) {
	folder, _ := liveFolderAndStatus(pid)
	d.addLink(folder + "/cwd")
	for _, fd := range numbersIn(folder + "/fd") {
		d.addLink(folder + "/fd/" + strconv.Itoa(fd))
	}
	f, err := os.Open(folder + "/maps")
	if err != nil {
		return
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if !bytes.HasSuffix(lines.Bytes(), []byte(" (deleted)")) {
			continue
		}
		var from, to, offset, major, minor, number uint64
		var mode string
		n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s %x %x:%x %d", &from, &to, &mode, &offset, &major, &minor, &number)
		if file := (inode{unix.Mkdev(uint32(major), uint32(minor)), number}); n == 7 && d[file] == 0 {
			d[file] = launch.MaxFileSize
		}
	}
}

// Inspect runs a tool on an untrusted file in a player's sandbox and returns the lines that it
// prints.
func Inspect(ctx context.Context, file string, argv ...string) ([]string, error) {
	if err := Require.Check(); err != nil {
		return nil, err
	}
	path, err := resolve.LookRealPath(argv[0])
	if err != nil {
		return nil, err
	}
	return runSandboxed(ctx, &resolve.Program{Path: path, Argv: append(argv, file)}, file)
}

const probeWord = "__probe"

// escapeAttempts are the attempts made by Probe. parent is the ID of the process that called Probe.
var escapeAttempts = []struct {
	action string
	try    func(parent int) error
}{
	{"read one of your files", func(int) error {
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
	{"send game-tui a signal", func(parent int) error { return unix.Kill(parent, 0) }},
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
	for _, t := range escapeAttempts {
		if t.try(parent) != nil {
			fmt.Println(t.action)
		}
	}
	os.Exit(0)
}

// Probe runs this binary as a player that tries to escape the sandbox. An attempt counts as
// successful unless the player reports failure.
func Probe() ([]EscapeAttempt, error) {
	var refused []string
	path, err := os.Executable()
	if err == nil {
		argv := []string{"game-tui", probeWord, strconv.Itoa(os.Getpid())}
		refused, err = runSandboxed(context.Background(), &resolve.Program{Path: path, Argv: argv})
	}
	list := make([]EscapeAttempt, len(escapeAttempts))
	for i, t := range escapeAttempts {
		list[i] = EscapeAttempt{t.action, slices.Contains(refused, t.action)}
	}
	return list, err
}

var helperBudget = Budget{Processes: 2, Memory: 1 << 30, Threads: MaxThreads, Wall: time.Minute, CPU: 5 * time.Second}

// maxRunOutput limits the output that Run copies, in bytes.
const maxRunOutput = 64 << 10

const maxOutputLine = 400

// runSandboxed runs a program in a player's sandbox, with read access to files, and returns the lines
// that it prints.
func runSandboxed(ctx context.Context, prog *resolve.Program, files ...string) (lines []string, err error) {
	defer prog.Release()
	if err := prog.PinPath(); err != nil {
		return nil, err
	}
	for _, name := range files {
		f, err := prog.Keep(resolve.Pin(name))
		if err != nil {
			return nil, err
		}
		prog.Readable = append(prog.Readable, f)
	}
	p := playerPlan(prog, Options{Limits: sim.Limits{CPU: helperBudget.CPU, Memory: helperBudget.Memory}})
	var out bytes.Buffer
	err = p.Run(ctx, RunOptions{Budget: helperBudget, Stdout: &out, Stderr: io.Discard})
	for line := range strings.Lines(out.String()) {
		lines = append(lines, sanitize.Truncate(strings.TrimRight(line, "\n"), maxOutputLine))
	}
	return lines, err
}
