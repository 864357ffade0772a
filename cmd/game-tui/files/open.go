package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Open opens a file that comes from outside: a recording, its notes, a configuration, a key. Only
// regular files are opened: a pipe or a device would make its reader wait. Anything else is refused
// with a *KindError. Errors are *fs.PathError.
func Open(path string) (*os.File, error) { return open(path, os.Stat, os.OpenFile) }

// OpenIn opens a regular file of a folder like Open; no link leads out of it.
func OpenIn(root *os.Root, path string) (*os.File, error) {
	return open(path, root.Stat, root.OpenFile)
}

// open looks before it opens, since opening alone makes some devices act, and
// again afterwards, since the file may be another one by then. Opening does not
// wait for the other end of a pipe or the lease of another process.
func open(path string, stat func(string) (fs.FileInfo, error), open func(string, int, fs.FileMode) (*os.File, error)) (*os.File, error) {
	info, err := stat(path)
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := open(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err = file.Stat()
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// KindError says that a path leads to something that is no regular file.
type KindError struct{ Mode fs.FileMode }

func (e *KindError) Error() string {
	switch {
	case e.Mode.IsDir():
		return "is a folder; name a file in it"
	case e.Mode&fs.ModeNamedPipe != 0:
		return "is a pipe, not a file"
	case e.Mode&fs.ModeSocket != 0:
		return "is a socket, not a file"
	case e.Mode&fs.ModeDevice != 0:
		return "is a device, not a file"
	}
	return "is no regular file"
}

func regular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: path, Err: &KindError{info.Mode()}}
}

// Text reads a whole file of at most limit bytes.
func Text(path string, limit int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("larger than %d KiB", limit>>10)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: Cause(err)}
	}
	return text, nil
}

// Cause takes the operation and the path off an error of package os.
func Cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
