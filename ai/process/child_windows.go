package process

import (
	"cmp"
	"errors"
	"os"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// jobs holds the job object of each player, by *child. Processes that a player starts after it has joined its job belong to
// the job. When the last handle of a job is closed, or this program ends, Windows ends all processes of the job.
var jobs sync.Map

// endWithJob holds the limits of a job. It is a package variable because the system gets its address as a uintptr.
var endWithJob = windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
	BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
}

// keepTogether puts the program into a job of its own.
func (c *child) keepTogether(p *os.Process) error {
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

// killGroup ends the program and all that it has started.
func (c *child) killGroup() {
	if job, ok := jobs.LoadAndDelete(c); ok {
		_ = windows.CloseHandle(job.(windows.Handle))
	}
}

func endingOf(s *os.ProcessState) ending { return ending{code: s.ExitCode()} }

// readNow has nothing to read where pipes cannot be asked without waiting.
func readNow(*os.File, []byte) int { return 0 }

// unread returns false: Windows cannot look into a pipe without waiting.
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
