package process

import (
	"os"
	"path/filepath"
	"strings"
)

// environment is what a player is told of its surroundings: no more than
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
	if list := libraryPath(); len(list) > 0 {
		env = append(env, libraryKey+"="+strings.Join(list, string(filepath.ListSeparator)))
	}
	return env
}

const libraryKey = "LD_LIBRARY_PATH"

// libraryPath lists the user's own folders of libraries. Others than whole paths
// would mean the folder that the launcher runs in, which may be a player's.
func libraryPath() (list []string) {
	for _, dir := range filepath.SplitList(os.Getenv(libraryKey)) {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && !isCommon(info) {
			list = append(list, dir)
		}
	}
	return list
}
