package server

import (
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/chances"
	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// Keys that one watcher may press a second, and at once: many times what a
// held key or a dragged mouse gives.
const (
	keyRate  = 60
	keyBurst = 300
)

// watcher is one session with a terminal. All of it belongs to one goroutine,
// which alone reads its keys, changes its program and writes to its terminal.
type watcher struct {
	srv  *Server
	req  *request
	term *terminal
	dec  decoder
	rate bucket
	size [2]int // of the window, as the client said last

	ui.Driver
	stream      *stream // that is watched; nil: none has been entered
	subject     subject // of the stream, from which the program was opened
	told        facts   // of it
	branchBytes int     // of the room, for what was played on from it

	gal     *gallery // nil: the watcher's screen is drawn for it alone
	frame   *frame   // of the gallery, that was taken over
	private bool     // it has one of the private places
	growth  growth

	drawn    drawing
	wake     alarms
	requests requests
	looking  looking

	resized time.Time // when a change of the window was acted on last
	lastKey time.Time
	end     *ending
}

// looking is what a watcher looks at, and when there is more to be heard of it.
type looking struct {
	chances.Looking
	next <-chan struct{} // of the last look: closed when there is something newer
}

// news is closed when there is something newer; nil where nothing is looked at.
func (l *looking) news() <-chan struct{} {
	if l.Look == nil {
		return nil
	}
	return l.next
}

// growth is the source that a watcher draws for itself, and tells when it grows.
type growth struct {
	of    ui.Source // nil: none
	grown <-chan struct{}
	stop  func()
	quiet bool // growth is of no interest for a while
}

// news is when the source grows; nil while that is of no interest.
func (g *growth) news() <-chan struct{} {
	if g.quiet {
		return nil
	}
	return g.grown
}

// watch watches a source in place of the one before; nil: none. It reports whether another
// one is watched than before.
func (g *growth) watch(src ui.Source) (begun bool) {
	if src == g.of {
		return false
	}
	if g.of != nil {
		g.stop()
	}
	*g = growth{of: src}
	if src != nil {
		g.grown, g.stop = src.Watch()
	}
	return src != nil
}

// ending is how a session ends.
type ending struct {
	status int
	text   string
}

var (
	endQuit    = &ending{0, "Thank you for watching."}
	endGone    = &ending{0, ""}
	endClosing = &ending{0, "The server is closing down. Thank you for watching."}
	endLong    = &ending{0, "This session has lasted as long as it may. You are welcome to connect again."}
	endGarbage = &ending{1, "Disconnected: unreadable terminal input."}
	endBroken  = &ending{1, "Something went wrong with your view. You are welcome to connect again."}
)

func (s *Server) newWatcher(r *request, ch gossh.Channel) *watcher {
	w := &watcher{srv: s, req: r, term: newTerminal(ch, r.link, s.cfg.Stall),
		rate: newBucket(keyRate, keyBurst), lastKey: time.Now(), wake: newAlarms(), requests: newRequests()}
	w.Age(w.lastKey, nil)
	w.term.lag = newLagProbe(r.conn, r.link, 3*s.cfg.Stall)
	w.size = <-r.resize
	return w
}

// options are how the watcher's program begins.
func (w *watcher) options(can *ui.Abilities) ui.Options {
	width, height := classOf(w.size[0], w.size[1])
	return ui.Options{W: width, H: height, Palette: w.srv.cfg.Palette, Profile: w.req.env.profile(),
		ASCII: w.req.env.ascii(), NoSpoilers: w.srv.cfg.NoSpoiler, Abilities: can}
}

// fitted is a program in the watcher's own window: that of a gallery may be smaller.
func (w *watcher) fitted(p ui.Program) ui.Program {
	width, height := classOf(w.size[0], w.size[1])
	if p.W != width || p.H != height {
		p = w.update(p, ui.Resize{W: width, H: height})
	}
	return p
}

// update makes a program from another one.
func (w *watcher) update(p ui.Program, in ui.Input) ui.Program {
	w.turn(func() { p, _ = p.Update(in) })
	return p
}

// turn does work for the watcher's own screen, when it is its turn: those who do, and the
// memory that goes with it, are no more than processors. If f panics the session ends.
func (w *watcher) turn(f func()) {
	w.srv.turns <- struct{}{}
	defer func() { <-w.srv.turns }()
	f()
}

// show makes the terminal show the program, unless the client still has to show what
// was sent before, and asks to be woken when the program wants it.
func (w *watcher) show() {
	w.wake.set(alarmState, w.Due())
	switch {
	case w.term.lag.waiting() && w.term.shown != nil:
		return
	case w.gal != nil && w.Program.Status() == "":
		if w.frame.grid == nil {
			return
		}
		shown := w.term.shown == w.frame.grid
		if !shown {
			w.term.show(w.frame.grid)
		}
		w.drawn.drop()
		if shown {
			return
		}
	case w.drawn.grid != nil && w.drawn.grid == w.term.shown && w.drawn.program.Same(&w.Program):
		return
	default:
		w.draw()
	}
	w.term.lag.ask()
}

// draw draws the program for this watcher alone.
func (w *watcher) draw() {
	buf := buffers.Get().(*[]byte)
	w.turn(func() {
		g := newGrid(w.Program.W, w.Program.H)
		w.Program.Draw(g)
		*buf = screen.AppendDiff((*buf)[:0], w.term.shown, g)
		w.drawn.drop()
		w.drawn = drawing{g, w.Program}
	})
	w.term.send(*buf, w.drawn.grid)
	buffers.Put(buf)
}

// drawing is what a watcher has drawn for itself.
type drawing struct {
	grid    *screen.Grid // that its terminal shows; nil: it shows something else
	program ui.Program   // on it
}

// drop gives back the memory of a drawing that is shown no more.
func (d *drawing) drop() {
	if d.grid != nil {
		grids.Put(d.grid)
	}
	*d = drawing{}
}

// grids holds what has been drawn for one watcher and is shown no more.
var grids sync.Pool

// newGrid is a grid that holds about so many cells.
func newGrid(w, h int) *screen.Grid {
	if g, ok := grids.Get().(*screen.Grid); ok && cap(g.Cells) >= w*h && cap(g.Cells) <= 2*w*h {
		return g
	}
	return &screen.Grid{}
}
