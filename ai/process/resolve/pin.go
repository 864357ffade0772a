package resolve

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A PinnedFile is a checked file or folder that stays open until the launcher has inherited it. Its
// path may lead elsewhere by then.
type PinnedFile struct {
	*os.File
	Info os.FileInfo
}

// An irregularError means that a file is not opened because that could block or have effects.
type irregularError struct{ mode os.FileMode }

func (e irregularError) Error() string {
	switch {
	case e.mode.IsDir():
		return "a folder"
	case e.mode&os.ModeNamedPipe != 0:
		return "a named pipe"
	case e.mode&os.ModeSocket != 0:
		return "a socket"
	case e.mode&os.ModeDevice != 0:
		return "a device"
	}
	return "not a regular file"
}

// Pin opens a file or folder.
func Pin(path string) (*PinnedFile, error) { return openPinned(path, os.Stat, os.OpenFile) }

// PinIn is Pin for a name below root. Links must not lead out of root.
func PinIn(root *os.Root, name string) (*PinnedFile, error) {
	return openPinned(name, root.Stat, root.OpenFile)
}

func openPinned(path string, stat func(string) (os.FileInfo, error), open func(string, int, os.FileMode) (*os.File, error)) (*PinnedFile, error) {
	if info, err := stat(path); err != nil {
		return nil, err
	} else if !isOrdinary(info) {
		return nil, irregularError{info.Mode()}
	}
	f, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have become a pipe
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !isOrdinary(info) {
		err = irregularError{info.Mode()}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &PinnedFile{f, info}, nil
}

func isOrdinary(info os.FileInfo) bool { return info.Mode().IsRegular() || info.IsDir() }

// checkLink returns an error if path is a link out of its folder: its author would choose what is
// read.
func checkLink(path string, f *PinnedFile) error {
	if info, err := os.Lstat(path); err == nil && os.SameFile(info, f.Info) {
		return nil
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	if info, err := root.Stat(filepath.Base(path)); err == nil && os.SameFile(info, f.Info) {
		return nil
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink == 0 {
		return errChanging(path)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	return &LinkError{path, real}
}

// A LinkError means that a path is a link out of its folder.
type LinkError struct{ Path, To string }

func (e *LinkError) Error() string {
	return fmt.Sprintf("%s is a link out of its folder, to %s: type that if you mean it", e.Path, e.To)
}

func errChanging(path string) error { return fmt.Errorf("%s is being changed", path) }
