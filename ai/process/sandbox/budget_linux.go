package sandbox

import "os"

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
func (c *Process) sessionDisk(dir *os.Root, limit int64) totals {
	n := diskUsage(dir, limit)
	deleted := deletedFiles{}
	for _, pid := range c.session() {
		deleted.process(pid)
	}
	for _, size := range deleted {
		n += size
	}
	return totals{disk: n}
}
