package server

import "game-tui/tui/ui"

// ownSource is what the watcher draws for itself; nil: nothing. What a reader
// of help sees does not change.
func (w *watcher) ownSource() ui.Source {
	if w.private || w.audience == nil && w.stream.isHome() {
		return w.Program.View().Source()
	}
	return nil
}

// growth gets a value when that has grown; nil while it is of no interest.
func (w *watcher) growth() <-chan struct{} {
	if w.quiet {
		return nil
	}
	return w.Grown
}

// noPlace says that somebody cannot look around.
const noPlace = "all places for looking around are taken, try again later"

// settle makes a program the watcher's, and puts the watcher among those who see the same,
// or else on its own; where no private place is left, the watcher stays and gets a notice. To read
// help takes none, and neither does what watchers come to.
func (w *watcher) settle(p ui.Program) {
	now, _ := w.stream.now()
	format, shared := p.SharedFormat()
	if shared && w.subject != now && !w.private && !w.subject.brokeOff() { // it was never on its own
		w.shows(now)
		p = w.following(p)
		format, shared = p.SharedFormat()
	}
	switch {
	case shared && p.View().Source() == now.source && w.joins(p, format):
		w.endPrivate()
	case w.stream.isHome(), p.ReadsText() && !w.private:
		w.leaveAudience()
		w.Program = w.fitted(p)
	case w.goPrivate():
		w.Program = w.fitted(p)
	default:
		w.refuse(now)
	}
}

// refuse gives a watcher a notice that there is no private place, and lets it follow.
func (w *watcher) refuse(now subject) {
	if w.audience == nil {
		w.shows(now)
		w.Program = w.following(w.Program)
		if format, shared := w.Program.SharedFormat(); shared {
			w.joins(w.Program, format)
		}
	}
	words := noPlace + "; " + ui.Name("help") + " and " + ui.Name("palette") + " need none"
	w.Program, _ = w.Program.Update(ui.Notice{Text: words})
}

// shows notes what is watched. What was played on from something else is not kept.
func (w *watcher) shows(now subject) {
	if w.subject != now {
		w.srv.room.give(w.req.link.Network, w.branchBytes)
		w.subject, w.status, w.branchBytes = now, status{}, 0
	}
}

// following is a program that follows what is watched, and knows no status of it.
func (w *watcher) following(p ui.Program) ui.Program {
	w.status = status{}
	return p.Follow(w.subject.source)
}

// joins puts the watcher among those who see what a program of that format shows, and
// reports whether there is room for that.
func (w *watcher) joins(p ui.Program, format ui.ScreenFormat) bool {
	if w.audience == nil || w.audience.format != format || w.audience.isPast(w.subject) {
		g := w.stream.join(p, format)
		if g == nil {
			return false
		}
		w.leaveAudience() // after the other one, which may be the same
		g.begin()
		w.audience = g
		w.Program = p
		w.adopt(g.latest())
		return true
	}
	w.Program = p
	return true
}

// leaveAudience leaves the audience, which asks from time to time for what grows without a sign.
func (w *watcher) leaveAudience() {
	if w.audience != nil {
		w.wake.in(alarmRecheck, idleTime)
		w.audience.leave()
		w.audience, w.frame = nil, nil
	}
}

// goPrivate makes sure that the watcher has a private place, and reports whether it has.
func (w *watcher) goPrivate() bool {
	if !w.private && w.srv.private.take(w.req.link.Network, 1) != nil {
		return false
	}
	w.private = true
	w.leaveAudience()
	return true
}

func (w *watcher) endPrivate() {
	if w.private {
		w.private = false
		w.srv.private.give(w.req.link.Network, 1)
	}
}

// adopt takes over what a frame shows.
func (w *watcher) adopt(f *frame) {
	w.frame = f
	if f.grid != nil {
		w.Program = w.Program.WithLiveView(&f.program)
		w.shows(f.subject)
		w.status = f.status
	}
}

// superseded is closed when the audience has something newer than is shown.
func (w *watcher) superseded() <-chan struct{} {
	if w.audience == nil || w.term.lag.waiting() {
		return nil
	}
	return w.frame.next
}

// follow takes over what the audience has that is newer: as everybody, by the
// shared differences, but for a notice.
func (w *watcher) follow() {
	f := w.audience.latest()
	if w.Program.Status() == "" {
		var skipped int64
		f, skipped = w.term.catchUp(w.audience, w.frame, !w.calm())
		if m := w.term.motion; m != nil {
			w.wake.in(alarmMotion, m.wait)
		}
		w.srv.count.skipped.Add(skipped)
		w.term.lag.ask()
	}
	w.adopt(f)
}

// replaced is closed when something else takes the place of what a watcher looks at on its own.
// Those who follow are led there by their audience.
func (w *watcher) replaced() <-chan struct{} {
	if w.stream == nil || w.audience != nil || w.status.newer {
		return nil
	}
	now, replaced := w.stream.now()
	if now != w.subject {
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

// toLive goes to the live edge of the newest match and follows it.
func (w *watcher) toLive() {
	now, _ := w.stream.now()
	w.shows(now)
	w.settle(w.following(w.Program))
}

// comeHome goes to what watchers come to.
func (w *watcher) comeHome() {
	w.stream = w.srv.home
	now, _ := w.stream.now()
	w.shows(now)
}

// leaveStream gives back all that the watcher has of what it watches.
func (w *watcher) leaveStream() {
	w.leaveAudience()
	w.endPrivate()
	w.shows(subject{})
	if w.stream != nil {
		w.stream.exit()
		w.stream = nil
	}
}
