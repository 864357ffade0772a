package server

import "game-tui/tui/ui"

// ownSource returns the source that the viewer draws for itself, or nil. Help does not change with
// the source.
func (w *watcher) ownSource() ui.Source {
	if w.private || w.audience == nil && w.stream.isHome() {
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

// settle makes p the viewer's program, and lets the viewer follow or go private. If no private
// place is left, it stays and gets a notice. Help and home take no place.
func (w *watcher) settle(p ui.Program) {
	now, _ := w.stream.now()
	format, shared := p.SharedFormat()
	if shared && w.subject != now && !w.private && !w.subject.brokeOff() { // it was not private before
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

// refuse shows that no private place is left and lets the viewer follow.
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

// shows records the subject. Branches of another subject are dropped.
func (w *watcher) shows(now subject) {
	if w.subject != now {
		w.srv.room.give(w.req.link.Network, w.branchBytes)
		w.subject, w.status, w.branchBytes = now, status{}, 0
	}
}

// following returns a program that follows the subject, without a status.
func (w *watcher) following(p ui.Program) ui.Program {
	w.status = status{}
	return p.Follow(w.subject.source)
}

// joins lets the viewer join an audience and reports whether there was room.
func (w *watcher) joins(p ui.Program, format ui.ScreenFormat) bool {
	if w.audience == nil || w.audience.format != format || w.audience.isPast(w.subject) {
		g := w.stream.join(p, format)
		if g == nil {
			return false
		}
		w.leaveAudience() // after joining, since it may be the same one
		g.begin()
		w.audience = g
		w.Program = p
		w.adopt(g.latest())
		return true
	}
	w.Program = p
	return true
}

// leaveAudience leaves the audience. A private viewer checks the status itself.
func (w *watcher) leaveAudience() {
	if w.audience != nil {
		w.wake.in(alarmRecheck, idleTime)
		w.audience.leave()
		w.audience, w.frame = nil, nil
	}
}

// goPrivate takes a private place if necessary and reports success.
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

// adopt shows a frame.
func (w *watcher) adopt(f *frame) {
	w.frame = f
	if f.grid != nil {
		w.Program = w.Program.WithLiveView(&f.program)
		w.shows(f.subject)
		w.status = f.status
	}
}

// superseded is closed when the audience has a newer frame.
func (w *watcher) superseded() <-chan struct{} {
	if w.audience == nil || w.term.lag.waiting() {
		return nil
	}
	return w.frame.next
}

// follow shows newer frames of the audience by their shared differences, unless there is a notice.
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

// replaced is closed when another match replaces the one of a private viewer. Audiences lead their
// members there themselves.
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
	w.settle(w.following(w.Program))
}

// comeHome returns to the home stream.
func (w *watcher) comeHome() {
	w.stream = w.srv.home
	now, _ := w.stream.now()
	w.shows(now)
}

// leaveStream releases everything that belongs to the stream.
func (w *watcher) leaveStream() {
	w.leaveAudience()
	w.endPrivate()
	w.shows(subject{})
	if w.stream != nil {
		w.stream.exit()
		w.stream = nil
	}
}
