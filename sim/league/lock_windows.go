package league

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// The standard library does not export these calls. Lock libraries lock the whole file, which would
// keep other programs from reading it.
var (
	kernel       = syscall.NewLazyDLL("kernel32.dll")
	lockFileEx   = kernel.NewProc("LockFileEx")
	unlockFileEx = kernel.NewProc("UnlockFileEx")
)

const (
	exclusive = 2
	shared    = 0
)

// lockOffsetHigh is the offset of the locked byte in units of 4 GiB. Other programs cannot read locked
// bytes on Windows, so it is far beyond the end of any file.
const lockOffsetHigh = 1 << 30

func tryLock(f *os.File, kind uintptr) (bool, error) {
	const failImmediately, lockViolation = 1, syscall.Errno(33)
	at := syscall.Overlapped{OffsetHigh: lockOffsetHigh}
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|kind, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	if ok == 0 && !errors.Is(err, lockViolation) {
		return false, err
	}
	return ok != 0, nil
}

func unlock(f *os.File) error {
	at := syscall.Overlapped{OffsetHigh: lockOffsetHigh}
	if ok, _, err := unlockFileEx.Call(f.Fd(), 0, 1, 0, uintptr(unsafe.Pointer(&at))); ok == 0 {
		return err
	}
	return nil
}

func syncRefused(error) bool { return true }
