// Package infile opens files that come from outside: recordings, their notes,
// configurations, keys, passwords. Whatever lies under a path, a pipe, a device or
// a file system that hangs, opening and reading end, with an error in words, and
// nothing but the caller waits meanwhile.
package infile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a regular file that is open for reading. It is used by one goroutine.
type File struct {
	ctx  context.Context
	key  string
	file *os.File
	info fs.FileInfo
	buf  []byte // of the read under way
	rest []byte // that was read and not taken
	err  error
}

// chunk is how much is read at once.
const chunk = 128 << 10

// folder is what files are opened in: the whole file system, or an os.Root.
type folder interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

// anywhere is the whole file system.
type anywhere struct{}

func (anywhere) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// Open opens a regular file; anything else is refused with a *KindError. Opening
// and reading end with ctx, and with ErrSilent where the file system does not
// answer. Errors are *fs.PathError.
func Open(ctx context.Context, path string) (*File, error) {
	return open(ctx, anywhere{}, path, path)
}

// OpenIn opens a regular file of a folder like Open; no link leads out of it.
func OpenIn(ctx context.Context, root *os.Root, path string) (*File, error) {
	return open(ctx, root, path, filepath.Join(root.Name(), path))
}

func open(ctx context.Context, in folder, path, key string) (*File, error) {
	f, err := Await(ctx, key, func() (*File, error) { return openNow(in, path) }, func(f *File) { f.file.Close() })
	if err != nil {
		if _, ok := errors.AsType[*fs.PathError](err); !ok {
			err = &fs.PathError{Op: "open", Path: path, Err: err}
		}
		return nil, err
	}
	f.ctx, f.key = ctx, key
	return f, nil
}

// openNow looks before it opens, since opening alone makes some devices act, and
// again afterwards, since the file may be another one by then. Opening does not
// wait for the other end of a pipe or the lease of another process.
func openNow(in folder, path string) (*File, error) {
	info, err := in.Stat(path)
	if err == nil {
		err = regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := in.OpenFile(path, os.O_RDONLY|NoWait, 0)
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
	return &File{file: file, info: info}, nil
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

// Info is what the file was when it was opened.
func (f *File) Info() fs.FileInfo { return f.info }

// Read reads like os.File, but does not wait for ever.
func (f *File) Read(p []byte) (int, error) {
	if len(f.rest) == 0 && (f.err == nil || f.err == io.EOF) && len(p) > 0 { // it may have grown
		if f.buf == nil {
			f.buf = make([]byte, chunk)
		}
		buf := f.buf
		n, err := Await(f.ctx, f.key, func() (int, error) { return f.file.Read(buf) }, nil)
		f.rest, f.err = buf[:n], err
		if errors.Is(err, ErrSilent) || f.ctx.Err() != nil {
			f.rest = nil // the buffer belongs to the call that has not come back
		}
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, f.err
	}
	return n, nil
}

// Close closes the file, also under a read that hangs.
func (f *File) Close() error {
	go f.file.Close() // a network file system may hang even here
	return nil
}

// Text reads a whole file of at most limit bytes.
func Text(ctx context.Context, path string, limit int64) ([]byte, error) {
	f, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Text(limit)
}

// Text reads what is left of the file, at most limit bytes.
func (f *File) Text(limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("larger than %d KiB", limit>>10)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: f.key, Err: bare(err)}
	}
	return text, nil
}

// bare takes the operation and the path off an error.
func bare(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}
