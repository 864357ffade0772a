package process

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup ends a program; what it has started stays.
func killGroup(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		p.Kill()
		p.Release()
	}
}

func endingOf(s *os.ProcessState) ending { return ending{code: s.ExitCode()} }

// readNow has nothing to read where pipes cannot be asked without waiting.
func readNow(*os.File, []byte) int { return 0 }

// unread is not implemented for Windows.
func (*child) unread() bool { return false }

// readStderr reads standard error to its end into l.
func (c *child) readStderr(l *stderrLog) {
	c.stderrRead = make(chan struct{})
	go func() {
		defer close(c.stderrRead)
		buf := make([]byte, 16<<10)
		for {
			n, err := c.err.Read(buf)
			l.mu.Lock()
			l.add(buf[:n])
			l.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
}

// readStderrNow does nothing here: a line may be shown a round late.
func (c *child) readStderrNow(*stderrLog) {}
