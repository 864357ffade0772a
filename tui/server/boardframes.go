package server

import (
	"sync"

	"game-tui/tui/screen"
	dashboard "game-tui/tui/tournament"
)

// boardFrames are what was drawn of the dashboard in the last moments. Most watchers look at
// the same in windows of the same class, so that one drawing, and one difference to what was
// before, does for all of them.
type boardFrames struct {
	mu   sync.Mutex
	list map[boardView]*boardFrame
}

// boardView is what decides every cell of a dashboard.
type boardView struct {
	state dashboard.State
	now   *dashboard.Snapshot
}

// maxBoardFrames is how many drawings are kept, of some 500 KB each at most.
const maxBoardFrames = 32

// boardFrame is a drawing. Its grid is not written after it was drawn.
type boardFrame struct {
	once sync.Once
	grid *screen.Grid

	mu   sync.Mutex
	from *screen.Grid // the drawing before, of the first who came from another one
	diff []byte       // from there
}

// frame is the drawing of a view, which draw makes where there is none.
func (b *boardFrames) frame(v boardView, draw func(*screen.Grid)) *boardFrame {
	b.mu.Lock()
	f := b.list[v]
	if f == nil {
		if b.list == nil || len(b.list) == maxBoardFrames {
			b.list = map[boardView]*boardFrame{}
		}
		f = &boardFrame{grid: &screen.Grid{}}
		b.list[v] = f
	}
	b.mu.Unlock()
	f.once.Do(func() {
		drawn := false
		defer func() {
			if !drawn { // it breaks for this watcher: the next one draws anew
				b.forget(v, f)
			}
		}()
		draw(f.grid)
		drawn = true
	})
	return f
}

func (b *boardFrames) forget(v boardView, f *boardFrame) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.list[v] == f {
		delete(b.list, v)
	}
}

// after is the difference to the grid of another drawing, computed once for all who come from
// the same one as the first; nil for the others.
func (f *boardFrame) after(from *screen.Grid) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.from == nil {
		f.from, f.diff = from, screen.AppendDiff([]byte{}, from, f.grid)
	}
	if f.from != from {
		return nil
	}
	return f.diff
}
