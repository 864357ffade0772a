package sshd

import "game-tui/tui/ui"

// A place is what a viewer does in its stream. It is nil between streams.
type place interface {
	leave(w *viewer) // releases what the place holds
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

func (f *following) leave(v *viewer) {
	v.alarms.in(alarmRecheck, idleTime) // audiences check the status themselves
	f.audience.leave()
}

func (atHome) leave(*viewer)    {}
func (reading) leave(*viewer)   {}
func (private) leave(v *viewer) { v.srv.privateQuota.give(v.request.link.Network, 1) }

// moveTo changes the place. Callers acquire what the next place holds.
func (v *viewer) moveTo(next place) {
	last := v.place
	v.place = next
	if last != nil {
		last.leave(v)
	}
}

func (v *viewer) following() *following {
	f, _ := v.place.(*following)
	return f
}

func (v *viewer) isPrivate() bool {
	_, ok := v.place.(private)
	return ok
}

// ownSource returns the source that the viewer draws for itself, or nil. Help does not change with
// the source.
func (v *viewer) ownSource() ui.Source {
	switch v.place.(type) {
	case private, atHome:
		return v.Program.View().Source()
	}
	return nil
}

func (v *viewer) growth() <-chan struct{} {
	if v.growthPaused {
		return nil
	}
	return v.Grown
}

const noPrivatePlace = "too many private viewers, try again later"

// reconcile makes p the viewer's program and chooses its place. If no private place is left, the viewer
// stays where it is and gets a notice. Help and home need none.
func (v *viewer) reconcile(p ui.Program) {
	now, _ := v.stream.now()
	format, shared := p.SharedFormat()
	if shared && v.subject != now && !v.isPrivate() && !v.subject.wasReplaced() { // it was not private before
		v.setSubject(now)
		p = v.atLiveEdge(p)
		format, shared = p.SharedFormat()
	}
	switch {
	case shared && p.View().Source() == now.source && v.join(p, format):
	case v.stream.isHome():
		v.moveTo(atHome{})
		v.Program = p
	case p.ReadsText() && !v.isPrivate():
		v.moveTo(reading{})
		v.Program = p
	case v.goPrivate():
		v.Program = p
	default:
		v.refuse(p, now)
	}
}

// refuse shows that no private place is left for p and lets the viewer follow. If there is no room in
// an audience either, it ends the session.
func (v *viewer) refuse(p ui.Program, now subject) {
	if v.following() == nil {
		v.setSubject(now)
		v.Program = v.atLiveEdge(v.Program)
		if format, shared := v.Program.SharedFormat(); shared {
			v.join(v.Program, format)
		}
	}
	if f := v.following(); f == nil || f.audience.format.W != p.W || f.audience.format.H != p.H {
		v.end = endFull
		return
	}
	words := noPrivatePlace + "; " + ui.Name("help") + " and " + ui.Name("palette") + " still work"
	v.Program, _ = v.Program.Update(ui.Notice{Text: words})
}

// setSubject changes the subject and drops branches of the old one.
func (v *viewer) setSubject(now subject) {
	if v.subject != now {
		v.srv.branchQuota.give(v.request.link.Network, v.branchBytes)
		v.subject, v.status, v.branchBytes = now, status{}, 0
	}
}

func (v *viewer) atLiveEdge(p ui.Program) ui.Program {
	v.status = status{}
	return p.Follow(v.subject.source)
}

func (v *viewer) join(p ui.Program, format ui.ScreenFormat) bool {
	f := v.following()
	if f != nil && f.audience.format == format && !f.audience.showsReplaced(v.subject) {
		v.Program = p
		return true
	}
	g := v.stream.join(p, format)
	if g == nil {
		return false
	}
	g.drawFirst()
	v.moveTo(&following{audience: g}) // after joining, since the last member ends an audience
	v.Program = p
	v.adopt(g.latest())
	return true
}

func (v *viewer) goPrivate() bool {
	if v.isPrivate() {
		return true
	}
	if v.srv.privateQuota.take(v.request.link.Network, 1) != nil {
		return false
	}
	v.moveTo(private{})
	return true
}

func (v *viewer) adopt(f *frame) {
	v.following().frame = f
	if f.grid != nil {
		v.Program = v.Program.WithLiveView(&f.program)
		v.setSubject(f.subject)
		v.status = f.status
	}
}

func (v *viewer) superseded() <-chan struct{} {
	f := v.following()
	if f == nil || v.term.lag.waiting() {
		return nil
	}
	return f.frame.next
}

// follow shows newer frames of the audience by their shared differences, unless there is a notice.
func (v *viewer) follow() {
	g := v.following().audience
	next := g.latest()
	if v.Program.Status() == "" {
		var skipped int64
		next, skipped = v.term.catchUp(g, v.following().frame, !v.skipsMotion())
		if m := v.term.motion; m != nil {
			v.alarms.in(alarmMotion, m.duration)
		}
		v.srv.counters.skipped.Add(skipped)
		v.term.lag.ask()
	}
	v.adopt(next)
}

// replaced is closed when another match replaces the one of a private viewer. Audiences lead their
// members there themselves.
func (v *viewer) replaced() <-chan struct{} {
	if v.stream == nil || v.following() != nil || v.status.replaced {
		return nil
	}
	now, replaced := v.stream.now()
	if now != v.subject {
		return closedChannel
	}
	return replaced
}

var closedChannel = func() chan struct{} {
	ch := make(chan struct{})
	close(ch)
	return ch
}()

func (v *viewer) toLive() {
	now, _ := v.stream.now()
	v.setSubject(now)
	v.reconcile(v.atLiveEdge(v.Program))
}

func (v *viewer) enterHome() {
	v.stream = v.srv.home
	now, _ := v.stream.now()
	v.setSubject(now)
}

func (v *viewer) leaveStream() {
	v.moveTo(nil)
	v.setSubject(subject{})
	if v.stream != nil {
		v.stream.leaveAsViewer()
		v.stream = nil
	}
}
