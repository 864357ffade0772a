package sandbox

import (
	"os"
	"path/filepath"
	"strings"

	"game-tui/ai/process/resolve"
	"game-tui/sim"
)

// Options say how a player is started.
type Options struct {
	Limits sim.Limits
	Mode   Mode
	// Traced programs may map more memory than they may hold. If one exceeds a limit, it gets
	// SIGABRT and some time to print where it is.
	Traced bool
}

// Usage is what a program has used in a match, as far as the system shows it.
type Usage struct {
	Limits       sim.Limits // of this program
	Kit          bool
	Memory       int64  // peak, in bytes
	AddressSpace int64  // peak, in bytes
	Threads      int    // most after an answer
	Processes    int    // most that it had started, after an answer
	File         string // one that it had open after an answer, or empty
}

// environment returns the environment of a player. In a sandbox it has only what programs need,
// since the user's may contain secrets.
func environment(mode Mode) []string {
	if mode == Off {
		return os.Environ()
	}
	env := []string{
		"LANG=C.UTF-8",
		"PYTHONDONTWRITEBYTECODE=1", // files cannot be written anyway
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
