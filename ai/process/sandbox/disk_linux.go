package sandbox

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/sandbox/launch"
)

const (
	entrySize = 4096 // minimum size of a file or folder, in bytes
	maxDepth  = 64   // maximum depth of nested folders
)

// diskUsage returns the disk space of all files below a folder, or stops once it exceeds limit.
// Unreadable and deeply nested folders exceed any limit.
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
		return
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

// fails handles a folder that cannot be opened. It exceeds the limit unless it was removed or
// resources are exhausted.
func (w *diskWalk) fails(err error) {
	if !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ENOTDIR) && !IsOutOfResources(err) {
		w.bytes = w.limit + 1
	}
}

// deletedFiles sums the sizes of deleted files that are still in use.
type deletedFiles struct {
	bytes int64
	seen  map[inode]bool
}

type inode struct{ device, number uint64 }

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

// link adds the deleted target of a link in /proc.
func (d *deletedFiles) link(path string) {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil || stat.Nlink > 0 {
		return
	}
	if kind := stat.Mode & unix.S_IFMT; kind == unix.S_IFREG || kind == unix.S_IFDIR {
		d.add(inode{stat.Dev, stat.Ino}, entrySize+stat.Blocks*512)
	}
}

// process adds the deleted files of a process. Mapped files have an unknown size and count as
// launch.MaxFile.
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
