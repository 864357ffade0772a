package sandbox

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/sim"
)

// A Process is a running program. Methods that use pid must hold mu and check reaped, because
// process IDs are reused.
type Process struct {
	pid             int
	Stdin           *os.File
	Stdout          *os.File
	stderrPipe      *os.File
	IsSingleProcess bool
	abortOnStop     bool  // whether Stop sends SIGABRT
	inheritedPeak   int64 // our own peak memory when the program started, in bytes

	mu      sync.Mutex
	reaped  bool
	cpuTime time.Duration
	Status  ExitStatus
	exited  chan struct{}

	stderrWriter io.Writer
	stderrDone   chan struct{}
	stderrMu     sync.Mutex
	stderrBuf    []byte
}

type ExitStatus struct {
	Code   int    // exit code, or -1 if a signal killed the program
	Signal string // signal name such as SIGSEGV, or empty
	Memory int64  // peak memory in bytes, or 0 if unknown
}

// outputWait is the time allowed for reading the remaining output on a busy machine.
const outputWait = 5 * time.Second

// Wait waits for the program to exit and reports whether it did so in time.
func (c *Process) Wait(timeout time.Duration) bool {
	select {
	case <-c.exited:
		return true
	case <-time.After(timeout):
		return false
	}
}

// finish marks the program as exited. It sets a deadline for the remaining output, because another
// process may keep the pipes open.
func (c *Process) finish() {
	_ = c.Stdout.SetReadDeadline(time.Now().Add(outputWait))
	_ = c.Stdin.SetWriteDeadline(time.Unix(1, 0))
	close(c.exited)
}

func (c *Process) openPipes() (childFiles [3]*os.File, err error) {
	var files []*os.File
	for range childFiles {
		r, w, err := os.Pipe()
		if err != nil {
			closeFiles(files)
			return childFiles, err
		}
		files = append(files, r, w)
	}
	c.Stdin, c.Stdout, c.stderrPipe = files[1], files[2], files[4]
	return [3]*os.File{files[0], files[3], files[5]}, nil
}

// Close closes the pipes, even if another process keeps standard error open.
func (c *Process) Close() {
	if c.stderrPipe.SetReadDeadline(time.Unix(1, 0)) == nil {
		<-c.stderrDone
	}
	c.closePipes()
}

func (c *Process) closePipes() { closeFiles([]*os.File{c.Stdin, c.Stdout, c.stderrPipe}) }

func closeFiles(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

type Options struct {
	Limits sim.Limits
	Mode   Mode
	// If Traced is set, mapped memory is not limited, and a program that exceeds a limit gets
	// SIGABRT and some time to print a stack trace.
	Traced bool
}

// Usage holds the resources that a program used in a match. Unknown values are 0.
type Usage struct {
	Limits       sim.Limits
	IsKitPlayer  bool
	Memory       int64  // peak memory in bytes
	AddressSpace int64  // peak address space in bytes
	Threads      int    // most threads seen after an answer
	Processes    int    // most child processes seen after an answer
	OpenFile     string // a file that was open after an answer
}

// environment returns a player's environment. A sandbox excludes most of the user's variables,
// which may contain secrets.
func environment(mode Mode) []string {
	if mode == Off {
		return os.Environ()
	}
	env := []string{
		"LANG=C.UTF-8",
		"PYTHONDONTWRITEBYTECODE=1",
	}
	for _, key := range []string{"PATH", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(key); ok {
			env = append(env, key+"="+v)
		}
	}
	if list := resolve.LibraryDirs(); len(list) > 0 {
		env = append(env, resolve.LibraryPathVariable+"="+strings.Join(list, string(filepath.ListSeparator)))
	}
	return env
}
