package resolve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A PinnedFile is a checked file or folder. It stays open until the launcher has inherited it,
// because its path may be replaced.
type PinnedFile struct {
	*os.File
	Info os.FileInfo
}

// errIrregular is returned for files that are not opened, because opening them could block or have
// side effects.
var errIrregular = errors.New("not a regular file")

func Pin(path string) (*PinnedFile, error) { return openPinned(path, os.Stat, os.OpenFile) }

// PinIn is like Pin for a name below root. Symbolic links must not leave root.
func PinIn(root *os.Root, name string) (*PinnedFile, error) {
	return openPinned(name, root.Stat, root.OpenFile)
}

func openPinned(path string, stat func(string) (os.FileInfo, error), open func(string, int, os.FileMode) (*os.File, error)) (*PinnedFile, error) {
	if info, err := stat(path); err != nil {
		return nil, err
	} else if !isOrdinary(info) {
		return nil, errIrregular
	}
	f, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // O_NONBLOCK in case the file was replaced by a pipe
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !isOrdinary(info) {
		err = errIrregular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &PinnedFile{f, info}, nil
}

func isOrdinary(info os.FileInfo) bool { return info.Mode().IsRegular() || info.IsDir() }

// checkLink returns an error if path is a link out of its folder. Otherwise an untrusted link could
// make any file readable.
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
	return &LinkError{path}
}

// A LinkError means that a path is a link out of its folder.
type LinkError struct{ path string }

func (e *LinkError) Error() string {
	return e.path + " is a link out of its folder: if you mean its target type that"
}

func errChanging(path string) error { return fmt.Errorf("%s is being changed", path) }
