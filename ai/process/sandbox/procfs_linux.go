package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

func processes() []int { return numbersIn("/proc") }

func threads(pid int) []int { return numbersIn(procFile(pid, "task")) }

func numbersIn(folder string) (list []int) {
	dir, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if n, err := strconv.Atoi(name); err == nil {
			list = append(list, n)
		}
	}
	return list
}

func procFile(pid int, names ...string) string {
	return strings.Join(append([]string{"/proc", strconv.Itoa(pid)}, names...), "/")
}

// liveFolderAndStatus returns the /proc folder and the status of a process. If the first thread has
// ended, it uses another, because ended threads show no memory.
func liveFolderAndStatus(pid int) (folder string, status []byte) {
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

// statusField returns a number from a status file in /proc, or 0 if the field is missing.
func statusField(text []byte, key string) int64 {
	_, rest, _ := bytes.Cut(text, []byte("\n"+key))
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	number, _, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
	n, _ := strconv.ParseInt(number, 10, 64)
	return n
}

// countMappings counts a process's memory mappings. It may stop once the count exceeds limit.
func countMappings(folder string, limit int) (n int) {
	f, err := os.Open(folder + "/maps")
	if err != nil {
		return 0
	}
	defer f.Close()
	for b := make([]byte, 64<<10); n <= limit; {
		k, err := f.Read(b)
		n += bytes.Count(b[:k], []byte{'\n'})
		if err != nil {
			break
		}
	}
	return n
}

// AvailableMemory returns the memory that programs can still allocate, in bytes.
func AvailableMemory() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	return statusField(text, "MemAvailable:") << 10
}

func parentAndSession(pid int) (parent, session int) {
	f := statFields(procFile(pid, "stat"))
	if len(f) < 4 {
		return 0, 0
	}
	parent, _ = strconv.Atoi(string(f[1]))
	session, _ = strconv.Atoi(string(f[3]))
	return parent, session
}

// statFields returns the fields of a stat file after the program name, which may contain any
// characters.
func statFields(path string) [][]byte {
	text, _ := os.ReadFile(path)
	return bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
}
