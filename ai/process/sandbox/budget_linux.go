package sandbox

import (
	"os"
	"time"
)

// gauges returns gauges for the processes of the sandbox and for the files below dir, which may be
// nil.
func (c *Process) gauges(dir *os.Root, limit int64) []gauge {
	list := []gauge{{20 * time.Millisecond, 10, c.sessionUsage}}
	if dir != nil {
		list = append(list, gauge{40 * time.Millisecond, 4, func() totals { return totals{disk: c.sessionDisk(dir, limit)} }})
	}
	return list
}

// session returns the IDs of all processes in the sandbox.
func (c *Process) session() (list []int) {
	for _, pid := range processes() {
		if _, session := parentAndSession(pid); session == c.pid {
			list = append(list, pid)
		}
	}
	return list
}

func (c *Process) sessionUsage() (u totals) {
	for _, pid := range c.session() {
		folder, text := liveFolder(pid)
		u.processes++
		if u.mappings += countMappings(folder, maxMappings); u.mappings > maxMappings {
			return u
		}
		u.threads += int(statusField(text, "Threads:"))
		u.memory += (statusField(text, "RssAnon:") + statusField(text, "RssShmem:") + statusField(text, "VmPTE:")) << 10
	}
	return u
}

// sessionDisk returns the disk space of files below dir and of deleted files in use.
func (c *Process) sessionDisk(dir *os.Root, limit int64) int64 {
	n := diskUsage(dir, limit)
	if n > limit {
		return n
	}
	var deleted deletedFiles
	for _, pid := range c.session() {
		deleted.process(pid)
	}
	return n + deleted.bytes
}
