package sandbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// RemoveTree removes a compiler's folder, whatever its depth and file modes. It moves nested files
// up instead of recursing.
func RemoveTree(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	prefix := "moved-" + rand.Text() + "-" // unpredictable for compilers
	moved := 0
	err = forEachName(root, ".", func(name string) error {
		if root.Remove(name) == nil {
			return nil
		}
		_ = root.Chmod(name, 0o700)
		err := forEachName(root, name, func(below string) error {
			moved++
			below = filepath.Join(name, below)
			if info, err := root.Lstat(below); err == nil && info.IsDir() {
				_ = root.Chmod(below, 0o700) // moving the folder requires these permissions
			}
			return root.Rename(below, fmt.Sprint(prefix, moved))
		})
		return errors.Join(err, root.Remove(name))
	})
	return errors.Join(err, os.Remove(dir))
}

// forEachName calls handle for the names in a folder until it is empty. handle must remove or move
// each file.
func forEachName(root *os.Root, folder string, handle func(name string) error) error {
	for {
		f, err := root.Open(folder)
		if err != nil {
			return err
		}
		names, err := f.Readdirnames(256)
		f.Close()
		if errors.Is(err, io.EOF) {
			return nil
		}
		for _, name := range names {
			err = errors.Join(err, handle(name))
		}
		if err != nil {
			return err
		}
	}
}
