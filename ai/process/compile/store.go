package compile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	compiledFor = 30 * 24 * time.Hour // how long an entry is kept after it was last used, and a failure after it was stored
	passingFor  = 24 * time.Hour      // how long files are kept that only belong to a running program
)

// Prefixes of names in the store that are no entries.
const (
	newPrefix  = "new-"
	lockPrefix = "lock-"
)

// A compiledStore is the folder that keeps what compilers made, and which sources do not compile. Each entry is a folder
// named by a hash of all that it depends on. An entry is renamed into place once it is complete, so several programs can
// use the store at a time, and one that is killed leaves no partial entry.
type compiledStore struct{ dir string }

// openCompiledStore returns the store of this user, which it creates if necessary.
func openCompiledStore() (compiledStore, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "game-tui", "compiled")
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return compiledStore{}, noStore(err)
	}
	return compiledStore{dir}, nil
}

func noStore(err error) error {
	return fmt.Errorf("no folder for compiled programs: %w; set XDG_CACHE_HOME to one that you can write to", err)
}

// saidFile is the file of an entry that holds what compilers printed.
const saidFile = "said"

// find returns the folder of an entry and what compilers printed, if the entry exists.
func (s compiledStore) find(name string) (dir string, said []string, ok bool) {
	dir = filepath.Join(s.dir, name)
	text, err := os.ReadFile(filepath.Join(dir, saidFile))
	return dir, strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' }), err == nil
}

// touch has an entry kept from now on. In a store that cannot be written to it does nothing.
func (s compiledStore) touch(name string) {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(s.dir, name), now, now)
}

// put adds an entry: fill writes its files into a folder and returns what compilers printed. If another program has added
// it meanwhile, that one stays.
func (s compiledStore) put(name string, fill func(dir string) (said []string, err error)) (dir string, said []string, err error) {
	made, err := os.MkdirTemp(s.dir, newPrefix)
	if err != nil {
		return "", nil, noStore(err)
	}
	defer os.RemoveAll(made) // nothing, once it is renamed
	if said, err = fill(made); err != nil {
		return "", said, err
	}
	if err := os.WriteFile(filepath.Join(made, saidFile), []byte(strings.Join(said, "\n")), 0o600); err != nil {
		return "", nil, err
	}
	s.forget()
	dir = filepath.Join(s.dir, name)
	if err := os.Rename(made, dir); err != nil && !errors.Is(err, os.ErrExist) {
		return "", nil, err
	}
	return dir, said, nil
}

// forget removes entries that have not been used for long, and leftovers of programs that were killed.
func (s compiledStore) forget() {
	list, _ := os.ReadDir(s.dir)
	for _, e := range list {
		path := filepath.Join(s.dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), newPrefix), strings.HasPrefix(e.Name(), lockPrefix):
			if isOlder(path, passingFor) {
				_ = os.RemoveAll(path)
			}
		case isOlder(path, compiledFor):
			s.discard(e.Name())
		}
	}
}

// isOlder reports whether a file was last changed longer ago than age.
func isOlder(path string, age time.Duration) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()) > age
}

// discard removes an entry. Other programs never see half of it.
func (s compiledStore) discard(name string) {
	old, err := os.MkdirTemp(s.dir, newPrefix)
	if err != nil {
		return
	}
	_ = os.Rename(filepath.Join(s.dir, name), filepath.Join(old, name)) // another program may have removed it
	_ = os.RemoveAll(old)
}

// failedPrefix begins the names of entries of sources that do not compile.
const failedPrefix = "failed-"

// failure returns the error of a source that did not compile, or nil if none is kept. It is not touched: after compiledFor
// the source is compiled again, whatever has changed on this system.
func (s compiledStore) failure(name string) *CompileError {
	if dir, said, ok := s.find(failedPrefix + name); ok && !isOlder(dir, compiledFor) {
		return &CompileError{Said: said, Remembered: true}
	}
	return nil
}

// keepFailure keeps the error of a source that does not compile, in place of an older one. Errors are ignored: then the
// source is compiled again.
func (s compiledStore) keepFailure(name string, failed *CompileError) {
	s.discard(failedPrefix + name)
	_, _, _ = s.put(failedPrefix+name, func(string) ([]string, error) { return failed.Said, nil })
}
