package sandbox

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/sandbox/launch"
)

const (
	entrySize = 4096 // bytes that a file or folder takes on a disk at least
	maxDepth  = 64   // of folders in a folder that a compiler writes
)

// diskUsage returns the disk space in bytes of all files below a folder. It stops as soon as that exceeds limit. A folder
// that cannot be read, or is nested too deeply, counts as more than limit. Files that disappear meanwhile do not count.
func diskUsage(dir *os.Root, limit int64) int64 {
	w := diskWalk{limit: limit}
	if f, err := dir.Open("."); err == nil {
		w.folder(f, 1)
	} else {
		w.fails(err)
	}
	return w.bytes
}

type diskWalk struct{ bytes, limit int64 }

// folder adds what is in a folder, and closes it. It holds one descriptor and a few names of each level.
func (w *diskWalk) folder(f *os.File, depth int) {
	defer f.Close()
	for {
		names, err := f.Readdirnames(256)
		for _, name := range names {
			if w.entry(int(f.Fd()), name, depth); w.bytes > w.limit {
				return
			}
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
	case err != nil:
		w.fails(err)
	case depth < maxDepth:
		w.folder(os.NewFile(uintptr(fd), name), depth+1)
	default:
		_ = unix.Close(fd)
		w.bytes = w.limit + 1
	}
}

// fails handles a folder that cannot be opened. It is too much unless it is gone, or this system lacks resources at the
// moment.
func (w *diskWalk) fails(err error) {
	if !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ENOTDIR) && !IsOutOfResources(err) {
		w.bytes = w.limit + 1
	}
}

// deletedFiles adds up the disk space of files and folders that were deleted while processes had them open or mapped, or
// worked in them. The zero value is ready to use.
type deletedFiles struct {
	bytes int64
	seen  map[inode]bool
}

type inode struct{ device, number uint64 }

// add counts a file unless it was counted before.
func (d *deletedFiles) add(file inode, size int64) {
	if d.seen[file] {
		return
	}
	if d.seen == nil {
		d.seen = map[inode]bool{}
	}
	d.seen[file] = true
	d.bytes += size
}

// link adds what a link in /proc leads to, if that is a deleted file or folder.
func (d *deletedFiles) link(path string) {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil || stat.Nlink > 0 {
		return
	}
	if kind := stat.Mode & unix.S_IFMT; kind == unix.S_IFREG || kind == unix.S_IFDIR {
		d.add(inode{stat.Dev, stat.Ino}, entrySize+stat.Blocks*512)
	}
}

// process adds the files of a process. A mapped file counts as the largest file that a compiler may write, since its size
// is unknown: the mapping may be a small part of it.
func (d *deletedFiles) process(pid int) {
	folder, _ := liveFolder(pid)
	d.link(folder + "/cwd")
	for _, fd := range numbersIn(folder + "/fd") {
		d.link(folder + "/fd/" + strconv.Itoa(fd))
	}
	f, err := os.Open(folder + "/maps")
	if err != nil {
		return
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if !bytes.HasSuffix(lines.Bytes(), []byte(" (deleted)")) {
			continue
		}
		var from, to, offset, major, minor, number uint64
		var mode string
		n, _ := fmt.Sscanf(lines.Text(), "%x-%x %s %x %x:%x %d", &from, &to, &mode, &offset, &major, &minor, &number)
		if n == 7 {
			d.add(inode{unix.Mkdev(uint32(major), uint32(minor)), number}, launch.MaxFile)
		}
	}
}

// RemoveTree removes the working folder of a compiler, whatever its depth and modes. It does not recurse: it moves nested
// folders up to the top.
func RemoveTree(dir string) error {
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
	fd, err := openUnlocked(top, name)
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

// openUnlocked opens a folder in a folder after it has made it accessible to its owner.
func openUnlocked(folder int, name string) (int, error) {
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
