package sandbox

import (
	"os"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// family holds the running programs. As a subreaper, this process adopts their orphaned processes
// and identifies them by session.
var family = struct {
	sync.Mutex
	adopts  bool // whether this process is a subreaper
	players map[int]bool
}{players: map[int]bool{}}

// forkExec starts this program with other arguments.
func (c *Process) forkExec(argv []string, attr *syscall.ProcAttr) (err error) {
	family.Lock()
	defer family.Unlock()
	if !family.adopts {
		family.adopts = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
	}
	// The file at os.Executable may have been replaced.
	if c.pid, err = syscall.ForkExec("/proc/self/exe", argv, attr); err == nil {
		family.players[c.pid] = true
	}
	return err
}

func killStrays() {
	family.Lock()
	defer family.Unlock()
	for range 1000 {
		strays := strays()
		if len(strays) == 0 {
			return
		}
		for _, pid := range strays {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		for _, pid := range strays {
			wait(pid, nil, nil)
		}
	}
}

// strays returns the adopted children whose programs have ended.
func strays() (list []int) {
	self := os.Getpid()
	ours, _ := unix.Getsid(0)
	for _, pid := range processes() {
		parent, session := parentAndSession(pid)
		if parent == self && session != ours && !family.players[pid] && !family.players[session] {
			list = append(list, pid)
		}
	}
	return list
}
