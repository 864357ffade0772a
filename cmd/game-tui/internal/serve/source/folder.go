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

// maxRecordings is the maximum number of recordings listed; the newest are kept.
const maxRecordings = 5000

// A Folder provides the recordings in a folder. It opens files on demand and does not follow links
// out of the folder.
type Folder struct {
	root *os.Root
	log  *slog.Logger

	mu           sync.Mutex
	files        map[string]*file // recordings by lobby name; only scan replaces the map
	list         []lobby.Item
	onListChange func() // called when the list changes; never nil
}

type file struct {
	path       string
	size       int64
	item       lobby.Item // row of the recording in the lobby
	resultRead bool       // whether the result of the match has been read
}

// NewFolder lists the recordings of a folder. Run keeps the list up to date.
func NewFolder(dir string, log *slog.Logger) (*Folder, error) {
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
	f := &Folder{root: root, log: log, files: map[string]*file{}, onListChange: func() {}}
	return f, f.scan()
}

// Run scans the folder for changes until ctx ends.
func (f *Folder) Run(ctx context.Context, interval time.Duration) {
	defer f.root.Close()
	for pause(ctx, interval) {
		if err := f.scan(); err != nil {
			f.log.Warn("scanning the folder failed", "error", err)
		}
	}
}

// scan updates the list. It reads only the headers of new and changed files.
func (f *Folder) scan() error {
	found, err := f.recordings()
	if err != nil {
		return err
	}
	filesByName := make(map[string]*file, len(found))
	changed := false
	for _, n := range found {
		name := lobbyName(n.path)
		if filesByName[name] != nil {
			continue // If several files have the same lobby name, keep the newest.
		}
		if old := f.files[name]; old != nil && old.path == n.path && old.size == n.size && old.item.Time.Equal(n.item.Time) {
			n = old
		} else {
			n.item.Name = name
			f.fillItemFromFile(n.path, &n.item)
			changed = true
		}
		filesByName[name] = n
	}
	if changed || len(filesByName) != len(f.files) {
		f.mu.Lock()
		f.files = filesByName
		f.mu.Unlock()
		f.updateList()
	}
	return nil
}

// recordings returns up to maxRecordings recordings in the folder, newest first.
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
	return found[:min(len(found), maxRecordings)], nil
}

// lobbyName returns the lobby name of a file, without characters that are special to terminals, shells
// or paths.
func lobbyName(path string) string {
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

func (f *Folder) updateList() {
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
	f.onListChange()
}

func (f *Folder) items() []lobby.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// setOnListChange sets the function to call when the list changes. This function must not block.
func (f *Folder) setOnListChange(callback func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.onListChange = callback
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
		c.Record, err = f.readRecord(n.path, name)
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
	if text, err := r.folder.loadText(r.path); err == nil {
		match.Enrich(ctx, text, r.Record, ai.Find) // The file is untrusted, so only built-in players are replayed.
	}
}

// openReader opens a recording, compressed or not.
func (f *Folder) openReader(path string) (io.ReadCloser, error) {
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

func (f *Folder) loadText(path string) ([]byte, error) {
	file, err := files.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return res.Load(file)
}

func (f *Folder) readRecord(path, name string) (rec *record.Record, err error) {
	text, err := f.loadText(path)
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
	r, err := f.openReader(n.path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	defer r.Close()
	text := bufio.NewReaderSize(r, maxHeader)
	begin, _ := text.Peek(maxHeader) // The copy below reports the error.
	if _, err := res.ReadHeader(res.ToUTF8(begin), catalog.Games()); err != nil {
		return fmt.Errorf("%s: %s", name, noRecordingText)
	}
	switch n, err := io.Copy(w, io.LimitReader(text, res.MaxTextBytes+1)); {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case n > res.MaxTextBytes:
		return fmt.Errorf("%s: larger than %d MiB", name, res.MaxTextBytes>>20)
	}
	return nil
}

const noRecordingText = "not a recording"

// maxHeader is the maximum size of a recording's header in bytes.
const maxHeader = 16 << 10

// fillItemFromFile fills the recording's row in the lobby from the beginning of the file.
func (f *Folder) fillItemFromFile(path string, item *lobby.Item) {
	r, err := f.openReader(path)
	if err != nil {
		item.Players = "cannot be read"
		return
	}
	defer r.Close()
	text, _ := io.ReadAll(io.LimitReader(r, maxHeader)) // The beginning of a truncated file is still usable.
	fillItem(item, text)
}

func fillItem(item *lobby.Item, text []byte) {
	meta, err := res.ReadHeader(res.ToUTF8(text), catalog.Games())
	if err != nil {
		item.Players = noRecordingText
		return
	}
	names := truncateNames(meta.Names)
	item.Title, item.Origin, item.Players = meta.Game.Title(), "seed "+strconv.Itoa(int(meta.Seed)), strings.Join(names[:], " ")
}

func truncateNames(names [sim.Seats]string) [sim.Seats]string {
	for i := range names {
		names[i] = sanitize.Truncate(names[i], sim.MaxNameLen)
	}
	return names
}

// resultsInterval is how long results are read before each update of the list, which redraws every
// viewer's lobby.
const resultsInterval = time.Second

// readResults reads the results of recordings until ctx ends, newest first. It reads each once, in
// a job of its own.
func (f *Folder) readResults(ctx context.Context, job sshd.JobRunner) {
	for ctx.Err() == nil {
		changed := false
		for began := time.Now(); time.Since(began) < resultsInterval; changed = true {
			n := f.nextUnread()
			if n == nil || f.readResult(ctx, n, job) != nil { // An error means that more urgent jobs are waiting.
				break
			}
		}
		if changed {
			f.updateList()
		} else {
			pause(ctx, resultsInterval)
		}
	}
}

// nextUnread returns the newest recording whose result has not been read, or nil.
func (f *Folder) nextUnread() *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.list {
		n := f.files[f.list[i].Name]
		if n != nil && !n.resultRead && n.item.Title != "" {
			return n
		}
	}
	return nil
}

// readResult reads the result of a recording. If the file is invalid, its row shows no result. It
// returns only errors of the job queue.
func (f *Folder) readResult(ctx context.Context, n *file, job sshd.JobRunner) error {
	var result lobby.Result
	err := job(ctx, func(context.Context) error {
		defer func() {
			if v := recover(); v != nil { // Files are untrusted and may cause a panic.
				f.log.Error("reading a result failed", "file", n.path, "panic", fmt.Sprint(v))
			}
		}()
		if rec, err := f.readRecord(n.path, n.path); err == nil {
			var last sim.Frame
			rec.State(rec.Edge()).FillFrame(&last)
			result = lobby.NewResult(record.UniqueNames(truncateNames(rec.Meta().Names)), last.Scores(), rec.Edge(), rec.Rounds())
		}
		return nil
	})
	if err == nil {
		f.mu.Lock()
		n.item.Result, n.resultRead = result, true
		f.mu.Unlock()
	}
	return err
}
