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

// A Process is a running program. Methods that use pid must hold mu and check reaped, because the
// ID may be reused.
type Process struct {
	pid           int
	Stdin         *os.File
	Stdout        *os.File
	errPipe       *os.File
	SingleProcess bool  // whether the program cannot start processes
	aborts        bool  // whether Stop sends SIGABRT
	inheritedPeak int64 // peak memory of this process when it started the program, in bytes

	mu      sync.Mutex
	reaped  bool
	cpuTime time.Duration
	Status  ExitStatus
	exited  chan struct{} // closed when Status is set

	stderrTo   io.Writer
	stderrRead chan struct{}
	stderrMu   sync.Mutex // makes a read and the following write atomic
	stderrBuf  []byte
}

type ExitStatus struct {
	Code   int    // -1 if the program was killed by a signal
	Signal string // signal name such as SIGSEGV, or empty
	Memory int64  // peak in bytes, or 0 if unknown
}

// restWait is the time to read the remaining output. It is long because the machine may be busy.
const restWait = 5 * time.Second

// Wait reports whether the program exits in time.
func (c *Process) Wait(wait time.Duration) bool {
	select {
	case <-c.exited:
		return true
	case <-time.After(wait):
		return false
	}
}

// finish sets a deadline for the remaining output, because another process may keep the pipes open.
func (c *Process) finish() {
	_ = c.Stdout.SetReadDeadline(time.Now().Add(restWait))
	_ = c.Stdin.SetWriteDeadline(time.Unix(1, 0))
	close(c.exited)
}

// openPipes returns the program's ends of the pipes.
func (c *Process) openPipes() (theirs [3]*os.File, err error) {
	var files []*os.File
	for range theirs {
		r, w, err := os.Pipe()
		if err != nil {
			closeFiles(files)
			return theirs, err
		}
		files = append(files, r, w)
	}
	c.Stdin, c.Stdout, c.errPipe = files[1], files[2], files[4]
	return [3]*os.File{files[0], files[3], files[5]}, nil
}

// Close closes the pipes. It unblocks the reader of standard error, whose pipe another process may
// keep open.
func (c *Process) Close() {
	if c.errPipe.SetReadDeadline(time.Unix(1, 0)) == nil {
		<-c.stderrRead
	}
	c.closePipes()
}

func (c *Process) closePipes() { closeFiles([]*os.File{c.Stdin, c.Stdout, c.errPipe}) }

func closeFiles(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

type Options struct {
	Limits sim.Limits
	Mode   Mode
	// Traced raises the limit on mapped memory. A program over a limit gets SIGABRT and some time
	// to print a stack trace.
	Traced bool
}

// Usage holds the resources that a program used in a match, or 0 where unknown.
type Usage struct {
	Limits       sim.Limits
	Kit          bool
	Memory       int64  // peak, in bytes
	AddressSpace int64  // peak, in bytes
	Threads      int    // maximum, sampled after each answer
	Processes    int    // maximum number of child processes, sampled after each answer
	File         string // a file that was open after an answer, or empty
}

// environment returns the environment of a player. In a sandbox it excludes the user's variables,
// which may be secrets.
func environment(mode Mode) []string {
	if mode == Off {
		return os.Environ()
	}
	env := []string{
		"LANG=C.UTF-8",
		"PYTHONDONTWRITEBYTECODE=1", // the sandbox is read-only anyway
	}
	for _, key := range []string{"PATH", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(key); ok {
			env = append(env, key+"="+v)
		}
	}
	if list := resolve.LibraryPath(); len(list) > 0 {
		env = append(env, resolve.LibraryPathVariable+"="+strings.Join(list, string(filepath.ListSeparator)))
	}
	return env
}
