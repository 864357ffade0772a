package process

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

// procFile is the path of a file in the folder of a process, or of a thread.
func procFile(pid int, names ...string) string {
	return "/proc/" + strconv.Itoa(pid) + "/" + strings.Join(names, "/")
}

// processStatus reads the status of a process from a thread that lives: the first one may have ended before the others, and then its
// status has no memory. It is empty where there is no such process.
func processStatus(pid int) []byte {
	text, _ := os.ReadFile(procFile(pid, "status"))
	if bytes.Contains(text, []byte("\nVmRSS:")) || statusField(text, "Threads:") < 2 {
		return text
	}
	for _, id := range threads(pid) {
		if other, _ := os.ReadFile(procFile(pid, "task", strconv.Itoa(id), "status")); bytes.Contains(other, []byte("\nVmRSS:")) {
			return other
		}
	}
	return text
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
