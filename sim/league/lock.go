package league

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

var ErrInUse = errors.New("another program is playing this tournament")

// Locked reports whether a program is writing a tournament file. It never makes a concurrent Resume
// fail.
func Locked(name string) (bool, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // do not wait for a writer of a pipe
	if err != nil {
		return false, err
	}
	defer f.Close()
	if err := checkRegular(f); err != nil {
		return false, err
	}
	// a shared lock for an instant
	ok, err := tryLock(f, shared)
	if !ok {
		return err == nil, err
	}
	return false, unlock(f)
}

func checkRegular(f *os.File) error {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", f.Name())
	}
	return err
}

// lock locks the file until it is closed or the program ends, or returns ErrInUse. It retries, because
// a program in Locked has a shared lock for an instant.
func lock(f *os.File) error {
	for range 200 {
		if ok, err := tryLock(f, exclusive); ok || err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return ErrInUse
}
