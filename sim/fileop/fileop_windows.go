package fileop

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// replace renames through an os.Root. Unlike os.Rename, this can replace a file that another
// program opened with FILE_SHARE_DELETE.
func replace(from, to string) error {
	folder, err := os.OpenRoot(filepath.Dir(to))
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Rename(filepath.Base(from), filepath.Base(to))
}

// removeAll works like os.RemoveAll, which fails under Wine 8.
func removeAll(path string) (err error) {
	var names []string
	_ = filepath.WalkDir(path, func(name string, _ fs.DirEntry, _ error) error { // os.Remove will report the error
		names = append(names, name)
		return nil
	})
	for _, name := range slices.Backward(names) {
		if wrong := os.Remove(name); !errors.Is(wrong, fs.ErrNotExist) {
			err = cmp.Or(err, wrong)
		}
	}
	return err
}

func inUse(err error) bool {
	const sharingViolation, lockViolation = syscall.Errno(32), syscall.Errno(33)
	return errors.Is(err, sharingViolation) || errors.Is(err, lockViolation) || errors.Is(err, syscall.ERROR_ACCESS_DENIED)
}
