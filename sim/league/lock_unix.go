//go:build unix

package league

import (
	"errors"
	"os"
	"syscall"
)

const (
	exclusive = syscall.LOCK_EX
	shared    = syscall.LOCK_SH
)

// tryLock locks the file. It returns false if another program's lock prevents that.
func tryLock(f *os.File, kind int) (bool, error) {
	err := syscall.Flock(int(f.Fd()), kind|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

func syncRefused(err error) bool { return errors.Is(err, syscall.EINVAL) }
