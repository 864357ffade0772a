//go:build unix && !linux

package sandbox

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func processGroupAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// addToGroup does nothing, because the program has its own process group.
func (c *Process) addToGroup(*os.Process) error { return nil }

func (c *Process) killGroup() { syscall.Kill(-c.pid, syscall.SIGKILL) }

func exitStatusOf(s *os.ProcessState) ExitStatus {
	e := ExitStatus{Code: s.ExitCode()}
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		e.Signal = unix.SignalName(ws.Signal())
	}
	return e
}
