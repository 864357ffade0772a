package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const maxAge = 30 * 24 * time.Hour

const failedPrefix = "failed-"

// A store is a folder of compiled programs and compilation errors, each named after the hash of its
// inputs. Complete entries are renamed into place, so processes can share a store.
type store struct{ dir string }

func openStore() (store, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "game-tui", "compiled")
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return store{}, errNoStore(err)
	}
	return store{dir}, nil
}

func errNoStore(err error) error {
	return fmt.Errorf("no folder for compiled programs: %w; set XDG_CACHE_HOME to a folder that you can write to", err)
}

const outputFile = "said"

// find returns the named entry unless it has expired. Each use extends a program's lifetime, but
// not an error's.
func (s store) find(name string) (dir string, output []string, ok bool) {
	dir = filepath.Join(s.dir, name)
	text, err := os.ReadFile(filepath.Join(dir, outputFile))
	if err != nil || isExpired(dir) {
		return "", nil, false
	}
	if !strings.HasPrefix(name, failedPrefix) {
		now := time.Now()
		_ = os.Chtimes(dir, now, now)
	}
	return dir, strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), true
}

// put adds an entry. fill writes its files and returns the compiler output. If another process has
// just added the entry, that one is kept.
func (s store) put(name string, fill func(dir string) (output []string, err error)) (dir string, output []string, err error) {
	made, err := os.MkdirTemp(s.dir, "new-")
	if err != nil {
		return "", nil, errNoStore(err)
	}
	defer os.RemoveAll(made)
	if output, err = fill(made); err != nil {
		return "", output, err
	}
	if err := os.WriteFile(filepath.Join(made, outputFile), []byte(strings.Join(output, "\n")), 0o600); err != nil {
		return "", nil, err
	}
	s.removeExpired()
	dir = filepath.Join(s.dir, name)
	if err := os.Rename(made, dir); err != nil && !errors.Is(err, os.ErrExist) {
		return "", nil, err
	}
	return dir, output, nil
}

// removeExpired removes expired entries and temporary folders left by killed processes.
func (s store) removeExpired() {
	list, _ := os.ReadDir(s.dir)
	for _, e := range list {
		if isExpired(filepath.Join(s.dir, e.Name())) {
			s.discard(e.Name())
		}
	}
}

func isExpired(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()) > maxAge
}

// discard removes an entry, starting with the file that makes it valid.
func (s store) discard(name string) {
	path := filepath.Join(s.dir, name)
	_ = os.Remove(filepath.Join(path, outputFile))
	_ = os.RemoveAll(path)
}

// keepFailure stores a compilation error. Write errors are ignored, because the source can be
// compiled again.
func (s store) keepFailure(name string, failed *Error) {
	s.discard(failedPrefix + name)
	_, _, _ = s.put(failedPrefix+name, func(string) ([]string, error) { return failed.Output, nil })
}
