package process

import (
	"os"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup does nothing: a process group cannot be ended here.
func killGroup(int) {}

func endingOf(s *os.ProcessState) ending { return ending{code: s.ExitCode()} }
