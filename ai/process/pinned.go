package process

import (
	"errors"
	"os"
	"syscall"
)

// pinnedFile is a file or folder that stays open from when it is looked at until the
// launcher has taken it over. What its name leads to may change meanwhile, by
// whoever can write to a folder on the way; what is held does not.
type pinnedFile struct {
	*os.File
	info os.FileInfo
}

// errNotRegular is why something is not opened: to open a pipe or a device may wait,
// or do something.
var errNotRegular = errors.New("no ordinary file")

// pin opens a file or folder; links are followed.
func pin(path string) (*pinnedFile, error) { return open(path, os.Stat, os.OpenFile) }

// pinIn opens a file or folder that lies below a folder. A link that leads out
// of it is an error.
func pinIn(root *os.Root, name string) (*pinnedFile, error) {
	return open(name, root.Stat, root.OpenFile)
}

func open(path string, stat func(string) (os.FileInfo, error), open func(string, int, os.FileMode) (*os.File, error)) (*pinnedFile, error) {
	if info, err := stat(path); err != nil {
		return nil, err
	} else if !ordinary(info) {
		return nil, errNotRegular
	}
	f, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have become a pipe
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !ordinary(info) {
		err = errNotRegular
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &pinnedFile{f, info}, nil
}

func ordinary(info os.FileInfo) bool { return info.Mode().IsRegular() || info.IsDir() }

// is says whether a path itself, without following a link, is what is held.
func (h *pinnedFile) is(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && os.SameFile(info, h.info)
}
