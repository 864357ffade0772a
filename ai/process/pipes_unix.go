//go:build unix

package process

import (
	"os"

	"golang.org/x/sys/unix"
)

// readNow reads what a pipe holds at this moment, without waiting.
func readNow(f *os.File, b []byte) (n int) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	conn.Control(func(fd uintptr) { n = readRaw(int(fd), b) })
	return n
}

func readRaw(fd int, b []byte) int {
	for {
		n, err := unix.Read(fd, b)
		if err == unix.EINTR {
			continue
		}
		return max(n, 0)
	}
}

// listen reads standard error to its end, so that the program never waits for
// a reader, and gives it to v.
func (c *child) listen(v *voice) {
	c.silent = make(chan struct{})
	conn, err := c.err.SyscallConn()
	if err != nil {
		close(c.silent)
		return
	}
	go func() {
		defer close(c.silent)
		conn.Read(func(fd uintptr) bool {
			for {
				if empty, end := v.drain(int(fd)); empty || end {
					return end
				}
			}
		})
	}()
}

// hearNow takes in what the program has said until now: what it wrote before
// its reply belongs to the round of the reply.
func (c *child) hearNow(v *voice) {
	if conn, err := c.err.SyscallConn(); err == nil {
		conn.Control(func(fd uintptr) { v.drain(int(fd)) })
	}
}

// drain reads a pipe that does not block until it is empty or at its end, or
// until it is somebody else's turn: a program may write as fast as this reads.
func (v *voice) drain(fd int) (empty, end bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.buf == nil {
		v.buf = make([]byte, 16<<10)
	}
	for range 16 {
		n, err := unix.Read(fd, v.buf)
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return true, false
		case n <= 0:
			return false, true
		default:
			v.hear(v.buf[:n])
		}
	}
	return false, false
}
