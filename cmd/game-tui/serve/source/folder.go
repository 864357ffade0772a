package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/lobby"
)

const (
	// maxRecording is the size of the largest recording that is shown, unpacked.
	maxRecording = res.MaxText
	// maxFiles is how many recordings of a folder are offered: the newest.
	maxFiles = 5000
	// maxKept bounds the texts whose records are kept though nobody watches them.
	maxKept = 64 << 20
	// maxHeads is how many new files are looked into at each visit of the folder.
	maxHeads = 100
)

// Folder is the recordings of a folder. Its files are opened when somebody wants
// to see them; links that lead out of it are not followed.
type Folder struct {
	root   *os.Root
	games  []sim.Game
	log    *slog.Logger
	enrich func(ctx context.Context, text []byte, rec *record.Record)

	mu    sync.Mutex
	files map[string]*file // by name in the lobby
	list  []lobby.Item
	news  []func() // that hear of another list

	looked chan struct{} // somebody has asked for the list; one value at most
}

// openGC is by how many percent memory may grow, while a recording is opened,
// before what is of no use any more is collected.
const openGC = 20

// file is one recording.
type file struct {
	path string
	size int64
	item lobby.Item // what the lobby says of it, as far as that is known

	headed, finished bool // its heading has been read; how it ended, too

	record *record.Record // while somebody watches, and as long as there is room
	rich   bool           // all is known of it that can be
	text   int64          // size of the text that the record was read from
	used   time.Time
	open   int
}

// NewFolder opens a folder; Run fills it. enrich finds out what a recording does
// not say, after it has been opened.
func NewFolder(dir string, games []sim.Game, enrich func(context.Context, []byte, *record.Record), l *slog.Logger) (*Folder, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("is no folder") // opening a pipe would wait
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, infile.Cause(err))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, infile.Cause(err))
	}
	return &Folder{root: root, games: games, enrich: enrich, log: l,
		files: map[string]*file{}, looked: make(chan struct{}, 1)}, nil
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
	for _, news := range f.news {
		news()
	}
}

// find returns a file by its name in the lobby.
func (f *Folder) find(name string) *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files[name]
}
