package process

import (
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"
)

// measured returns a function that measures the sandbox of c: the processes of its session, and the files below dir.
// Walking through many files takes long, so it looks at them less often than at the processes.
func (c *child) measured(dir *os.Root) func() usage {
	var disk int64
	var next time.Time
	return func() usage {
		u := c.sessionUsage()
		if begin := time.Now(); dir != nil && !begin.Before(next) {
			disk = diskUsage(dir.FS())
			next = time.Now().Add(max(2*measureEvery, 2*measureShare*time.Since(begin)))
		}
		u.disk = disk
		return u
	}
}

// sessionUsage measures the processes of the session that c leads. They are all processes of the sandbox, since none
// may begin a session of its own.
func (c *child) sessionUsage() (u usage) {
	for _, pid := range processes() {
		if _, session := parentAndSession(pid); session != c.pid {
			continue
		}
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
		if err != nil {
			continue // it has just ended
		}
		u.processes++
		u.memory += (statusField(text, "RssAnon:") + statusField(text, "RssShmem:") + statusField(text, "VmPTE:")) << 10
	}
	return u
}

// processes lists the ids of all processes that this one sees.
func processes() (list []int) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // as far as it can be read
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

// entrySize is what a file or folder takes on a disk at least, in bytes.
const entrySize = 4096

// diskUsage returns the bytes that the files of a folder take on the disk. It skips files that disappear meanwhile.
func diskUsage(dir fs.FS) (n int64) {
	_ = fs.WalkDir(dir, ".", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		n += entrySize
		if info, err := entry.Info(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				n += stat.Blocks * 512
			}
		}
		return nil
	})
	return n
}
