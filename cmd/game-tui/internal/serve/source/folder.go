package source

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd"
	"game-tui/tui/view/lobby"
)

// maxFiles is the maximum number of recordings listed; the newest are kept.
const maxFiles = 5000

// A Folder provides the recordings in a folder. It opens files on demand and does not follow links
// out of the folder.
type Folder struct {
	root *os.Root
	log  *slog.Logger

	mu     sync.Mutex
	files  map[string]*file // recordings by lobby name; only scan replaces the map
	list   []lobby.Item
	onList func() // called when the list changes; never nil
}

type file struct {
	path     string
	size     int64
	item     lobby.Item // row of the recording in the lobby
	finished bool       // whether the result of the match has been read
}

// NewFolder lists the recordings of a folder. Run keeps the list up to date.
func NewFolder(dir string, l *slog.Logger) (*Folder, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("not a folder") // Opening a pipe instead would block.
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
			f.log.Warn("scanning the folder failed", "error", err)
		}
	}
}

// scan updates the list. It reads only the headings of new and changed files.
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
			continue // If several files have the same lobby name, keep the newest.
		}
		if old := f.files[name]; old != nil && old.path == n.path && old.size == n.size && old.item.Time.Equal(n.item.Time) {
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

// recordings returns up to maxFiles recordings in the folder, newest first.
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
			found = append(found, &file{path: name, size: info.Size(), item: lobby.Item{Time: info.ModTime()}})
		}
	}
	slices.SortStableFunc(found, func(a, b *file) int { return b.item.Time.Compare(a.item.Time) })
	return found[:min(len(found), maxFiles)], nil
}

// nameOf returns the lobby name of a file, without characters that are special to terminals, shells
// or paths.
func nameOf(path string) string {
	name := []byte(strings.TrimSuffix(path, ".gz"))
	for i, c := range name {
		if !sshd.IsValidName("x" + string(rune(c))) {
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
		return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(a.Name, b.Name))
	})
	f.list = list
	f.onList()
}

func (f *Folder) items() []lobby.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// notify sets the function to call when the list changes. This function must not block.
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

func (f *Folder) open(ctx context.Context, name string, job sshd.JobRunner) (sshd.Feed, error) {
	n := f.find(name)
	if n == nil {
		return nil, sshd.ErrNotFound
	}
	c := &recordedMatch{folder: f, path: n.path}
	err := job(ctx, func(context.Context) (err error) {
		c.Record, err = f.read(n.path, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

type recordedMatch struct {
	sshd.FixedFeed
	folder *Folder
	path   string
}

// Enrich replays a recording to add data that the file lacks. It reads the file again, so that
// queued jobs keep no text in memory.
func (r *recordedMatch) Enrich(ctx context.Context) {
	if text, err := r.folder.load(r.path); err == nil {
		match.Enrich(ctx, text, r.Record, ai.Find) // The file is untrusted, so only built-in players are replayed.
	}
}

// reader opens a recording, compressed or not.
func (f *Folder) reader(path string) (io.ReadCloser, error) {
	file, err := files.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	text, err := res.Decompress(bufio.NewReader(file))
	if err != nil {
		file.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{text, file}, nil
}

func (f *Folder) load(path string) ([]byte, error) {
	file, err := files.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return res.Load(file)
}

func (f *Folder) read(path, name string) (rec *record.Record, err error) {
	text, err := f.load(path)
	if err != nil {
		return nil, res.WithPosition(name, text, files.Cause(err))
	}
	if rec, _, err = res.Read(text, catalog.Games(), name); err != nil {
		return nil, files.ExplainParseError(name, text, files.RecordingKind, err)
	}
	return rec, nil
}

// fetch writes the decompressed text of a recording to w. It refuses files without a valid header.
func (f *Folder) fetch(name string, w io.Writer) error {
	n := f.find(name)
	if n == nil {
		return sshd.ErrNotFound
	}
	r, err := f.reader(n.path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	defer r.Close()
	text := bufio.NewReaderSize(r, maxHeading)
	begin, _ := text.Peek(maxHeading) // The copy below reports the error.
	if _, err := res.ReadHeader(res.ToUTF8(begin), catalog.Games()); err != nil {
		return fmt.Errorf("%s: %s", name, noRecording)
	}
	switch n, err := io.Copy(w, io.LimitReader(text, res.MaxTextBytes+1)); {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case n > res.MaxTextBytes:
		return fmt.Errorf("%s: larger than %d MiB", name, res.MaxTextBytes>>20)
	}
	return nil
}

const noRecording = "no recording"

// maxHeading is the maximum size of a recording's header in bytes.
const maxHeading = 16 << 10

// readHeading fills the recording's row in the lobby from the beginning of the file.
func (f *Folder) readHeading(path string, it *lobby.Item) {
	r, err := f.reader(path)
	if err != nil {
		it.Players = "cannot be read"
		return
	}
	defer r.Close()
	text, _ := io.ReadAll(io.LimitReader(r, maxHeading)) // The beginning of a truncated file is still usable.
	setHeading(it, text)
}

func setHeading(it *lobby.Item, text []byte) {
	meta, err := res.ReadHeader(res.ToUTF8(text), catalog.Games())
	if err != nil {
		it.Players = noRecording
		return
	}
	names := shortNames(meta.Names)
	it.Title, it.Origin, it.Players = meta.Game.Title(), "seed "+strconv.Itoa(int(meta.Seed)), strings.Join(names[:], " ")
}

func shortNames(names [sim.Seats]string) [sim.Seats]string {
	for i := range names {
		names[i] = sanitize.Truncate(names[i], sim.MaxNameLen)
	}
	return names
}

// learnInterval is how long results are read before each update of the list, which redraws every
// viewer's lobby.
const learnInterval = time.Second

// learn reads the results of recordings until ctx ends, newest first. It reads each once, in a job
// of its own.
func (f *Folder) learn(ctx context.Context, job sshd.JobRunner) {
	for ctx.Err() == nil {
		changed := false
		for began := time.Now(); time.Since(began) < learnInterval; changed = true {
			n := f.unknown()
			if n == nil || f.learnResult(ctx, n, job) != nil { // An error means that more urgent jobs are waiting.
				break
			}
		}
		if changed {
			f.publish()
		} else {
			pause(ctx, learnInterval)
		}
	}
}

// unknown returns the newest recording whose result has not been read, or nil.
func (f *Folder) unknown() *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.list {
		n := f.files[f.list[i].Name]
		if n != nil && !n.finished && n.item.Title != "" {
			return n
		}
	}
	return nil
}

// learnResult reads the result of a recording. If the file is invalid, its row shows no result. It
// returns only errors of the job queue.
func (f *Folder) learnResult(ctx context.Context, n *file, job sshd.JobRunner) error {
	var result lobby.Result
	err := job(ctx, func(context.Context) error {
		defer func() {
			if v := recover(); v != nil { // Files are untrusted and may cause a panic.
				f.log.Error("reading a result failed", "file", n.path, "panic", fmt.Sprint(v))
			}
		}()
		if rec, err := f.read(n.path, n.path); err == nil {
			var last sim.Frame
			rec.State(rec.Edge()).FillFrame(&last)
			result = lobby.NewResult(record.UniqueNames(shortNames(rec.Meta().Names)), last.Scores(), rec.Edge(), rec.Rounds())
		}
		return nil
	})
	if err == nil {
		f.mu.Lock()
		n.item.Result, n.finished = result, true
		f.mu.Unlock()
	}
	return err
}
