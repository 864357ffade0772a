package sshd

import "game-tui/tui/ui"

// A place describes what a viewer is doing in a stream.
type place int

const (
	placeNowhere   place = iota // The viewer has no stream.
	placeFollowing              // The viewer watches the frames of an audience.
	placeHome
	placeReading // The viewer reads help, which is independent of the match.
	placePrivate // The viewer has a private screen, limited by privateQuota.
)

const noPrivatePlace = "too many private viewers; try again later"

// moveTo changes the place and releases the resources of the old one. If next needs an audience or
// privateQuota, the caller must acquire it first.
func (v *viewer) moveTo(next place, g *audience) {
	oldPlace, oldAudience := v.place, v.audience
	v.place, v.audience = next, g
	switch oldPlace {
	case placeFollowing:
		v.alarms.setAfter(alarmRecheck, idleTime) // The audience no longer checks the stream's status for this viewer.
		oldAudience.leave()
	case placePrivate:
		v.srv.privateQuota.release(v.request.link.Network, 1)
	}
}

// reconcile makes p the viewer's program and chooses its place. If p needs a private screen and
// privateQuota is used up, it calls refuse instead.
func (v *viewer) reconcile(p ui.Program) {
	current, _ := v.stream.latest()
	format, shared := p.SharedFormat()
	if shared && v.subject != current && v.place != placePrivate && !v.subject.wasReplaced() {
		v.setSubject(current)
		p = v.atLiveEdge(p)
		format, shared = p.SharedFormat()
	}
	switch {
	case shared && p.View().Source() == current.source && v.join(p, format):
		return
	case v.stream.isHome():
		v.moveTo(placeHome, nil)
	case p.HelpCoversView() && v.place != placePrivate:
		v.moveTo(placeReading, nil)
	case !v.goPrivate():
		v.refuse(p, current)
		return
	}
	v.Program = p
}

// refuse returns a viewer to an audience and shows a notice that privateQuota is used up. If there
// is no suitable audience, it ends the session.
func (v *viewer) refuse(p ui.Program, current subject) {
	if v.place != placeFollowing {
		v.setSubject(current)
		v.Program = v.atLiveEdge(v.Program)
		if format, shared := v.Program.SharedFormat(); shared {
			v.join(v.Program, format)
		}
	}
	if v.place != placeFollowing || v.audience.format.W != p.W || v.audience.format.H != p.H {
		v.end = endFull
		return
	}
	text := noPrivatePlace + " (" + ui.KeyLabel("help") + " and " + ui.KeyLabel("palette") + " still work)"
	v.Program, _ = v.Program.Update(ui.Notice{Text: text})
}

func (v *viewer) setSubject(next subject) {
	if v.subject != next {
		v.srv.branchQuota.release(v.request.link.Network, v.branchBytes)
		v.subject, v.status, v.branchBytes = next, status{}, 0
	}
}

func (v *viewer) atLiveEdge(p ui.Program) ui.Program {
	v.status = status{}
	return p.Follow(v.subject.source)
}

func (v *viewer) goLive() {
	current, _ := v.stream.latest()
	v.setSubject(current)
	v.reconcile(v.atLiveEdge(v.Program))
}

func (v *viewer) join(p ui.Program, format ui.ScreenFormat) bool {
	if v.place == placeFollowing && v.audience.format == format && !v.audience.showsReplaced(v.subject) {
		v.Program = p
		return true
	}
	g := v.stream.join(p, format)
	if g == nil {
		return false
	}
	g.drawFirst()
	v.moveTo(placeFollowing, g) // Join first: the old audience ends when its last viewer leaves.
	v.Program = p
	v.adopt(g.latest())
	return true
}

func (v *viewer) goPrivate() bool {
	if v.place != placePrivate {
		if v.srv.privateQuota.acquire(v.request.link.Network, 1) != nil {
			return false
		}
		v.moveTo(placePrivate, nil)
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

// follow sends the audience's newer frames to the client. While the program has a status, such as a
// notice, show draws the screen instead.
func (v *viewer) follow() {
	next := v.audience.latest()
	if v.Program.Status() == "" {
		var skipped int64
		next, skipped = v.term.catchUp(v.audience, v.frame, !v.skipsMotion())
		if m := v.term.motion; m != nil {
			v.alarms.setAfter(alarmMotion, m.duration)
		}
		v.srv.counters.skipped.Add(skipped)
		v.term.lag.ask()
	}
	v.adopt(next)
}

func (v *viewer) enterHome() {
	v.stream = v.srv.home
	current, _ := v.stream.latest()
	v.setSubject(current)
}

func (v *viewer) leaveStream() {
	v.moveTo(placeNowhere, nil)
	v.setSubject(subject{})
	if v.stream != nil {
		v.stream.leave()
		v.stream = nil
	}
}
