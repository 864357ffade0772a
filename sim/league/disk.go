package league

import (
	"errors"
	"io"
	"os"
)

// storage is what a Record needs of its file: os.File, or a test's that loses
// what was not synced.
type storage interface {
	io.Writer
	Sync() error
	Close() error
}

// disk makes files. The name of a new file is safe only when its folder is synced.
type disk interface {
	create(name string) (storage, error)
	syncDir(dir string) error
	remove(name string) error
}

// system is the disk of the machine.
type system struct{}

func (system) create(name string) (storage, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (system) syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !syncRefused(err) {
		return err
	}
	return nil
}

func (system) remove(name string) error { return os.Remove(name) }
