package server

import (
	"sync"
	"time"

	"game-tui/tui/screen"
	"game-tui/tui/shell"
	"game-tui/tui/ui"
)

// maxAudiences is the number of audiences from which on windows are put into larger
// classes, and what watchers come to is drawn for each of them.
const maxAudiences = 256

// coarse is a window of a larger class.
func coarse(w, h int) (int, int) {
	return max(w-w%20, min(w, 40)), max(h-h%8, min(h, 24))
}

// audienceKey is what the members of an audience have in common.
type audienceKey struct {
	stream *stream
	format ui.ScreenFormat
}

// join enters the audience of all who see what a program of that format shows; begin makes
// sure that there is a picture. It returns nil where there are too many: a tournament has as
// many formats as there are players to choose.
func (st *stream) join(p ui.Program, format ui.ScreenFormat) *audience {
	now, _ := st.now()
	s := st.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	full := s.drawn >= maxAudiences
	if full && !st.isHome() {
		p.W, p.H = coarse(p.W, p.H) // a few more at most: there are few coarse ones
		format.W, format.H = p.W, p.H
	}
	at := audienceKey{st, format}
	g := s.audiences[at]
	if g == nil || g.isPast(now) {
		if full && st.isHome() {
			return nil
		}
		g = newAudience(at, p)
		s.audiences[at] = g
		s.drawn++
		s.work.Go(g.run)
	}
	g.refs++
	return g
}

func (s *Server) drawings() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.drawn
}

// frame is one picture of an audience. It never changes once it is published.
type frame struct {
	seq     int64
	grid    *screen.Grid  // nil in the frame before the first
	program ui.Program    // what is on it
	subject subject       // of the stream
	status  status        // of it
	diff    []byte        // from the frame before
	motion  *motion       // is shown for a moment before the frame; nil: nothing is
	next    chan struct{} // closed when there is a newer one
}

// motion is the picture of a frame in which what has just changed stands out. It is drawn, for
// all, when the first watcher wants it.
type motion struct {
	program       ui.Program
	before, after *screen.Grid  // of the frame before, and of the frame itself
	fresh         time.Time     // until when it is worth showing
	wait          time.Duration // for how long it is shown

	once    sync.Once
	grid    *screen.Grid
	in, out []byte // the differences from before, and to after
}

// drawn draws it, unless it is drawn, and reports whether it can be.
func (m *motion) drawn(g *audience) bool {
	m.once.Do(func() {
		defer g.stream.srv.recovered("an audience", nil)
		m.grid = g.picture(m.program)
		m.in, m.out = screen.AppendDiff(nil, m.before, m.grid), screen.AppendDiff(nil, m.grid, m.after)
	})
	return m.grid != nil
}

// keep is how many frames an audience remembers: those whose differences a
// watcher may still take.
const keep = 3

// audience draws for all who see the same of a stream: the live edge of a match, or a
// tournament with the same player chosen.
type audience struct {
	audienceKey
	refs int // guarded by Server.mu
	stop chan struct{}

	first sync.Once // draws the first frame, for whoever comes first

	// Of the goroutine that draws, after first.
	program ui.Program // nobody's own
	subject subject    // that it shows; the zero value: nothing has been drawn
	status  status     // of the subject
	pace    shell.Pace // of the subject

	mu     sync.Mutex
	recent [keep]*frame // oldest first
}

// newAudience is an audience for all who see what a program shows.
func newAudience(of audienceKey, p ui.Program) *audience {
	g := &audience{audienceKey: of, program: p, stop: make(chan struct{})}
	g.recent[keep-1] = &frame{next: make(chan struct{})}
	return g
}

// leave leaves an audience, which ends with the last who leaves.
func (g *audience) leave() {
	s := g.stream.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.refs--; g.refs > 0 {
		return
	}
	if s.audiences[g.audienceKey] == g {
		delete(s.audiences, g.audienceKey)
	}
	s.drawn--
	close(g.stop)
}

// begin makes sure that there is a frame.
func (g *audience) begin() {
	g.first.Do(func() {
		now, _ := g.stream.now()
		g.draw(now, ui.Grown{})
	})
}

// latest is the newest frame; its grid is nil where the first could not be drawn.
func (g *audience) latest() *frame {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.recent[keep-1]
}

// since returns the frames after f if they are at most two, or else the newest
// alone and shared false: its difference does not lead there from f. They are put
// into buf.
func (g *audience) since(f *frame, buf *[keep]*frame) (list []*frame, shared bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := g.recent[keep-1]
	behind := n.seq - f.seq
	if behind < keep && f.grid != nil && f.grid.W == n.grid.W && f.grid.H == n.grid.H {
		return append(buf[:0], g.recent[keep-behind:]...), true
	}
	return append(buf[:0], n), false
}

// publish makes a grid the newest frame, before which m may be shown.
func (g *audience) publish(grid *screen.Grid, m *motion) {
	last := g.latest()
	f := &frame{seq: last.seq + 1, grid: grid, program: g.program, subject: g.subject, status: g.status, motion: m, next: make(chan struct{})}
	if m != nil {
		m.before, m.after = last.grid, grid
	}
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
// come from what is shown, such as the number of watchers and the seconds until a match
// begins, may be a little old.
const (
	frameTime = time.Second / 60
	idleTime  = time.Second
)

// run draws until nobody looks.
func (g *audience) run() {
	defer g.stream.srv.recovered("what an audience shows", nil) // those who look keep the last frame
	g.begin()
	pause := time.NewTimer(frameTime)
	defer pause.Stop()
	idle := time.NewTicker(idleTime)
	defer idle.Stop()
	now, replaced := g.stream.now()
	grown, unwatch := now.source.Subscribe()
	defer func() { unwatch() }()
	in := ui.Grown{}
	for {
		select {
		case <-pause.C:
		case <-g.stop:
			return
		}
		g.draw(now, in)
		pause.Reset(frameTime)
		in = ui.Grown{}
		select {
		case <-grown:
			in = g.pace.Grown()
		case <-idle.C:
		case <-replaced:
			if now.brokeOff() {
				replaced = nil // those who look at it stay
				continue
			}
			unwatch()
			now, replaced = g.stream.now()
			grown, unwatch = now.source.Subscribe()
		case <-g.stop:
			return
		}
	}
}

// isPast reports whether the audience shows a match that broke off, and now has taken its
// place: those who look at it stay, and nobody else comes to it.
func (g *audience) isPast(now subject) bool {
	shown := g.latest().subject
	return shown.source != nil && shown != now && shown.brokeOff()
}

// draw publishes what is newest. A picture that cannot be drawn is left out:
// the next one may be better, and other audiences do not suffer.
func (g *audience) draw(now subject, in ui.Grown) {
	defer g.stream.srv.recovered("an audience", func() { g.subject = subject{} }) // all of it is made anew
	m := g.newest(now, g.stream.status(now), in)
	g.publish(g.picture(g.program), m)
}

// picture draws a program into a grid of its own.
func (g *audience) picture(p ui.Program) *screen.Grid {
	began := time.Now()
	grid := &screen.Grid{}
	p.Draw(grid)
	g.stream.srv.count.frames.Add(1)
	g.stream.srv.count.drawing.Add(int64(time.Since(began)))
	return grid
}

// newest brings the program to what is newest of a subject, and returns what of it is shown for
// a moment before; nil: nothing is.
func (g *audience) newest(now subject, f status, in ui.Grown) *motion {
	if g.subject == now {
		g.program, _ = g.program.Update(in)
	} else {
		g.program, g.subject, g.status = g.program.Public(now.source), now, status{}
	}
	g.program = f.update(g.program, g.status)
	g.program.Notice = "" // each watcher has its own
	g.status = f
	wait := g.program.NextTick()
	if wait == 0 {
		return nil
	}
	m := &motion{program: g.program, fresh: time.Now().Add(wait / 2), wait: wait}
	g.program, _ = g.program.Update(ui.Tick{Elapsed: wait})
	return m
}
