package process

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	entrySize = 4096 // bytes that a file or folder takes on a disk at least
	maxDepth  = 64   // of folders in a folder that a compiler writes
)

// diskUsage returns the bytes that the files below a folder take on the disk, or more than limit as soon as it finds that
// much. A folder that cannot be read, or is nested too deeply, counts as too much. Files that disappear meanwhile do not count.
func diskUsage(dir *os.Root, limit int64) int64 {
	f, err := dir.Open(".")
	if err != nil {
		return math.MaxInt64
	}
	w := diskWalk{limit: limit}
	w.folder(f, 1)
	return w.bytes
}

type diskWalk struct{ bytes, limit int64 }

// folder adds what is in a folder, and closes it. It holds one descriptor and a few names of each level.
func (w *diskWalk) folder(f *os.File, depth int) {
	defer f.Close()
	for w.bytes <= w.limit {
		names, err := f.Readdirnames(256)
		for _, name := range names {
			w.entry(int(f.Fd()), name, depth)
		}
		if err != nil {
			return
		}
	}
}

func (w *diskWalk) entry(folder int, name string, depth int) {
	var stat unix.Stat_t
	if unix.Fstatat(folder, name, &stat, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return // it is gone
	}
	w.bytes += entrySize + stat.Blocks*512
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR || w.bytes > w.limit {
		return
	}
	fd, err := unix.Openat(folder, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	switch {
	case err == nil && depth < maxDepth:
		w.folder(os.NewFile(uintptr(fd), name), depth+1)
	case err == nil:
		_ = unix.Close(fd)
		fallthrough
	case !errors.Is(err, unix.ENOENT):
		w.bytes = math.MaxInt64
	}
}

// namelessUsage returns the bytes that a process keeps on the disk in files that have no name any more: those that it has open, and
// those that it has in memory and can write to.
func namelessUsage(pid int) (n int64) {
	for _, fd := range numbersIn(procFile(pid, "fd")) {
		var stat unix.Stat_t
		if unix.Stat(procFile(pid, "fd", strconv.Itoa(fd)), &stat) == nil && stat.Nlink == 0 && stat.Mode&unix.S_IFMT == unix.S_IFREG {
			n += stat.Blocks * 512
		}
	}
	f, err := os.Open(procFile(pid, "maps"))
	if err != nil {
		return n
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) < 2 || !bytes.HasSuffix(fields[1], []byte("s")) || !bytes.HasSuffix(lines.Bytes(), []byte(" (deleted)")) {
			continue
		}
		from, to, _ := strings.Cut(string(fields[0]), "-")
		first, err := strconv.ParseInt(from, 16, 64)
		last, err2 := strconv.ParseInt(to, 16, 64)
		if cmp.Or(err, err2) == nil {
			n += last - first
		}
	}
	return n
}

// removeTree removes a folder in which a compiler may have nested folders as deeply as it likes, or have shut them. Instead of
// descending, it moves what is in a folder up to the top.
func removeTree(dir string) error {
	top, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer top.Close()
	moved := 0
	for {
		names, err := top.Readdirnames(256)
		for _, name := range names {
			if err := removeEntry(int(top.Fd()), name, &moved); err != nil {
				return fmt.Errorf("remove %s: %w", dir, err)
			}
		}
		if len(names) > 0 {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err := unix.Rmdir(dir); !errors.Is(err, unix.ENOTEMPTY) {
			return err
		}
		if _, err := top.Seek(0, io.SeekStart); err != nil { // what was moved up
			return err
		}
	}
}

// movedPrefix begins names that no compiler could foresee.
var movedPrefix = "moved-" + rand.Text() + "-"

// removeEntry removes a file, or a folder whose folders it moves up to the top. moved counts these, to name them.
func removeEntry(top int, name string, moved *int) error {
	if err := unix.Unlinkat(top, name, 0); !errors.Is(err, unix.EISDIR) && !errors.Is(err, unix.EPERM) {
		return ignoreMissing(err)
	}
	fd, err := openShut(top, name)
	if err != nil {
		return ignoreMissing(err)
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	for {
		names, err := f.Readdirnames(256)
		for _, below := range names {
			if err := unix.Unlinkat(fd, below, 0); errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EPERM) {
				*moved++
				_ = unix.Fchmodat(fd, below, 0o700, 0) // or else it cannot be moved
				if err := unix.Renameat(fd, below, top, fmt.Sprint(movedPrefix, *moved)); err != nil {
					return err
				}
			} else if err != nil {
				return ignoreMissing(err)
			}
		}
		switch {
		case len(names) > 0:
			if _, err := f.Seek(0, io.SeekStart); err != nil {
				return err
			}
		case err != nil && !errors.Is(err, io.EOF):
			return err
		default:
			return unix.Unlinkat(top, name, unix.AT_REMOVEDIR)
		}
	}
}

// openShut opens a folder in a folder, for which it gives itself the rights.
func openShut(folder int, name string) (int, error) {
	if err := unix.Fchmodat(folder, name, 0o700, 0); err != nil {
		return -1, err
	}
	return unix.Openat(folder, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
}

func ignoreMissing(err error) error {
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}
