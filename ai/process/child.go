package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// child is a running program. What touches its process id holds mu and looks at
// reaped first: after that the number may belong to somebody else.
type child struct {
	pid    int
	in     *os.File // what it reads
	out    *os.File // what it writes
	err    *os.File // what it says
	fenced bool     // it cannot start other processes
	traced bool     // it tells where it is when it is aborted
	shared int64    // bytes that this process held at most when the program was started

	mu     sync.Mutex
	reaped bool
	spent  time.Duration // newest reading of its clock
	status ending
	exited chan struct{} // closed when status is known
	// stderrRead is closed when standard error is read to its end.
	stderrRead chan struct{}
}

// ending is how a program ended.
type ending struct {
	code   int    // exit code; -1 when a signal ended it
	signal string // "SIGSEGV"
	memory int64  // most memory that it held, in bytes; 0 unknown
}

// gone waits for the program's end and reports whether it has come.
func (c *child) gone(wait time.Duration) bool {
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
func (c *child) ended() {
	c.out.SetReadDeadline(time.Unix(1, 0))
	c.in.SetWriteDeadline(time.Unix(1, 0))
	close(c.exited)
}

// pipes makes the three pipes and returns the program's ends of them.
func (c *child) pipes() (theirs [3]*os.File, err error) {
	var files []*os.File
	for range theirs {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(files)
			return theirs, err
		}
		files = append(files, r, w)
	}
	c.in, c.out, c.err = files[1], files[2], files[4]
	return [3]*os.File{files[0], files[3], files[5]}, nil
}

// close frees the pipes. Another process may still hold the other end of
// standard error, so its reader is woken first.
func (c *child) close() {
	if c.err.SetReadDeadline(time.Unix(1, 0)) == nil {
		<-c.stderrRead
	}
	c.closePipes()
}

func (c *child) closePipes() { closeAll([]*os.File{c.in, c.out, c.err}) }

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// stdout reads what the program writes until it has ended and no byte is left.
func (c *child) stdout() io.Reader { return outReader{c} }

type outReader struct{ c *child }

func (r outReader) Read(b []byte) (int, error) {
	n, err := r.c.out.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		if n = readNow(r.c.out, b); n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	return n, err
}

// Words on standard error of runtimes that ran out of memory.
var memoryWords = []string{"bad_alloc", "MemoryError", "out of memory", "annot allocate memory"}

// out says why a program that ended by itself is out. last is what it said last.
func (e ending) out(last string, limits sim.Limits) *sim.Out {
	o := &sim.Out{}
	switch {
	case e.signal == "SIGXCPU":
		o.Reason, o.Detail = sim.OutCPU, "stopped by the system"
		return o
	case e.signal != "":
		o.Reason, o.Detail = sim.OutCrash, e.signal
	default:
		o.Reason, o.Detail = sim.OutExit, fmt.Sprintf("exit code %d", e.code)
	}
	if !limits.Off && e.full(last, limits.Memory) {
		o.Reason = sim.OutMemory
		detail := memoryDetail(limits)
		if most := mappable(limits); most > 0 && e.memory <= nearly(limits.Memory) { // it held less
			detail = "mapped more than " + megabytes(most)
		}
		o.Detail = detail + "; " + o.Detail
	}
	if last != "" {
		o.Detail += ": " + clean.Short(last, 160)
	}
	return o
}

// nearly returns how much memory a program holds at least, if it ended for want of memory that it had written to.
func nearly(limit int64) int64 { return limit / 10 * 9 }

// full reports whether the program seems to have ended for want of memory.
func (e ending) full(last string, limit int64) bool {
	if e.code == 0 || limit <= 0 {
		return false
	}
	return e.memory > nearly(limit) || slices.ContainsFunc(memoryWords, func(w string) bool { return strings.Contains(last, w) })
}
