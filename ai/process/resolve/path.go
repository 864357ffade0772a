package resolve

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// LookPath is like exec.LookPath, but skips relative folders and shims of version managers.
func LookPath(name string) (string, error) {
	err := fmt.Errorf("no program named %s in PATH", name)
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path, missing := exec.LookPath(filepath.Join(dir, name))
		if missing != nil || !filepath.IsAbs(dir) {
			continue
		}
		if err = checkShim(path); err == nil {
			return path, nil
		}
	}
	return "", err
}

func checkShim(path string) error {
	if filepath.Base(filepath.Dir(path)) == "shims" {
		return fmt.Errorf("%s is a shim of a version manager: put the folder of the real program first in PATH", path)
	}
	return nil
}

// LookRealPath is like LookPath and resolves symbolic links.
func LookRealPath(name string) (string, error) {
	path, err := LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// onPath returns the path of a program below its folder in PATH, or an empty string. A player's
// link to that folder must not change where libraries are searched.
func onPath(path string) string {
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return ""
	}
	for _, entry := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(entry) {
			continue
		}
		if other, err := os.Stat(entry); err == nil && os.SameFile(info, other) {
			return filepath.Join(entry, filepath.Base(path))
		}
	}
	return ""
}
