package resolve

import (
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
)

// isSharedFolder reports whether a folder is, or contains, the user's home or temporary folder. It
// compares files, because a folder can have several paths.
func isSharedFolder(info os.FileInfo) bool {
	return slices.ContainsFunc(append(homes(), temporaryFolders()...), func(shared string) bool {
		real, err := filepath.EvalSymlinks(shared)
		return contains(info, shared) || err == nil && contains(info, real)
	})
}

// contains reports whether path is folder or below it.
func contains(folder os.FileInfo, path string) bool {
	for filepath.IsAbs(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(folder, info) {
			return true
		}
		above := filepath.Dir(path)
		if above == path {
			return false
		}
		path = above
	}
	return false
}

// homes returns the user's home folders. They come from the environment, the user database and,
// under sudo, the calling user.
func homes() (list []string) {
	if home, err := os.UserHomeDir(); err == nil {
		list = append(list, home)
	}
	if u, err := user.Current(); err == nil {
		list = append(list, u.HomeDir)
	}
	if id := os.Getenv("SUDO_UID"); id != "" {
		if u, err := user.LookupId(id); err == nil {
			list = append(list, u.HomeDir)
		}
	}
	return list
}

func temporaryFolders() []string {
	list := []string{os.TempDir()}
	if runtime.GOOS != "windows" {
		list = append(list, "/tmp", "/var/tmp", "/dev/shm")
	}
	return list
}
