package sandbox

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"game-tui/ai/process/sandbox/launch"
)

const (
	entrySize = 4096 // minimum size of a file or folder, in bytes
	maxDepth  = 64   // maximum depth of nested folders
)

// diskUsage returns the disk space of all files below a folder, or stops once it exceeds limit.
// Unreadable and deeply nested folders exceed any limit.
func diskUsage(dir *os.Root, limit int64) (bytes int64) {
	err := fs.WalkDir(dir.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.Count(path, "/") >= maxDepth {
			err = errors.New("too deep")
		}
		switch {
		case errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || IsOutOfResources(err):
			return nil // removed, or unknown
		case err != nil:
			return err
		}
		if info, err := d.Info(); err == nil && path != "." {
			bytes += entrySize + info.Sys().(*syscall.Stat_t).Blocks*512
		}
		if bytes > limit {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		return limit + 1
	}
	return bytes
}

// deletedFiles holds the sizes of deleted files that are still in use.
type deletedFiles map[inode]int64

type inode struct{ device, number uint64 }

// link adds the deleted target of a link in /proc.
func (d deletedFiles) link(path string) {
	var stat unix.Stat_t
	if unix.Stat(path, &stat) != nil || stat.Nlink > 0 {
		return
	}
	if kind := stat.Mode & unix.S_IFMT; kind == unix.S_IFREG || kind == unix.S_IFDIR {
		d[inode{stat.Dev, stat.Ino}] = entrySize + stat.Blocks*512
	}
}

// process adds the deleted files of a process. Mapped files have an unknown size and count as
// launch.MaxFile.
func (d deletedFiles) process(pid int) {
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
		if file := (inode{unix.Mkdev(uint32(major), uint32(minor)), number}); n == 7 && d[file] == 0 {
			d[file] = launch.MaxFile
		}
	}
}
