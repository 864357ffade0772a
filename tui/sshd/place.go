package sshd

import "game-tui/tui/ui"

// A viewerMode describes what a viewer is doing in a stream.
type viewerMode int

const (
	modeNone      viewerMode = iota // The viewer has no stream.
	modeFollowing                   // The viewer watches the frames of an audience.
	modeHome
	modeReading // The viewer reads help, which is independent of the match.
	modePrivate // The viewer has a private screen, limited by privateQuota.
)

const noPrivateScreen = "too many private viewers; try again later"

// setMode changes the mode and releases the resources of the old one. If next needs an audience or
// privateQuota, the caller must acquire it first.
func (v *viewer) setMode(next viewerMode, g *audience) {
	oldMode, oldAudience := v.mode, v.audience
	v.mode, v.audience = next, g
	switch oldMode {
	case modeFollowing:
		v.alarms.setAfter(alarmStatus, statusInterval) // The audience no longer checks the stream's status for this viewer.
		oldAudience.leave()
	case modePrivate:
		v.srv.privateQuota.release(v.request.link.Network, 1)
	}
}

// reconcile makes p the viewer's program and chooses its mode. If p needs a private screen and
// privateQuota is used up, it calls refuse instead.
func (v *viewer) reconcile(p ui.Program) {
	current, _ := v.stream.currentSubject()
	format, shared := p.SharedFormat()
	if shared && v.subject != current && v.mode != modePrivate && !v.subject.wasReplaced() {
		v.setSubject(current)
		p = v.moveToLiveEdge(p)
		format, shared = p.SharedFormat()
	}
	switch {
	case shared && p.View().Source() == current.source && v.join(p, format):
		return
	case v.stream.isHome():
		v.setMode(modeHome, nil)
	case p.HelpCoversView() && v.mode != modePrivate:
		v.setMode(modeReading, nil)
	case !v.goPrivate():
		v.refuse(p, current)
		return
	}
	v.Program = p
}

// refuse returns a viewer to an audience and shows a notice that privateQuota is used up. If there
// is no suitable audience, it ends the session.
func (v *viewer) refuse(p ui.Program, current subject) {
	if v.mode != modeFollowing {
		v.setSubject(current)
		v.Program = v.moveToLiveEdge(v.Program)
		if format, shared := v.Program.SharedFormat(); shared {
			v.join(v.Program, format)
		}
	}
	if v.mode != modeFollowing || v.audience.format.W != p.W || v.audience.format.H != p.H {
		v.end = endFull
		return
	}
	text := noPrivateScreen + " (" + ui.KeyLabel("help") + " and " + ui.KeyLabel("palette") + " still work)"
	v.Program, _ = v.Program.Update(ui.Notice{Text: text})
}

func (v *viewer) setSubject(next subject) {
	if v.subject != next {
		v.srv.branchQuota.release(v.request.link.Network, v.branchBytes)
		v.subject, v.status, v.branchBytes = next, status{}, 0
	}
}

func (v *viewer) moveToLiveEdge(p ui.Program) ui.Program {
	v.status = status{}
	return p.Follow(v.subject.source)
}

func (v *viewer) goLive() {
	current, _ := v.stream.currentSubject()
	v.setSubject(current)
	v.reconcile(v.moveToLiveEdge(v.Program))
}

func (v *viewer) join(p ui.Program, format ui.ScreenFormat) bool {
	if v.mode == modeFollowing && v.audience.format == format && !v.audience.showsReplaced(v.subject) {
		v.Program = p
		return true
	}
	g := v.stream.join(p, format)
	if g == nil {
		return false
	}
	g.drawFirst()
	v.setMode(modeFollowing, g) // Join first: the old audience ends when its last viewer leaves.
	v.Program = p
	v.adopt(g.latestFrame())
	return true
}

func (v *viewer) goPrivate() bool {
	if v.mode != modePrivate {
		if v.srv.privateQuota.acquire(v.request.link.Network, 1) != nil {
			return false
		}
		v.setMode(modePrivate, nil)
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

// sendNewFrames sends the audience's newer frames to the client. While the program has a status,
// such as a notice, show draws the screen instead.
func (v *viewer) sendNewFrames() {
	next := v.audience.latestFrame()
	if v.Program.Status() == "" {
		var skipped int64
		next, skipped = v.term.catchUp(v.audience, v.frame, !v.skipsMotion())
		if m := v.term.motion; m != nil {
			v.alarms.setAfter(alarmMotion, m.duration)
		}
		v.srv.counters.skippedFrames.Add(skipped)
		v.term.lag.probeIfDue()
	}
	v.adopt(next)
}

func (v *viewer) enterHome() {
	v.stream = v.srv.home
	current, _ := v.stream.currentSubject()
	v.setSubject(current)
}

func (v *viewer) leaveStream() {
	v.setMode(modeNone, nil)
	v.setSubject(subject{})
	if v.stream != nil {
		v.stream.leave()
		v.stream = nil
	}
}
