//go:build unix

package league

import (
	"cmp"
	"errors"
	"os"
	"syscall"
	"time"
)

// While others only ask for the lock, lock tries again, so many times and with such a pause.
const (
	lockTries = 1000
	lockPause = time.Millisecond
)

// lock keeps other programs from writing the file; it ends with the program. It returns ErrInUse if
// another program has the lock.
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

// held reports whether another program has the lock of the file. To find out, it shares the lock
// for an instant, which makes no other call of held or lock fail.
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
