package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

const (
	// MaxRecording is the size of the largest recording that is shown, unpacked.
	MaxRecording = res.MaxText
	// maxFiles is how many recordings of a folder are offered: the newest.
	maxFiles = 5000
	// maxKept bounds the texts whose records are kept though nobody watches them.
	maxKept = 64 << 20
	// maxHeads is how many new files are looked into at each visit of the folder.
	maxHeads = 100
)

// Folder is the recordings of a folder. Its files are opened when somebody wants
// to see them; links that lead out of it are not followed. No lock is held while
// the file system is asked, which may never answer.
type Folder struct {
	root   *os.Root
	games  []sim.Game
	log    *slog.Logger
	enrich func(ctx context.Context, text []byte, rec *record.Record)
	openIn func(ctx context.Context, root *os.Root, path string) (*infile.File, error)

	mu    sync.Mutex
	files map[string]*file // by name in the lobby
	list  []lobby.Item
	news  []func() // that hear of another list
	clock int      // counts openings, for the cache

	looked chan struct{} // somebody has asked for the list; one value at most
}

// openGC is by how many percent memory may grow, while a recording is opened,
// before what is of no use any more is collected.
const openGC = 20

// file is one recording.
type file struct {
	path string
	size int64
	when time.Time
	head *heading // nil: not looked into yet

	result *lobby.Result // nil: not read yet

	record *record.Record // while somebody watches, and as long as there is room
	rich   bool           // all is known of it that can be
	text   int64          // size of the text that the record was read from
	used   int
	open   int
}

// NewFolder opens a folder; Run fills it. enrich finds out what a recording does
// not say, after it has been opened.
func NewFolder(ctx context.Context, dir string, games []sim.Game, enrich func(context.Context, []byte, *record.Record), l *slog.Logger) (*Folder, error) {
	root, err := infile.Await(ctx, dir, func() (*os.Root, error) {
		if info, err := os.Stat(dir); err != nil {
			return nil, err
		} else if !info.IsDir() {
			return nil, errors.New("is no folder") // opening a pipe would wait
		}
		return os.OpenRoot(dir)
	}, func(r *os.Root) { r.Close() })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, cause(err))
	}
	return &Folder{root: root, games: games, enrich: enrich, log: l, openIn: infile.OpenIn,
		files: map[string]*file{}, looked: make(chan struct{}, 1)}, nil
}

func cause(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

// Run looks for changes until ctx ends.
func (f *Folder) Run(ctx context.Context, every time.Duration) {
	defer func() { go f.root.Close() }() // which may hang as well
	for pause(ctx, every) {
		if err := f.Scan(ctx); err != nil && ctx.Err() == nil {
			f.log.Warn("look into the folder", "error", err)
		}
	}
}

// Scan brings the list up to date.
func (f *Folder) Scan(ctx context.Context) error {
	found, err := infile.Await(ctx, f.root.Name(), f.read, nil)
	if err != nil {
		return err
	}
	changed := f.merge(found)
	if f.lookInto(ctx) || changed {
		f.publish()
	}
	return nil
}

// read lists the recordings of the folder, the newest first.
func (f *Folder) read() ([]file, error) {
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
				found = append(found, file{path: e.Name(), size: info.Size(), when: info.ModTime()})
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
		return cmp.Or(b.when.Compare(a.when), cmp.Compare(a.path, b.path))
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
		if old := f.files[name]; old != nil && old.path == n.path && old.size == n.size && old.when.Equal(n.when) {
			n = old
		} else {
			changed = true
		}
		files[name] = n
	}
	changed = changed || len(files) != len(f.files)
	f.files = files
	return changed
}

// lookInto reads the headings of some files that are new. Where one cannot be
// read for want of an answer, the others have their turn at the next visit.
func (f *Folder) lookInto(ctx context.Context) (changed bool) {
	f.mu.Lock()
	var list []*file
	for _, n := range f.files {
		if n.head == nil {
			list = append(list, n)
		}
	}
	f.mu.Unlock()
	slices.SortFunc(list, func(a, b *file) int { return b.when.Compare(a.when) })
	for _, n := range list[:min(len(list), maxHeads)] {
		h, err := f.readHeading(ctx, n.path)
		if ctx.Err() != nil {
			return changed
		}
		f.mu.Lock()
		n.head = h
		f.mu.Unlock()
		changed = true
		if errors.Is(err, infile.ErrSilent) {
			return changed
		}
	}
	return changed
}

func (f *Folder) publish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]lobby.Item, 0, len(f.files))
	for name, n := range f.files {
		it := lobby.Item{Name: name, When: n.when}
		if n.head != nil {
			it.Title, it.Origin, it.Detail = n.head.title, n.head.origin, n.head.detail
		}
		if n.result != nil {
			it.Result = *n.result
		}
		list = append(list, it)
	}
	slices.SortFunc(list, func(a, b lobby.Item) int {
		return cmp.Or(b.When.Compare(a.When), cmp.Compare(a.Name, b.Name))
	})
	f.list = list
	for _, news := range f.news {
		news()
	}
}

func (f *Folder) items() []lobby.Item {
	f.look()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// tell calls news, which must not wait, whenever the list has become another one.
func (f *Folder) tell(news func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.news = append(f.news, news)
}

// find returns a file by its name in the lobby.
func (f *Folder) find(name string) *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files[name]
}

// maxReading is how long reading and understanding a recording may take: a file
// system that gives a byte now and then holds up others no longer.
const maxReading = 30 * time.Second

// open opens a recording, from memory where it was shown a short time ago.
func (f *Folder) open(ctx context.Context, name string, job server.Job) (server.Channel, error) {
	n := f.find(name)
	if n == nil {
		return nil, server.ErrNotFound
	}
	if rec := f.take(n); rec != nil {
		return &recorded{f, n, rec}, nil
	}
	r, err := f.reader(ctx, n.path) // before the job, which must not wait for a file that does not answer
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	defer r.Close()
	c := &recorded{folder: f, file: n}
	err = job(ctx, func(ctx context.Context) error {
		if c.record = f.take(n); c.record != nil {
			return nil
		}
		// One large recording must not double the memory of the process meanwhile.
		defer debug.SetGCPercent(debug.SetGCPercent(openGC))
		rec, size, err := f.readWhole(ctx, r, name)
		if err != nil {
			return err
		}
		c.record = f.keep(n, rec, size)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// readWhole reads a recording; size is that of its text.
func (f *Folder) readWhole(ctx context.Context, r *reader, name string) (rec *record.Record, size int64, err error) {
	text, err := r.text(ctx)
	if err != nil {
		return nil, 0, res.At(name, text, cause(err))
	}
	if rec, _, err = res.Read(text, f.games, name); err != nil {
		return nil, 0, res.At(name, text, err)
	}
	return rec, int64(len(text)), nil
}
