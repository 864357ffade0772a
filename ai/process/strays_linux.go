package process

import (
	"bytes"
	"os"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// family knows the players that run. Processes that a player started and left
// behind come to this process, as their subreaper: family tells them apart from its
// own children by their session, since whatever a player starts is in the
// player's session or in a newer one.
var family = struct {
	sync.Mutex
	adopts  bool // this process is a subreaper
	players map[int]bool
}{players: map[int]bool{}}

// start starts a player and notes it, as one step.
func (c *child) start(name string, argv []string, attr *syscall.ProcAttr) error {
	family.Lock()
	defer family.Unlock()
	if !family.adopts {
		family.adopts = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
	}
	pid, err := syscall.ForkExec(name, argv, attr)
	if err != nil {
		return err
	}
	c.pid = pid
	family.players[pid] = true
	return nil
}

// sweep ends what players that are gone have left behind. A player that cannot
// start processes has left nothing. It kills strays until there are none: each may leave others in turn.
func (c *child) sweep() {
	if c.fenced {
		return
	}
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

// strays lists the children of this process that some player has left.
func strays() (list []int) {
	for _, c := range foreignChildren() {
		if !family.players[c.pid] && !family.players[c.session] {
			list = append(list, c.pid)
		}
	}
	return list
}

type relative struct{ pid, session int }

// foreignChildren lists the children of this process that live in another
// session: players that run, and what players have left.
func foreignChildren() (list []relative) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	self := os.Getpid()
	session, _ := unix.Getsid(0)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, other := parentAndSession(pid); parent == self && other != session {
			list = append(list, relative{pid, other})
		}
	}
	return list
}

// parentAndSession reads two numbers of /proc/PID/stat; 0 where there is no such process.
func parentAndSession(pid int) (parent, session int) {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	// The name, in parentheses, may hold anything; the state, the parent and the group follow.
	f := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(f) < 4 {
		return 0, 0
	}
	parent, _ = strconv.Atoi(string(f[1]))
	session, _ = strconv.Atoi(string(f[3]))
	return parent, session
}
