package files

import (
	"io/fs"
	"os"
	"syscall"
)

// openFile opens a file for reading. As on Unix, other programs can still replace or remove it.
func openFile(path string, _ int, _ fs.FileMode) (*os.File, error) {
	name, err := syscall.UTF16PtrFromString(path)
	handle := syscall.InvalidHandle
	if err == nil {
		const share = syscall.FILE_SHARE_READ | syscall.FILE_SHARE_WRITE | syscall.FILE_SHARE_DELETE
		handle, err = syscall.CreateFile(name, syscall.GENERIC_READ, share, nil, syscall.OPEN_EXISTING, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(handle), path), nil
}
