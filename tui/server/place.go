package server

import "game-tui/tui/ui"

// A place is what a viewer does in its stream. It is nil between streams.
type place interface {
	leave(w *watcher) // releases what the place holds
}

type (
	// following shows the frames of an audience.
	following struct {
		audience *audience
		frame    *frame // newest frame shown
	}
	// atHome draws the home stream for this viewer alone.
	atHome struct{}
	// reading shows help over a match. It does not change with the source.
	reading struct{}
	// private draws a match for this viewer alone, and holds a private place of the server.
	private struct{}
)

func (f *following) leave(w *watcher) {
	w.wake.in(alarmRecheck, idleTime) // audiences check the status themselves
	f.audience.leave()
}

func (atHome) leave(*watcher)    {}
func (reading) leave(*watcher)   {}
func (private) leave(w *watcher) { w.srv.private.give(w.req.link.Network, 1) }

// moveTo changes the place. Callers acquire what the next place holds.
func (w *watcher) moveTo(next place) {
	last := w.place
	w.place = next
	if last != nil {
		last.leave(w)
	}
}

// following returns the place as following, or nil.
func (w *watcher) following() *following {
	f, _ := w.place.(*following)
	return f
}

func (w *watcher) isPrivate() bool {
	_, ok := w.place.(private)
	return ok
}

// ownSource returns the source that the viewer draws for itself, or nil. Help does not change with
// the source.
func (w *watcher) ownSource() ui.Source {
	switch w.place.(type) {
	case private, atHome:
		return w.Program.View().Source()
	}
	return nil
}

// growth returns a channel that signals growth of ownSource, or nil while growth is not shown.
func (w *watcher) growth() <-chan struct{} {
	if w.quiet {
		return nil
	}
	return w.Grown
}

// noPlace is the notice that no private place is left.
const noPlace = "all places for looking around are taken, try again later"

// settle makes p the viewer's program and chooses its place. If no private place is left, the viewer
// stays where it is and gets a notice. Help and home need none.
func (w *watcher) settle(p ui.Program) {
	now, _ := w.stream.now()
	format, shared := p.SharedFormat()
	if shared && w.subject != now && !w.isPrivate() && !w.subject.brokeOff() { // it was not private before
		w.shows(now)
		p = w.edgeOf(p)
		format, shared = p.SharedFormat()
	}
	switch {
	case shared && p.View().Source() == now.source && w.join(p, format):
	case w.stream.isHome():
		w.moveTo(atHome{})
		w.Program = w.fitted(p)
	case p.ReadsText() && !w.isPrivate():
		w.moveTo(reading{})
		w.Program = w.fitted(p)
	case w.goPrivate():
		w.Program = w.fitted(p)
	default:
		w.refuse(now)
	}
}

// refuse shows that no private place is left and lets the viewer follow.
func (w *watcher) refuse(now subject) {
	if w.following() == nil {
		w.shows(now)
		w.Program = w.edgeOf(w.Program)
		if format, shared := w.Program.SharedFormat(); shared {
			w.join(w.Program, format)
		}
	}
	words := noPlace + "; " + ui.Name("help") + " and " + ui.Name("palette") + " need none"
	w.Program, _ = w.Program.Update(ui.Notice{Text: words})
}

// shows records the subject. Branches of another subject are dropped.
func (w *watcher) shows(now subject) {
	if w.subject != now {
		w.srv.room.give(w.req.link.Network, w.branchBytes)
		w.subject, w.status, w.branchBytes = now, status{}, 0
	}
}

// edgeOf returns a program at the live edge of the subject, without a status.
func (w *watcher) edgeOf(p ui.Program) ui.Program {
	w.status = status{}
	return p.Follow(w.subject.source)
}

// join lets the viewer follow an audience and reports whether there was room.
func (w *watcher) join(p ui.Program, format ui.ScreenFormat) bool {
	f := w.following()
	if f != nil && f.audience.format == format && !f.audience.isPast(w.subject) {
		w.Program = p
		return true
	}
	g := w.stream.join(p, format)
	if g == nil {
		return false
	}
	g.begin()
	w.moveTo(&following{audience: g}) // after joining, since the last member ends an audience
	w.Program = p
	w.adopt(g.latest())
	return true
}

// goPrivate takes a private place if necessary and reports success.
func (w *watcher) goPrivate() bool {
	if w.isPrivate() {
		return true
	}
	if w.srv.private.take(w.req.link.Network, 1) != nil {
		return false
	}
	w.moveTo(private{})
	return true
}

// adopt shows a frame of the audience.
func (w *watcher) adopt(f *frame) {
	w.following().frame = f
	if f.grid != nil {
		w.Program = w.Program.WithLiveView(&f.program)
		w.shows(f.subject)
		w.status = f.status
	}
}

// superseded is closed when the audience has a newer frame.
func (w *watcher) superseded() <-chan struct{} {
	f := w.following()
	if f == nil || w.term.lag.waiting() {
		return nil
	}
	return f.frame.next
}

// follow shows newer frames of the audience by their shared differences, unless there is a notice.
func (w *watcher) follow() {
	g := w.following().audience
	next := g.latest()
	if w.Program.Status() == "" {
		var skipped int64
		next, skipped = w.term.catchUp(g, w.following().frame, !w.calm())
		if m := w.term.motion; m != nil {
			w.wake.in(alarmMotion, m.wait)
		}
		w.srv.count.skipped.Add(skipped)
		w.term.lag.ask()
	}
	w.adopt(next)
}

// replaced is closed when another match replaces the one of a private viewer. Audiences lead their
// members there themselves.
func (w *watcher) replaced() <-chan struct{} {
	if w.stream == nil || w.following() != nil || w.status.newer {
		return nil
	}
	now, replaced := w.stream.now()
	if now != w.subject {
		return closed
	}
	return replaced
}

// closed is a closed channel.
var closed = func() chan struct{} {
	ch := make(chan struct{})
	close(ch)
	return ch
}()

// toLive follows the live edge of the newest match.
func (w *watcher) toLive() {
	now, _ := w.stream.now()
	w.shows(now)
	w.settle(w.edgeOf(w.Program))
}

// comeHome returns to the home stream.
func (w *watcher) comeHome() {
	w.stream = w.srv.home
	now, _ := w.stream.now()
	w.shows(now)
}

// leaveStream releases everything that belongs to the stream.
func (w *watcher) leaveStream() {
	w.moveTo(nil)
	w.shows(subject{})
	if w.stream != nil {
		w.stream.exit()
		w.stream = nil
	}
}
