package source

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

// Run looks for changes until ctx ends.
func (f *Folder) Run(ctx context.Context, every time.Duration) {
	defer f.root.Close()
	for pause(ctx, every) {
		if err := f.Scan(ctx); err != nil && ctx.Err() == nil {
			f.log.Warn("look into the folder", "error", err)
		}
	}
}

// Scan brings the list up to date.
func (f *Folder) Scan(ctx context.Context) error {
	found, err := f.scan()
	if err != nil {
		return err
	}
	changed := f.merge(found)
	if f.lookInto(ctx) || changed {
		f.publish()
	}
	return nil
}

// scan lists the recordings of the folder, the newest first.
func (f *Folder) scan() ([]file, error) {
	dir, err := f.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var found []file
	for {
		entries, err := dir.ReadDir(512)
		for _, e := range entries {
			if name := e.Name(); !isRecording(name) || !e.Type().IsRegular() || strings.HasPrefix(name, ".") {
				continue
			}
			if info, err := e.Info(); err == nil {
				found = append(found, file{path: e.Name(), size: info.Size(), item: lobby.Item{When: info.ModTime()}})
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(found) > 4*maxFiles {
			found = newest(found)
		}
	}
	return newest(found), nil
}

func newest(list []file) []file {
	slices.SortFunc(list, func(a, b file) int {
		return cmp.Or(b.item.When.Compare(a.item.When), cmp.Compare(a.path, b.path))
	})
	return list[:min(len(list), maxFiles)]
}

func isRecording(name string) bool {
	return strings.HasSuffix(name, ".res") || strings.HasSuffix(name, ".res.gz")
}

// nameOf is the name of a file in the lobby: without what terminals, shells or
// paths could take for something else.
func nameOf(path string) string {
	name := []byte(strings.TrimSuffix(path, ".gz"))
	for i, c := range name {
		if !server.NameOK("x" + string(rune(c))) {
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

// merge takes over what was found and keeps what is known of files that are the same.
func (f *Folder) merge(found []file) (changed bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	files := make(map[string]*file, len(found))
	for i := range found {
		n := &found[i]
		name := nameOf(n.path)
		if files[name] != nil {
			continue // two files with nearly the same name: the newer one
		}
		if old := f.files[name]; old != nil && old.path == n.path && old.size == n.size && old.item.When.Equal(n.item.When) {
			n = old
		} else {
			changed = true
		}
		n.item.Name = name
		files[name] = n
	}
	changed = changed || len(files) != len(f.files)
	f.files = files
	return changed
}

// lookInto reads the headings of some files that are new.
func (f *Folder) lookInto(ctx context.Context) (changed bool) {
	f.mu.Lock()
	var list []*file
	for _, n := range f.files {
		if !n.headed {
			list = append(list, n)
		}
	}
	f.mu.Unlock()
	slices.SortFunc(list, func(a, b *file) int { return b.item.When.Compare(a.item.When) })
	for _, n := range list[:min(len(list), maxHeads)] {
		if ctx.Err() != nil {
			return changed
		}
		it := n.item
		f.readHeading(n.path, &it)
		f.mu.Lock()
		n.item, n.headed = it, true
		f.mu.Unlock()
		changed = true
	}
	return changed
}
