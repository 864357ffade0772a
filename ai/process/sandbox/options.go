package sandbox

import (
	"os"
	"path/filepath"
	"strings"

	"game-tui/ai/process/resolve"
	"game-tui/sim"
)

type Options struct {
	Limits sim.Limits
	Mode   Mode
	// Traced raises the limit on mapped memory. A program over a limit gets SIGABRT and some time
	// to print a stack trace.
	Traced bool
}

// Usage holds the resources that a program used in a match, or 0 where unknown.
type Usage struct {
	Limits       sim.Limits
	Kit          bool
	Memory       int64  // peak, in bytes
	AddressSpace int64  // peak, in bytes
	Threads      int    // maximum, sampled after each answer
	Processes    int    // maximum number of child processes, sampled after each answer
	File         string // a file that was open after an answer, or empty
}

// environment returns the environment of a player. In a sandbox it excludes the user's variables,
// which may be secrets.
func environment(mode Mode) []string {
	if mode == Off {
		return os.Environ()
	}
	env := []string{
		"LANG=C.UTF-8",
		"PYTHONDONTWRITEBYTECODE=1", // the sandbox is read-only anyway
	}
	for _, key := range []string{"PATH", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(key); ok {
			env = append(env, key+"="+v)
		}
	}
	if list := resolve.LibraryPath(); len(list) > 0 {
		env = append(env, resolve.LibraryPathVariable+"="+strings.Join(list, string(filepath.ListSeparator)))
	}
	return env
}
