//go:build unix && !linux

package process

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// killGroup ends a program and what is in its group.
func killGroup(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }

func endingOf(s *os.ProcessState) ending {
	e := ending{code: s.ExitCode()}
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		e.signal = unix.SignalName(ws.Signal())
	}
	return e
}
