package sandbox

import (
	"cmp"
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

func processGroupAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// jobs maps each *Process to its job object. Closing a job's last handle kills its processes.
var jobs sync.Map

// killOnJobClose is a variable because the system call needs its address.
var killOnJobClose = windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
	BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
}

func (c *Process) addToGroup(p *os.Process) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&killOnJobClose)), uint32(unsafe.Sizeof(killOnJobClose)))
	if err == nil {
		wrong := p.WithHandle(func(process uintptr) { err = windows.AssignProcessToJobObject(job, windows.Handle(process)) })
		err = cmp.Or(wrong, err)
	}
	if err != nil {
		return errors.Join(err, windows.CloseHandle(job))
	}
	jobs.Store(c, job)
	return nil
}

func (c *Process) killGroup() {
	if job, ok := jobs.LoadAndDelete(c); ok {
		_ = windows.CloseHandle(job.(windows.Handle))
	}
}

func exitStatusOf(s *os.ProcessState) ExitStatus { return ExitStatus{Code: s.ExitCode()} }

// HasOutput returns false, because detecting unread output is not implemented on Windows.
func (*Process) HasOutput() bool { return false }

func (c *Process) CopyStderr(w io.Writer) {
	c.stderrDone = make(chan struct{})
	go func() {
		defer close(c.stderrDone)
		_, _ = io.Copy(w, c.stderrPipe)
	}()
}

// DrainStderr does nothing on Windows, so a line may appear one round late.
func (c *Process) DrainStderr() {}
