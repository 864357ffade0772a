//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// makeCopyDir makes a folder below tmp and locks it, and removes those that nobody holds.
func makeCopyDir(tmp, prefix string) (string, *os.File, error) {
	list, _ := os.ReadDir(tmp) // a folder that cannot be listed may be written
	for _, old := range list {
		path := filepath.Join(tmp, old.Name())
		if !strings.HasPrefix(old.Name(), prefix) {
			continue
		}
		if lock, err := lockMine(path); err == nil {
			_ = os.RemoveAll(path) // what is left there is nobody's
			lock.Close()
		}
	}
	for {
		path, err := os.MkdirTemp(tmp, prefix)
		if err != nil {
			return "", nil, err
		}
		lock, err := lockMine(path)
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, fs.ErrNotExist) { // else another command removes it
			return path, lock, err
		}
	}
}

// lockMine locks a folder of this user that nobody else holds; any other is an error. The lock ends
// with the program, or when it is closed.
func lockMine(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_DIRECTORY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		if sys, ok := info.Sys().(*syscall.Stat_t); !ok || int(sys.Uid) != os.Geteuid() {
			err = fs.ErrPermission
		}
	}
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		if now, gone := os.Lstat(path); gone != nil || !os.SameFile(now, info) {
			err = fs.ErrNotExist
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
