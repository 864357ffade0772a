package sandbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// RemoveTree removes a folder that a compiler has written, with any depth and any modes. It moves
// nested folders up instead of recursing.
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
		if _, err := top.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
}

// movedPrefix begins names that no compiler can foresee.
var movedPrefix = "moved-" + rand.Text() + "-"

// removeEntry removes a file, or a folder after it has moved the folders in it up to top. moved
// numbers these.
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
				_ = unix.Fchmodat(fd, below, 0o700, 0) // or it cannot be moved
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

// openUnlocked opens a folder of any mode.
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
