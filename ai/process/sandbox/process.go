package sandbox

import (
	"io"
	"os"
	"sync"
	"time"
)

// A Process is a running program. Methods that use pid hold mu and check reaped, since the id may
// be reused afterwards.
type Process struct {
	pid           int
	Stdin         *os.File
	Stdout        *os.File
	errPipe       *os.File
	SingleProcess bool  // it cannot start processes
	aborts        bool  // Stop sends SIGABRT
	inheritedPeak int64 // peak memory of this process when it started the program, in bytes

	mu      sync.Mutex
	reaped  bool
	cpuTime time.Duration // last reading
	Status  ExitStatus
	exited  chan struct{} // closed when Status is set

	stderrTo   io.Writer
	stderrRead chan struct{}
	stderrMu   sync.Mutex // held from a read to the write
	stderrBuf  []byte
}

// An ExitStatus says how a program ended.
type ExitStatus struct {
	Code   int    // -1 if a signal ended it
	Signal string // such as SIGSEGV, or empty
	Memory int64  // peak in bytes, or 0 if unknown
}

// restWait is long, since this process may wait for a core.
const restWait = 5 * time.Second

// Wait reports whether the program has ended in time.
func (c *Process) Wait(wait time.Duration) bool {
	select {
	case <-c.exited:
		return true
	case <-time.After(wait):
		return false
	}
}

// finish sets a deadline for the rest of the output, since another process may hold the other ends
// of the pipes.
func (c *Process) finish() {
	_ = c.Stdout.SetReadDeadline(time.Now().Add(restWait))
	_ = c.Stdin.SetWriteDeadline(time.Unix(1, 0))
	close(c.exited)
}

// openPipes returns the ends of the program.
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

// Close closes the pipes. It wakes the reader of standard error, whose other end another process
// may hold.
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
