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

func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// jobs holds the job object of each *Process. When the last handle of a job is closed, also by the
// end of this program, Windows ends all processes of the job.
var jobs sync.Map

// endWithJob is a variable because the system gets its address as a uintptr.
var endWithJob = windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
	BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
}

func (c *Process) keepTogether(p *os.Process) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&endWithJob)), uint32(unsafe.Sizeof(endWithJob)))
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

func endingOf(s *os.ProcessState) ExitStatus { return ExitStatus{Code: s.ExitCode()} }

// HasOutput returns false: Windows cannot look into a pipe.
func (*Process) HasOutput() bool { return false }

// CopyStderr copies standard error to w in the background.
func (c *Process) CopyStderr(w io.Writer) {
	c.stderrRead = make(chan struct{})
	go func() {
		defer close(c.stderrRead)
		_, _ = io.Copy(w, c.errPipe)
	}()
}

// DrainStderr does nothing here, so a line may appear a round late.
func (c *Process) DrainStderr() {}
