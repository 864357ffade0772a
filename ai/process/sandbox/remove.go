package sandbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// RemoveTree removes a compiler's folder, regardless of its depth and file modes. It moves nested
// files up instead of recursing.
func RemoveTree(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	prefix := "moved-" + rand.Text() + "-" // compilers cannot predict these names
	for moved := 0; ; {
		names, err := readNameBatch(root, ".")
		if len(names) == 0 || err != nil {
			return errors.Join(err, os.Remove(dir))
		}
		for _, name := range names {
			if root.Remove(name) == nil {
				continue
			}
			_ = root.Chmod(name, 0o700)
			nested, err := readNameBatch(root, name)
			for _, below := range nested {
				moved++
				below = filepath.Join(name, below)
				if info, err := root.Lstat(below); err == nil && info.IsDir() {
					_ = root.Chmod(below, 0o700) // moving a folder requires these permissions
				}
				err = errors.Join(err, root.Rename(below, fmt.Sprint(prefix, moved)))
			}
			if len(nested) == 0 {
				err = errors.Join(err, root.Remove(name))
			}
			if err != nil {
				return err
			}
		}
	}
}

func readNameBatch(root *os.Root, folder string) ([]string, error) {
	f, err := root.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(256)
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	return names, err
}
