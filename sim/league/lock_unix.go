//go:build unix

package league

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other programs from writing the file; it ends with the program.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}

// syncRefused reports whether a file system does not sync folders.
func syncRefused(err error) bool { return errors.Is(err, syscall.EINVAL) }
