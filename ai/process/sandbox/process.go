package sandbox

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// child is a running program. What touches its process id holds mu and looks at
// reaped first: after that the number may belong to somebody else.
type Process struct {
	pid           int
	Stdin         *os.File // what it reads
	outPipe       *os.File // what it writes
	errPipe       *os.File // what it says
	SingleProcess bool     // it cannot start other processes
	aborts        bool     // it tells where it is when it is aborted
	inheritedPeak int64    // bytes that this process held at most when the program was started

	mu      sync.Mutex
	reaped  bool
	cpuTime time.Duration // newest reading of its clock
	Status  ExitStatus
	exited  chan struct{} // closed when status is known

	stderrTo   io.Writer
	stderrRead chan struct{} // closed when standard error is read to its end
	stderrMu   sync.Mutex    // held while a part of it is read and written
	stderrBuf  []byte
}

// ending is how a program ended.
type ExitStatus struct {
	Code   int    // exit code; -1 when a signal ended it
	Signal string // "SIGSEGV"
	Memory int64  // most memory that it held, in bytes; 0 unknown
}

// gone waits for the program's end and reports whether it has come.
func (c *Process) Wait(wait time.Duration) bool {
	select {
	case <-c.exited:
		return true
	default:
	}
	select {
	case <-c.exited:
		return true
	case <-time.After(wait):
		return false
	}
}

// ended is called once, when the program is reaped: whoever waits for its
// pipes is woken, though another process may still hold their other ends.
func (c *Process) finish() {
	c.outPipe.SetReadDeadline(time.Unix(1, 0))
	c.Stdin.SetWriteDeadline(time.Unix(1, 0))
	close(c.exited)
}

// pipes makes the three pipes and returns the program's ends of them.
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
	c.Stdin, c.outPipe, c.errPipe = files[1], files[2], files[4]
	return [3]*os.File{files[0], files[3], files[5]}, nil
}

// close frees the pipes. Another process may still hold the other end of
// standard error, so its reader is woken first.
func (c *Process) Close() {
	if c.errPipe.SetReadDeadline(time.Unix(1, 0)) == nil {
		<-c.stderrRead
	}
	c.closePipes()
}

func (c *Process) closePipes() { closeFiles([]*os.File{c.Stdin, c.outPipe, c.errPipe}) }

func closeFiles(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// stdout reads what the program writes until it has ended and no byte is left.
func (c *Process) Stdout() io.Reader { return outReader{c} }

type outReader struct{ c *Process }

func (r outReader) Read(b []byte) (int, error) {
	n, err := r.c.outPipe.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		if n = readNow(r.c.outPipe, b); n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	return n, err
}

// Limits for a program to exit after it has closed a pipe.
const (
	idleEnd    = 50 * time.Millisecond // if it is not busy
	longestEnd = 5 * time.Second
)

// exits waits for a program that has closed a pipe, as long as it is busy and ctx lasts. It reports whether the program has
// exited.
func (c *Process) WaitWhileBusy(ctx context.Context) bool {
	last := c.CPU()
	for range longestEnd / idleEnd {
		if c.Wait(idleEnd) {
			return true
		}
		if ctx.Err() != nil {
			return false
		}
		now := c.CPU()
		if now == last && !c.IsBusy() {
			return false
		}
		last = now
	}
	return false
}
