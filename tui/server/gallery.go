package server

import (
	"runtime/debug"
	"sync"
	"time"

	"game-tui/sim/log"
	"game-tui/tui"
	"game-tui/tui/board"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// look is what the watchers of a gallery have in common.
type look struct {
	w, h    int
	zoom    board.Zoom
	palette string
	profile theme.Profile
	ascii   bool
}

// maxGalleries is the number of galleries from which on windows are put into
// larger classes.
const maxGalleries = 256

// classOf is the class of a window: a little smaller than it may be, so that
// people with nearly the same window share one drawing.
func classOf(w, h int) (int, int) {
	if w > 60 {
		w &^= 3
	}
	if h > 30 {
		h &^= 1
	}
	return w, h
}

// coarse is the look of a larger class.
func (k look) coarse() look {
	if k.w > 40 {
		k.w -= k.w % 20
	}
	if k.h > 24 {
		k.h -= k.h % 8
	}
	return k
}

// frame is one picture of a gallery. It never changes once it is published.
type frame struct {
	seq  int64
	grid *screen.Grid  // nil in the frame before the first
	view tui.View      // what is on it
	diff []byte        // from the frame before
	next chan struct{} // closed when there is a newer one
}

// keep is how many frames a gallery remembers: those whose differences a
// watcher may still take.
const keep = 3

// gallery draws the live edge of a match for all who look at it alike.
type gallery struct {
	room *room
	look look
	refs int // guarded by hub.mu
	stop chan struct{}

	first   sync.Once // draws the first frame, for whoever comes first
	painter *painter  // of the goroutine that draws, after first

	mu     sync.Mutex
	recent [keep]*frame // oldest first
}

func newGallery(r *room, k look) *gallery {
	g := &gallery{room: r, look: k, stop: make(chan struct{}), painter: newPainter(k)}
	g.recent[keep-1] = &frame{next: make(chan struct{})}
	return g
}

// begin makes sure that there is a frame.
func (g *gallery) begin() {
	g.first.Do(func() {
		l, _ := g.room.now()
		g.draw(l)
	})
}

// latest is the newest frame; its grid is nil where the first could not be drawn.
func (g *gallery) latest() *frame {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.recent[keep-1]
}

// since returns the frames after f if they are at most two, or else the newest
// alone and shared false: its difference does not lead there from f.
func (g *gallery) since(f *frame) (list []*frame, shared bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.recent[keep-1]
	behind := n.seq - f.seq
	if behind < keep && f.grid != nil && f.grid.W == n.grid.W && f.grid.H == n.grid.H {
		return append([]*frame(nil), g.recent[keep-behind:]...), true
	}
	return []*frame{n}, false
}

// publish makes a grid the newest frame.
func (g *gallery) publish(grid *screen.Grid, v tui.View) {
	last := g.latest()
	f := &frame{seq: last.seq + 1, grid: grid, view: v, next: make(chan struct{})}
	if last.grid != nil {
		f.diff = screen.AppendDiff(nil, last.grid, grid)
		if len(f.diff) == 0 {
			return // nothing to be seen
		}
	}
	g.mu.Lock()
	copy(g.recent[:], g.recent[1:])
	g.recent[keep-1] = f
	g.mu.Unlock()
	close(last.next)
}

// Frames follow each other no faster than a screen shows them. What does not
// come from the match, such as the number of watchers, may be a little old.
const (
	frameTime = time.Second / 60
	idleTime  = time.Second
)

// run draws until nobody looks.
func (g *gallery) run() {
	g.begin()
	pause := time.NewTimer(frameTime)
	defer pause.Stop()
	idle := time.NewTicker(idleTime)
	defer idle.Stop()
	for {
		l, replaced := g.room.now()
		if !g.show(l, replaced, pause, idle.C) {
			return
		}
	}
}

// show draws one log until another one takes its place; false when nobody
// looks any more.
func (g *gallery) show(l *log.Log, replaced <-chan struct{}, pause *time.Timer, idle <-chan time.Time) bool {
	grown, unwatch := l.Watch()
	defer unwatch()
	for {
		select {
		case <-pause.C:
		case <-g.stop:
			return false
		}
		g.draw(l)
		pause.Reset(frameTime)
		select {
		case <-grown:
		case <-idle:
		case <-replaced:
			return true
		case <-g.stop:
			return false
		}
	}
}

// draw publishes what is newest. A picture that cannot be drawn is left out:
// the next one may be better, and other galleries do not suffer.
func (g *gallery) draw(l *log.Log) {
	defer func() {
		if v := recover(); v != nil {
			g.room.hub.broke("a gallery", v, debug.Stack())
			g.painter.log = nil // what the drawer holds may be half done
		}
	}()
	began := time.Now()
	g.publish(g.painter.edge(l, g.room.past.of(l), int(g.room.watchers.Load())))
	g.room.hub.count.drawn(time.Since(began))
}
