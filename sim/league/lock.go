package league

import (
	"cmp"
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
	return held(f)
}

func checkRegular(f *os.File) error {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a regular file", f.Name())
	}
	return err
}

// A program in held has a shared lock for an instant, so lock retries.
const (
	lockTries = 1000
	lockPause = time.Millisecond
)

// lock locks the file until it is closed or the program ends, or returns ErrInUse.
func lock(f *os.File) error {
	for range lockTries {
		if ok, err := tryLock(f, exclusive); ok || err != nil {
			return err
		}
		if inUse, err := held(f); inUse || err != nil {
			return cmp.Or(err, ErrInUse)
		}
		time.Sleep(lockPause)
	}
	return ErrInUse
}

// held reports whether another program has locked the file. It takes a shared lock for an instant.
func held(f *os.File) (bool, error) {
	ok, err := tryLock(f, shared)
	if !ok {
		return err == nil, err
	}
	return false, unlock(f)
}
