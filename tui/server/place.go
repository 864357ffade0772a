package server

import (
	"net"
	"sync"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"game-tui/tui/input"
	watch "game-tui/tui/match"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/where"
)

// growTime is how often a state is brought up to date in which nothing moves but
// the end of the timeline. A match of ten rounds a second would otherwise cost
// everybody who looks at its past ten drawings a second.
const growTime = time.Second

// private is a watcher's place among those who look around on their own.
type private struct {
	taken   bool
	grown   <-chan struct{} // of the record
	unwatch func()
	quiet   bool // growth is of no interest for a while
}

// growth is the channel of the record, nil while it is of no interest.
func (p *private) growth() <-chan struct{} {
	if !p.taken || p.quiet {
		return nil
	}
	return p.grown
}

// place makes a state the watcher's, and puts the watcher among those who follow if
// it sees the same as they do, or else on its own; where there is no place left for
// that it is told so and stays. To read help takes no place.
func (w *watcher) place(s watch.State) {
	rec, _ := w.stream.now()
	if s.Follows() && w.match.Record != rec && !w.alone.taken && !brokeOff(w.match.Record) { // it was never on its own
		w.match = w.stream.matches.of(rec)
		w.view(func(v *watch.Viewer) { s = v.Follow(s.Elsewhere()) })
	}
	switch {
	case s.Follows() && w.match.Record == rec:
		w.State = s
		w.notAlone()
		if w.gal == nil || w.gal.past(rec) || w.gal.format != s.Format() && w.frame.state.Format() != s.Format() {
			w.join()
		}
	case w.alone.taken:
		w.State = s
	case s.Reads():
		w.leaveGallery()
		w.State = s
	case w.takeAlone():
		w.leaveGallery()
		width, height := classOf(w.size[0], w.size[1]) // a gallery's may be smaller
		w.State = w.update(s, watch.Resize{W: width, H: height})
	default:
		if w.gal == nil {
			w.join()
		}
		words := noPlace + "; " + watch.Name("help") + ", " + watch.Name("zoomIn") + " and " + watch.Name("palette") + " need none"
		w.State = w.update(w.State, watch.Said{Text: words})
	}
}

// begun is closed when the next match takes the place of the one that somebody
// looks at who is not led there: those who follow are.
func (w *watcher) begun() <-chan struct{} {
	if w.stream == nil || w.gal != nil || w.State.Newer {
		return nil
	}
	rec, replaced := w.stream.now()
	if rec != w.origin() {
		return closed
	}
	return replaced
}

// closed is what has happened already.
var closed = func() chan struct{} {
	ch := make(chan struct{})
	close(ch)
	return ch
}()

// noPlace says that somebody cannot look around.
const noPlace = "all places for looking around are taken, try again later"

// takeAlone takes a place among those who look around, and reports whether there was one.
func (w *watcher) takeAlone() bool {
	if !w.srv.adm.takePrivate() {
		return false
	}
	w.alone.taken = true
	w.alone.grown, w.alone.unwatch = w.match.Record.Watch(w.match.Others()...)
	return true
}

// notAlone gives back the place of somebody who looks around.
func (w *watcher) notAlone() {
	if w.alone.taken {
		w.alone.unwatch()
		w.alone = private{}
		w.srv.adm.givePrivate()
	}
}

// join enters the gallery of those who look alike. What the terminal shows stays
// there until the gallery's picture replaces it.
func (w *watcher) join() {
	old := w.gal
	w.gal = w.stream.join(w.State)
	if old != nil {
		old.leave()
	}
	w.adopt(w.gal.latest())
}

// leaveGallery leaves those who follow, whose gallery listens to the source.
func (w *watcher) leaveGallery() {
	w.wake.in(alarmSource, idleTime)
	if w.gal != nil {
		w.gal.leave()
		w.gal, w.frame = nil, nil
	}
}

// adopt takes over what a frame shows.
func (w *watcher) adopt(f *frame) {
	w.frame = f
	if f.grid != nil {
		w.State = w.State.Seeing(&f.state, w.match != f.match)
		w.match = f.match
	}
}

// superseded is closed when the gallery has something newer than is shown.
func (w *watcher) superseded() <-chan struct{} {
	if w.gal == nil || w.term.lag.waiting() {
		return nil
	}
	return w.frame.next
}

// follow takes over what the gallery has that is newer: as everybody, by the
// shared differences, but for a notice.
func (w *watcher) follow() {
	f := w.gal.latest()
	if w.State.Says() == "" {
		var skipped int64
		f, skipped = w.term.catchUp(w.gal, w.frame)
		w.srv.count.skipped.Add(skipped)
		w.term.lag.ask()
	}
	w.adopt(f)
}

// grown takes in that the match has grown, for a watcher on its own.
func (w *watcher) grown() {
	w.take(watch.Watching{N: int(w.stream.watchers.Load())})
	w.take(watch.Grown{})
	w.take(watch.Starting{In: w.stream.starts()})
	if w.alone.taken {
		pause := growTime
		if p := w.State.Play; p.Mode == playback.Live || p.Round >= p.Edge-1 {
			pause = frameTime
		}
		w.alone.quiet = true
		w.wake.in(alarmGrowth, pause)
	}
}

// idle brings those back to the live edge who are not there and have pressed
// nothing for long: they may have forgotten it. A recording has none, and whoever
// reads it keeps their place.
func (w *watcher) idle() {
	left := w.srv.cfg.Idle - time.Since(w.lastKey)
	away := w.alone.taken && w.State.Play.Mode != playback.Live || w.State.Newer
	if left <= 0 && away && w.origin().Meta().Source == "" {
		w.toLive()
	}
	w.wake.in(alarmIdle, max(left, w.srv.cfg.Idle/8, time.Millisecond))
}

// toLive goes to the live edge of the newest match and follows it.
func (w *watcher) toLive() {
	rec, _ := w.stream.now()
	s := w.State
	switch {
	case rec != w.origin():
		s = s.Elsewhere()
		w.look(w.stream.matches.of(rec))
	case w.match.Compared(): // its branches are kept
		w.look(w.branches.Match(0))
		s = w.update(s, w.branches.Opened(0, -1))
	}
	w.view(func(v *watch.Viewer) { s = v.Follow(s) })
	w.place(s)
}

// update makes a state from another one.
func (w *watcher) update(s watch.State, in watch.Input) watch.State {
	w.view(func(v *watch.Viewer) { s, _ = v.Update(s, in) })
	return s
}

// view lends f a viewer of what is watched, when it is this watcher's turn: those
// who hold one, and the memory that goes with it, are no more than processors. If f
// panics the session ends.
func (w *watcher) view(f func(*watch.Viewer)) {
	w.srv.turns <- struct{}{}
	defer func() { <-w.srv.turns }()
	if w.match == nil {
		f(w.lobbyView)
		return
	}
	v := w.match.Viewer()
	f(v)
	v.Free()
}

// take takes in an input at its time.
func (w *watcher) take(in watch.Input) {
	if w.onBoard() {
		w.boardTake(in)
		return
	}
	w.Take(time.Now(), in, w.change)
}

// change takes in an input and does what it asks for.
func (w *watcher) change(in watch.Input) {
	var s watch.State
	var effect watch.Effect
	w.view(func(v *watch.Viewer) { s, effect = v.Update(w.State, in) })
	if w.stream == nil {
		w.State = s
	} else {
		w.place(s)
	}
	switch effect.Kind {
	case watch.Quit:
		w.end = endQuit
	case watch.Leave:
		w.leaveMatch()
	case watch.Open:
		w.request(effect.ID, w.entering(effect.ID, where.Whole(effect.Arg)))
	case watch.Cancel:
		w.cancel()
	case watch.Live:
		if rec, _ := w.stream.now(); rec != w.match.Record || w.match.Compared() {
			w.toLive()
		}
	case watch.Branch:
		w.branch(effect)
	case watch.Switch:
		if n, words := w.branches.At(effect.Arg); n >= 0 {
			w.switchTo(n, -1, words)
		}
	case watch.NameBranches:
		w.branches.TakeNames(&w.State)
	case watch.CopyCommand:
		if w.inBranch() {
			w.State = w.update(w.State, watch.Said{Text: onlyHere})
			return
		}
		line := w.link()
		w.term.text(ansi.SetSystemClipboard(line))
		w.State = w.update(w.State, watch.Said{Text: line})
	case watch.Redraw:
		w.term.shown = nil
	case watch.Export:
		text := onlyHere
		if !w.inBranch() {
			text = w.exportCommand(effect.Arg)
		}
		w.take(watch.Done{ID: effect.ID, Text: text})
	case watch.Mouse:
		if w.State.NoMouse {
			w.term.text(mouseOff)
		} else {
			w.term.text(mouseOn)
		}
	}
}

// link is the command that opens what the watcher looks at. The host is what the client
// has connected to, as far as it is known here.
func (w *watcher) link() string {
	host, port, err := net.SplitHostPort(w.req.conn.LocalAddr().String())
	if err != nil {
		host, port = "HOST", "22"
	}
	line := "ssh -t "
	if port != "22" {
		line += "-p " + port + " "
	}
	return line + host + " watch " + where.Of(w.name, &w.State).String() + where.Me(&w.State)
}

// event takes one key or mouse event.
func (w *watcher) event(e uv.Event) {
	if w.end != nil {
		return
	}
	w.lastKey = time.Now()
	if w.rate.take(1, w.lastKey) == 0 {
		w.srv.count.lostKeys.Add(1)
		return
	}
	if in := input.From(e); in != nil {
		w.take(in)
	}
}

// show makes the terminal show the state, unless the client still has to show what
// was sent before, and asks to be woken when the state wants it.
func (w *watcher) show() {
	if w.onBoard() {
		w.drawBoard()
		return
	}
	w.wake.set(alarmState, w.Due())
	switch {
	case w.term.lag.waiting() && w.term.shown != nil:
		return
	case w.gal != nil && w.State.Says() == "":
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
	case w.drawn.grid != nil && w.drawn.grid == w.term.shown && w.drawn.state.Same(&w.State):
		return
	default:
		w.draw()
	}
	w.term.lag.ask()
}

// draw draws the state for this watcher alone.
func (w *watcher) draw() {
	buf := buffers.Get().(*[]byte)
	w.view(func(v *watch.Viewer) {
		g := newGrid(w.State.W, w.State.H)
		v.Draw(g, &w.State)
		*buf = screen.AppendDiff((*buf)[:0], w.term.shown, g)
		w.drawn.drop()
		w.drawn = drawing{g, w.State}
	})
	w.term.send(*buf, w.drawn.grid)
	buffers.Put(buf)
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
