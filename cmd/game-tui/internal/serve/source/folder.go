package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/match"
	"game-tui/tui/sshd"
	"game-tui/tui/view/lobby"
)

// maxFiles is the maximum number of recordings listed; the newest are kept.
const maxFiles = 5000

// A Folder serves the recordings of a folder. It opens files on demand and does not follow links
// out of the folder.
type Folder struct {
	root *os.Root
	log  *slog.Logger

	mu     sync.Mutex
	files  map[string]*file // by name in the lobby; replaced by scan alone
	list   []lobby.Item
	onList func() // called when the list changes
}

type file struct {
	path     string
	size     int64
	item     lobby.Item // its row in the lobby
	finished bool       // whether its result has been read
}

// NewFolder lists the recordings of a folder. Run keeps the list up to date.
func NewFolder(dir string, l *slog.Logger) (*Folder, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("is no folder") // opening a pipe would block
	}
	var root *os.Root
	if err == nil {
		root, err = os.OpenRoot(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, files.Cause(err))
	}
	f := &Folder{root: root, log: l, files: map[string]*file{}, onList: func() {}}
	return f, f.scan()
}

// Run scans the folder for changes until ctx ends.
func (f *Folder) Run(ctx context.Context, every time.Duration) {
	defer f.root.Close()
	for pause(ctx, every) {
		if err := f.scan(); err != nil {
			f.log.Warn("look into the folder", "error", err)
		}
	}
}

// scan updates the list. It keeps what is known of unchanged files, and reads the headings of others.
func (f *Folder) scan() error {
	found, err := f.recordings()
	if err != nil {
		return err
	}
	files := make(map[string]*file, len(found))
	changed := false
	for _, n := range found {
		name := nameOf(n.path)
		if files[name] != nil {
			continue // two files with the same name in the lobby: keep the newer one
		}
		if old := f.files[name]; old != nil && old.path == n.path && old.size == n.size && old.item.When.Equal(n.item.When) {
			n = old
		} else {
			n.item.Name = name
			f.readHeading(n.path, &n.item)
			changed = true
		}
		files[name] = n
	}
	if changed || len(files) != len(f.files) {
		f.mu.Lock()
		f.files = files
		f.mu.Unlock()
		f.publish()
	}
	return nil
}

// recordings returns the recordings of the folder, newest first.
func (f *Folder) recordings() ([]*file, error) {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	var found []*file
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ".res") || !e.Type().IsRegular() || name[0] == '.' {
			continue
		}
		if info, err := e.Info(); err == nil {
			found = append(found, &file{path: name, size: info.Size(), item: lobby.Item{When: info.ModTime()}})
		}
	}
	slices.SortStableFunc(found, func(a, b *file) int { return b.item.When.Compare(a.item.When) })
	return found[:min(len(found), maxFiles)], nil
}

// nameOf returns the name of a file in the lobby, without characters that are special to terminals,
// shells or paths.
func nameOf(path string) string {
	name := []byte(strings.TrimSuffix(path, ".gz"))
	for i, c := range name {
		if !sshd.NameOK("x" + string(rune(c))) {
			name[i] = '_'
		}
	}
	if name[0] == '-' {
		name[0] = '_'
	}
	if len(name) > 60 {
		name = append(name[:56], ".res"...)
	}
	return string(name)
}

func (f *Folder) publish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]lobby.Item, 0, len(f.files))
	for _, n := range f.files {
		list = append(list, n.item)
	}
	slices.SortFunc(list, func(a, b lobby.Item) int {
		return cmp.Or(b.When.Compare(a.When), cmp.Compare(a.Name, b.Name))
	})
	f.list = list
	f.onList()
}

func (f *Folder) items() []lobby.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// notify sets the function to call when the list changes. It must not block.
func (f *Folder) notify(call func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.onList = call
}

func (f *Folder) find(name string) *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files[name]
}

func (f *Folder) open(ctx context.Context, name string, job sshd.Job) (sshd.Channel, error) {
	n := f.find(name)
	if n == nil {
		return nil, sshd.ErrNotFound
	}
	c := &recorded{folder: f, path: n.path}
	err := job(ctx, func(context.Context) (err error) {
		c.Record, err = f.read(n.path, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

type recorded struct {
	sshd.Single
	folder *Folder
	path   string
}

// Enrich adds what the recording does not contain by replaying it. It reads the file again, so that
// no text is kept in memory while jobs wait.
func (r *recorded) Enrich(ctx context.Context) {
	if text, err := r.folder.load(r.path); err == nil {
		match.Enrich(ctx, text, r.Record, ai.Find) // built-in players only, since the file is untrusted
	}
}
