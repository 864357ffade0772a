package sshd

import "game-tui/tui/ui"

// A place describes what a viewer is doing in a stream.
type place int

const (
	nowhere   place = iota // The viewer is between two streams.
	following              // The viewer watches the frames of an audience.
	atHome                 // The viewer is in the home stream.
	reading                // The viewer reads help, which is independent of the match.
	private                // The viewer has a private screen, limited by privateQuota.
)

const noPrivatePlace = "too many private viewers, try again later"

// moveTo changes the place and releases the resources of the old one. The caller must first acquire
// an audience or a unit of privateQuota if the new place needs one.
func (v *viewer) moveTo(next place, g *audience) {
	last, left := v.place, v.audience
	v.place, v.audience = next, g
	switch last {
	case following:
		v.alarms.in(alarmRecheck, idleTime) // The audience no longer checks the stream's status for this viewer.
		left.leave()
	case private:
		v.srv.privateQuota.give(v.request.link.Network, 1)
	}
}

// reconcile makes p the viewer's program and chooses its place. If that requires a private screen
// and privateQuota is used up, the viewer keeps the old program and gets a notice.
func (v *viewer) reconcile(p ui.Program) {
	now, _ := v.stream.now()
	format, shared := p.SharedFormat()
	if shared && v.subject != now && v.place != private && !v.subject.wasReplaced() {
		v.setSubject(now)
		p = v.atLiveEdge(p)
		format, shared = p.SharedFormat()
	}
	switch {
	case shared && p.View().Source() == now.source && v.join(p, format):
		return
	case v.stream.isHome():
		v.moveTo(atHome, nil)
	case p.ReadsText() && v.place != private:
		v.moveTo(reading, nil)
	case !v.goPrivate():
		v.refuse(p, now)
		return
	}
	v.Program = p
}

// refuse returns a viewer to an audience and shows a notice that privateQuota is used up. If there
// is no suitable audience, it ends the session.
func (v *viewer) refuse(p ui.Program, now subject) {
	if v.place != following {
		v.setSubject(now)
		v.Program = v.atLiveEdge(v.Program)
		if format, shared := v.Program.SharedFormat(); shared {
			v.join(v.Program, format)
		}
	}
	if v.place != following || v.audience.format.W != p.W || v.audience.format.H != p.H {
		v.end = endFull
		return
	}
	words := noPrivatePlace + "; " + ui.Name("help") + " and " + ui.Name("palette") + " still work"
	v.Program, _ = v.Program.Update(ui.Notice{Text: words})
}

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

func (v *viewer) toLive() {
	now, _ := v.stream.now()
	v.setSubject(now)
	v.reconcile(v.atLiveEdge(v.Program))
}

func (v *viewer) join(p ui.Program, format ui.ScreenFormat) bool {
	if v.place == following && v.audience.format == format && !v.audience.showsReplaced(v.subject) {
		v.Program = p
		return true
	}
	g := v.stream.join(p, format)
	if g == nil {
		return false
	}
	g.drawFirst()
	v.moveTo(following, g) // Join first: the old audience ends when its last viewer leaves.
	v.Program = p
	v.adopt(g.latest())
	return true
}

func (v *viewer) goPrivate() bool {
	if v.place != private {
		if v.srv.privateQuota.take(v.request.link.Network, 1) != nil {
			return false
		}
		v.moveTo(private, nil)
	}
	return true
}

func (v *viewer) adopt(f *frame) {
	v.frame = f
	if f.grid != nil {
		v.Program = v.Program.WithLiveView(&f.program)
		v.setSubject(f.subject)
		v.status = f.status
	}
}

// follow sends the audience's newer frames to the client. While the viewer has a notice, show draws
// the screen instead.
func (v *viewer) follow() {
	next := v.audience.latest()
	if v.Program.Status() == "" {
		var skipped int64
		next, skipped = v.term.catchUp(v.audience, v.frame, !v.skipsMotion())
		if m := v.term.motion; m != nil {
			v.alarms.in(alarmMotion, m.duration)
		}
		v.srv.counters.skipped.Add(skipped)
		v.term.lag.ask()
	}
	v.adopt(next)
}

func (v *viewer) enterHome() {
	v.stream = v.srv.home
	now, _ := v.stream.now()
	v.setSubject(now)
}

func (v *viewer) leaveStream() {
	v.moveTo(nowhere, nil)
	v.setSubject(subject{})
	if v.stream != nil {
		v.stream.leave()
		v.stream = nil
	}
}
