//go:build unix

package league

import (
	"cmp"
	"errors"
	"os"
	"syscall"
	"time"
)

// Another program that calls held keeps lock from its lock for an instant. lock then tries again.
const (
	lockTries = 1000
	lockPause = time.Millisecond
)

// lock locks the file until it is closed, or until the program ends. It returns ErrInUse if another
// program has locked it.
func lock(f *os.File) error {
	for range lockTries {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return err
		}
		if inUse, err := held(f); inUse || err != nil {
			return cmp.Or(err, ErrInUse)
		}
		time.Sleep(lockPause)
	}
	return ErrInUse
}

// held reports whether another program has locked the file. To find out, it takes a shared lock for
// an instant; concurrent calls of held and lock still succeed.
func held(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return false, syscall.Flock(int(f.Fd()), syscall.LOCK_UN)
}

// syncRefused reports whether a file system does not sync folders.
func syncRefused(err error) bool { return errors.Is(err, syscall.EINVAL) }
