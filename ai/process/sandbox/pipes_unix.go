//go:build unix

package sandbox

import (
	"io"

	"golang.org/x/sys/unix"
)

// HasOutput reports whether the program has unread output.
func (c *Process) HasOutput() bool {
	conn, _ := c.Stdout.SyscallConn()
	var poll [1]unix.PollFd
	_ = conn.Control(func(fd uintptr) {
		poll[0] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
		_, _ = unix.Poll(poll[:], 0)
	})
	return poll[0].Revents&unix.POLLIN != 0
}

// CopyStderr copies standard error to w in the background, so that the program never blocks.
func (c *Process) CopyStderr(w io.Writer) {
	c.stderrWriter, c.stderrDone = w, make(chan struct{})
	conn, _ := c.stderrPipe.SyscallConn()
	go func() {
		defer close(c.stderrDone)
		conn.Read(func(fd uintptr) bool {
			for {
				if empty, end := c.drainPart(int(fd)); empty || end {
					return end
				}
			}
		})
	}()
}

// DrainStderr copies pending standard error to the writer given to CopyStderr.
func (c *Process) DrainStderr() {
	conn, _ := c.stderrPipe.SyscallConn()
	conn.Control(func(fd uintptr) { c.drainPart(int(fd)) })
}

// drainPart copies standard error until the pipe is empty or closed. It stops at a limit, because a
// program may write as fast as it is read.
func (c *Process) drainPart(fd int) (empty, closed bool) {
	c.stderrMu.Lock()
	defer c.stderrMu.Unlock()
	if c.stderrBuf == nil {
		c.stderrBuf = make([]byte, 16<<10)
	}
	for range 16 {
		n, err := unix.Read(fd, c.stderrBuf)
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return true, false
		case n <= 0:
			return false, true
		default:
			_, _ = c.stderrWriter.Write(c.stderrBuf[:n])
		}
	}
	return false, false
}
