package league

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// ErrInUse says that another program is writing the record.
var ErrInUse = errors.New("another program is playing this tournament")

// Locked reports whether a program is playing the tournament with this record. Asking does not keep
// other programs from opening the record. On systems without locks it returns errors.ErrUnsupported.
func Locked(name string) (bool, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // do not wait for the other end of a pipe
	if err != nil {
		return false, err
	}
	defer f.Close()
	if err := ordinary(f); err != nil {
		return false, err
	}
	return held(f)
}

// ordinary returns an error if an open file is a folder, a pipe or a device.
func ordinary(f *os.File) error {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is no ordinary file", f.Name())
	}
	return err
}
