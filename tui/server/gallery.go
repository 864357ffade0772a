package server

import (
	"runtime/debug"
	"sync"
	"time"

	"game-tui/sim/record"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

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

// coarse is a window of a larger class.
func coarse(w, h int) (int, int) {
	if w > 40 {
		w -= w % 20
	}
	if h > 24 {
		h -= h % 8
	}
	return w, h
}

// frame is one picture of a gallery. It never changes once it is published.
type frame struct {
	seq   int64
	grid  *screen.Grid  // nil in the frame before the first
	state watch.State   // what is on it
	match *watch.Match  // of which
	diff  []byte        // from the frame before
	next  chan struct{} // closed when there is a newer one
}

// keep is how many frames a gallery remembers: those whose differences a
// watcher may still take.
const keep = 3

// gallery draws the live edge of a match for all who look at it alike.
type gallery struct {
	stream *stream
	format watch.Format
	refs   int // guarded by hub.mu
	stop   chan struct{}

	first sync.Once // draws the first frame, for whoever comes first

	// Of the goroutine that draws, after first.
	match *watch.Match // nil: nothing has been drawn
	view  *watch.Viewer
	state watch.State

	mu     sync.Mutex
	recent [keep]*frame // oldest first
}

// newGallery is a gallery for all who follow as the state does.
func newGallery(st *stream, s watch.State) *gallery {
	g := &gallery{stream: st, format: s.Format(), stop: make(chan struct{}), state: s.Shared()}
	g.recent[keep-1] = &frame{next: make(chan struct{})}
	return g
}

// begin makes sure that there is a frame.
func (g *gallery) begin() {
	g.first.Do(func() {
		rec, _ := g.stream.now()
		g.draw(rec)
	})
}

// latest is the newest frame; its grid is nil where the first could not be drawn.
func (g *gallery) latest() *frame {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.recent[keep-1]
}

// since returns the frames after f if they are at most two, or else the newest
// alone and shared false: its difference does not lead there from f. They are put
// into buf.
func (g *gallery) since(f *frame, buf *[keep]*frame) (list []*frame, shared bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.recent[keep-1]
	behind := n.seq - f.seq
	if behind < keep && f.grid != nil && f.grid.W == n.grid.W && f.grid.H == n.grid.H {
		return append(buf[:0], g.recent[keep-behind:]...), true
	}
	return append(buf[:0], n), false
}

// publish makes a grid the newest frame.
func (g *gallery) publish(grid *screen.Grid) {
	last := g.latest()
	f := &frame{seq: last.seq + 1, grid: grid, state: g.state, match: g.match, next: make(chan struct{})}
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
// come from the match, such as the number of watchers and the seconds until it begins,
// may be a little old.
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
		rec, replaced := g.stream.now()
		if !g.show(rec, replaced, pause, idle.C) {
			return
		}
	}
}

// past reports whether the gallery shows a match that broke off, and rec has taken its
// place: those who look at it stay, and nobody else comes to it.
func (g *gallery) past(rec *record.Record) bool {
	m := g.latest().match
	return m != nil && m.Record != rec && brokeOff(m.Record)
}

// show draws one record until another one takes its place; false when nobody
// looks any more.
func (g *gallery) show(rec *record.Record, replaced <-chan struct{}, pause *time.Timer, idle <-chan time.Time) bool {
	grown, unwatch := rec.Watch()
	defer unwatch()
	for {
		select {
		case <-pause.C:
		case <-g.stop:
			return false
		}
		g.draw(rec)
		pause.Reset(frameTime)
		select {
		case <-grown:
		case <-idle:
		case <-replaced:
			if !brokeOff(rec) {
				return true
			}
			replaced = nil // who looks at it stays
		case <-g.stop:
			return false
		}
	}
}

// draw publishes what is newest. A picture that cannot be drawn is left out:
// the next one may be better, and other galleries do not suffer.
func (g *gallery) draw(rec *record.Record) {
	defer func() {
		if v := recover(); v != nil {
			g.stream.hub.broke("a gallery", v, debug.Stack())
			g.match = nil // what the viewer holds may be half done
		}
	}()
	began := time.Now()
	m := g.match
	if m == nil || m.Record != rec {
		m = g.stream.matches.of(rec)
	}
	g.publish(g.edge(m, g.stream.around(rec)))
	g.stream.hub.count.drawn(time.Since(began))
}

// edge draws the live edge of a match into a grid of its own.
func (g *gallery) edge(m *watch.Match, now around) *screen.Grid {
	if g.match != m {
		g.match, g.view = m, m.Viewer()
		g.state = g.view.Follow(g.state)
	} else {
		g.state, _ = g.view.Update(g.state, watch.Grown{})
	}
	g.state.Watchers = now.watchers
	if now.starts > 0 || g.state.Counts() {
		g.state, _ = g.view.Update(g.state, watch.Starting{In: now.starts})
	}
	if now.silent > 0 || g.state.Silent() {
		g.state, _ = g.view.Update(g.state, watch.Silent{For: now.silent})
	}
	if now.newer && !g.state.Newer {
		g.state, _ = g.view.Update(g.state, watch.Newer{})
		g.state = g.state.Shared() // the heading keeps saying it
	}
	grid := &screen.Grid{}
	g.view.Draw(grid, &g.state)
	return grid
}

// matches holds what all who watch a record share: for the match that is shown, and
// the one before it that some may still look at.
type matches struct {
	mu   sync.Mutex
	list [2]*watch.Match
}

func (m *matches) of(rec *record.Record) *watch.Match {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range m.list {
		if w != nil && w.Record == rec {
			return w
		}
	}
	m.list[1], m.list[0] = m.list[0], watch.NewMatch(rec)
	return m.list[0]
}

// FrameSizes draws a match as a gallery does and returns how many bytes each
// round's difference to the one before takes, before encryption.
func FrameSizes(rec *record.Record, w, h int, profile theme.Profile) []int {
	grown := record.New(*rec.Meta(), rec.State(0))
	m := watch.NewMatch(grown)
	g := newGallery(nil, m.Viewer().Open(watch.Options{W: w, H: h, Profile: profile, Live: true}))
	last := g.edge(m, around{watchers: 1})
	var sizes []int
	for k := 1; k <= rec.Edge(); k++ {
		grown.Append(rec.Turn(k-1), rec.State(k))
		next := g.edge(m, around{watchers: 1})
		sizes = append(sizes, len(screen.AppendDiff(nil, last, next)))
		last = next
	}
	return sizes
}
