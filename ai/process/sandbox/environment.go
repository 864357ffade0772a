package sandbox

import (
	"os"
	"path/filepath"
	"strings"

	"game-tui/ai/process/resolve"
)

// environment is that of a player: no more than
// programs need, for there may be secrets in the rest. Without a sandbox it is
// the user's own, so that a player runs as it does in their shell.
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
