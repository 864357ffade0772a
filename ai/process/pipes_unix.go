//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// readNow reads what a pipe holds at this moment, without waiting.
func readNow(f *os.File, b []byte) (n int) {
	conn, err := f.SyscallConn() // without an error, as of any file that was opened
	conn.Control(func(fd uintptr) {
		for err = unix.EINTR; err == unix.EINTR; {
			n, err = unix.Read(int(fd), b)
		}
	})
	return max(n, 0)
}

// unread reports whether output of the program waits in the pipe.
func (c *child) unread() bool {
	conn, _ := c.out.SyscallConn()
	var poll [1]unix.PollFd
	_ = conn.Control(func(fd uintptr) {
		poll[0] = unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
		_, _ = unix.Poll(poll[:], 0)
	})
	return poll[0].Revents&unix.POLLIN != 0
}

// readStderr reads standard error to its end into l, so that the program never waits for
// a reader.
func (c *child) readStderr(l *stderrLog) {
	c.stderrRead = make(chan struct{})
	conn, _ := c.err.SyscallConn()
	go func() {
		defer close(c.stderrRead)
		conn.Read(func(fd uintptr) bool {
			for {
				if empty, end := l.drain(int(fd)); empty || end {
					return end
				}
			}
		})
	}()
}

// readStderrNow reads what the program has written until now: what it wrote before
// its reply belongs to the round of the reply.
func (c *child) readStderrNow(l *stderrLog) {
	conn, _ := c.err.SyscallConn()
	conn.Control(func(fd uintptr) { l.drain(int(fd)) })
}

// drain reads a pipe that does not block until it is empty or at its end, or
// until it is somebody else's turn: a program may write as fast as this reads.
func (l *stderrLog) drain(fd int) (empty, end bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.buf == nil {
		l.buf = make([]byte, 16<<10)
	}
	for range 16 {
		n, err := unix.Read(fd, l.buf)
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return true, false
		case n <= 0:
			return false, true
		default:
			l.add(l.buf[:n])
		}
	}
	return false, false
}
