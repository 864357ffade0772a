package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// processes lists the ids of all processes that this one sees.
func processes() []int { return numbersIn("/proc") }

// threads lists the ids of the threads of a process.
func threads(pid int) []int { return numbersIn(procFile(pid, "task")) }

// numbersIn lists the names in a folder that are numbers.
func numbersIn(folder string) (list []int) {
	dir, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1) // as far as it can be read
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// procFile returns the path of the folder of a process in /proc, or of a file in it.
func procFile(pid int, names ...string) string {
	return strings.Join(append([]string{"/proc", strconv.Itoa(pid)}, names...), "/")
}

// liveFolder returns the folder in /proc of a process and its status. If the first thread has ended before the others,
// they are those of another thread, since the first one has neither memory nor descriptors any more. The status of a process that
// does not exist is empty.
func liveFolder(pid int) (folder string, status []byte) {
	folder = procFile(pid)
	status, _ = os.ReadFile(folder + "/status")
	if bytes.Contains(status, []byte("\nVmRSS:")) || statusField(status, "Threads:") < 2 {
		return folder, status
	}
	for _, id := range threads(pid) {
		thread := procFile(pid, "task", strconv.Itoa(id))
		if other, _ := os.ReadFile(thread + "/status"); bytes.Contains(other, []byte("\nVmRSS:")) {
			return thread, other
		}
	}
	return folder, status
}

// statusField reads a number of /proc/PID/status; 0 where it is missing. The
// program's own name, which is the first line, cannot pass for another one.
func statusField(text []byte, key string) int64 {
	_, rest, _ := bytes.Cut(text, []byte("\n"+key))
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	number, _, _ := strings.Cut(strings.TrimSpace(string(line)), " ") // of kB, as a rule
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// countMappings returns how many mappings of memory the process of a folder in /proc has. It stops when there are more than most.
func countMappings(folder string, most int) (n int) {
	f, err := os.Open(folder + "/maps")
	if err != nil {
		return 0
	}
	defer f.Close()
	for b := make([]byte, 64<<10); n <= most; {
		k, err := f.Read(b)
		n += bytes.Count(b[:k], []byte{'\n'})
		if err != nil {
			break
		}
	}
	return n
}

// AvailableMemory returns how many bytes of memory programs can take now.
func AvailableMemory() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	return statusField(text, "MemAvailable:") << 10
}

// runDelay reads how long the first thread of a process was ready to run and had no core.
func runDelay(pid int) time.Duration {
	text, _ := os.ReadFile(procFile(pid, "schedstat"))
	if f := bytes.Fields(text); len(f) > 1 {
		n, _ := strconv.ParseInt(string(f[1]), 10, 64)
		return time.Duration(n)
	}
	return 0
}

// isBusy reports whether a thread of a process runs, or waits for a core or a disk. A process whose threads have all ended is
// busy, too: it is about to be gone.
func isBusy(pid int) bool {
	idle := false
	for _, id := range threads(pid) {
		switch fields := statFields(procFile(pid, "task", strconv.Itoa(id), "stat")); {
		case len(fields) == 0: // it has just ended
		case strings.ContainsAny(string(fields[0]), "RD"):
			return true
		case !strings.ContainsAny(string(fields[0]), "ZX"):
			idle = true
		}
	}
	return !idle
}

// parentAndSession reads two numbers of a process; 0 where there is no such process.
func parentAndSession(pid int) (parent, session int) {
	f := statFields(procFile(pid, "stat"))
	if len(f) < 4 {
		return 0, 0
	}
	parent, _ = strconv.Atoi(string(f[1]))
	session, _ = strconv.Atoi(string(f[3]))
	return parent, session
}

// statFields reads the fields of a stat file behind the name, which is in parentheses and may hold anything: the state, the
// parent, the group, the session and so on.
func statFields(path string) [][]byte {
	text, _ := os.ReadFile(path)
	return bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
}
