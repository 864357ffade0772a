package league

import (
	"errors"
	"io"
	"os"
	"syscall"
	"unsafe"

	"game-tui/sim/fileop"
)

// The standard library does not export these calls. Lock libraries lock the whole file, so that
// other programs could not read it.
var (
	kernel       = syscall.NewLazyDLL("kernel32.dll")
	lockFileEx   = kernel.NewProc("LockFileEx")
	unlockFileEx = kernel.NewProc("UnlockFileEx")
)

// Several programs can hold a shared lock.
const (
	exclusive = 2
	shared    = 0
)

// lockedHigh is the offset of the locked byte in units of 4 GiB. Windows does not let other
// programs read locked bytes, so it is far after the end of any record.
const lockedHigh = 1 << 30

// tryLock locks the file. It returns false if another program's lock prevents that.
func tryLock(f *os.File, kind uintptr) (bool, error) {
	const failImmediately, lockViolation = 1, syscall.Errno(33)
	at := syscall.Overlapped{OffsetHigh: lockedHigh}
	ok, _, err := lockFileEx.Call(f.Fd(), failImmediately|kind, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	if ok == 0 && !errors.Is(err, lockViolation) {
		return false, err
	}
	return ok != 0, nil
}

func unlock(f *os.File) error {
	at := syscall.Overlapped{OffsetHigh: lockedHigh}
	if ok, _, err := unlockFileEx.Call(f.Fd(), 0, 1, 0, uintptr(unsafe.Pointer(&at))); ok == 0 {
		return err
	}
	return nil
}

// replace renames the file made, called fresh, to the name of the record, and returns the file to
// write from now on, locked. Windows cannot rename open files, so it closes both first. If another
// program opens the record at that time, either renaming fails or that program has the new file.
// After an error the record is the old or the new one; if the lock is lost, the returned file is
// closed.
func replace(record, made syncWriter, fresh, name string) (syncWriter, error) {
	err := errors.Join(record.Close(), made.Close())
	if err == nil {
		err = fileop.Replace(fresh, name)
	}
	f, wrong := os.OpenFile(name, os.O_RDWR, 0)
	if wrong != nil {
		return record, errors.Join(err, wrong)
	}
	if wrong = lock(f); wrong != nil {
		return f, errors.Join(err, wrong, f.Close())
	}
	_, wrong = f.Seek(0, io.SeekEnd)
	return f, errors.Join(err, wrong)
}

func syncRefused(error) bool { return true }
