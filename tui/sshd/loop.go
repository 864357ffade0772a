package sshd

import (
	"cmp"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/driver"
	"game-tui/tui/ui"
)

// resizeTime is the minimum time between reactions to window changes.
const resizeTime = 100 * time.Millisecond

// growTime is the minimum time between redraws that only extend the timeline.
const growTime = time.Second

func (v *viewer) run(ch gossh.Channel) *ending {
	input := make(chan []byte)
	v.srv.work.Go(func() {
		defer close(input)
		v.readKeys(ch, input)
	})

	v.term.text(enterScreen + mouseOn)
	defer v.leave()
	v.begin()
	if v.end == nil && v.ShouldAskBackground() {
		v.term.text(ansi.RequestBackgroundColor)
	}
	v.loop(input)
	return v.end
}

func (v *viewer) loop(input <-chan []byte) {
	v.alarms.in(alarmLife, v.srv.cfg.Session)
	v.alarms.in(alarmIdle, v.srv.cfg.Idle)
	v.alarms.in(alarmRecheck, idleTime)
	for v.end == nil {
		if v.Watch(v.ownSource()) {
			v.growthPaused = false
			v.showGrowth()
		}
		v.UpdateAnalysis()
		v.show()
		select {
		case <-v.superseded():
			v.follow()
		case <-v.replaced():
			f := v.status
			f.replaced = true
			v.setStatus(f)
		case <-v.growth():
			v.showGrowth()
		case <-v.AnalysisChanged:
			v.TakeAnalysis()
		case <-v.alarms.timer.C:
			v.handleAlarms()
		case <-v.term.lag.answer:
			v.term.lag.takeAnswer()
		case p, ok := <-input:
			if !ok {
				v.end = endDisconnected
				break
			}
			v.decoder.feed(p, v.handleEvent)
			if wait := v.decoder.waiting(); wait > 0 {
				v.alarms.in(alarmEsc, wait)
			}
		case do := <-v.Answers:
			do()
		case v.size = <-v.request.resize:
			v.alarms.in(alarmResize, max(0, resizeTime-time.Since(v.lastResize)))
		case <-v.srv.closing.Done():
			v.end = endClosing
		}
		if v.decoder.isGarbage() {
			v.end = endGarbage
			v.srv.admission.Drops.Add(string(dropGarbage), 1)
		}
		if v.term.err != nil && v.end == nil {
			v.end = endDisconnected
		}
	}
}

func (v *viewer) handleAlarms() {
	for what, due := range v.alarms.due() {
		if !due || v.end != nil {
			continue
		}
		switch alarm(what) {
		case alarmState:
			v.PassTime()
		case alarmGrowth:
			v.growthPaused = false
		case alarmMotion:
			v.term.endMotion()
		case alarmEsc:
			v.decoder.flush(v.handleEvent)
		case alarmResize:
			v.lastResize = time.Now()
			v.resize()
		case alarmIdle:
			v.checkIdle()
		case alarmRecheck:
			v.checkStatus()
		case alarmLife:
			v.end = endTooLong
		}
	}
}

func (v *viewer) handleEvent(e uv.Event) {
	if v.end != nil {
		return
	}
	v.lastKey = time.Now()
	if !v.rate.AllowN(v.lastKey, 1) {
		v.srv.counters.lostKeys.Add(1)
		return
	}
	if in := driver.Input(e); in != nil {
		v.Apply(in)
	}
}

// resize redraws everything for a new window, since terminals reflow what they show.
func (v *viewer) resize() {
	v.term.shown = nil
	v.Apply(ui.Resize{W: v.size[0], H: v.size[1]})
}

func (v *viewer) showGrowth() {
	atEdge := v.Program.AtEdge()
	v.Grow()
	f := v.stream.status(v.subject)
	f.silentFor, f.replaced = v.status.silentFor, v.status.replaced
	v.setStatus(f)
	pause := growTime
	if atEdge {
		pause = frameTime
	}
	v.growthPaused = true
	v.alarms.in(alarmGrowth, pause)
}

// checkStatus updates the status of a private program. Audiences update their own.
func (v *viewer) checkStatus() {
	if v.following() != nil {
		return
	}
	v.alarms.in(alarmRecheck, idleTime)
	if v.stream.isHome() {
		v.Apply(ui.Grown{})
		return
	}
	f := v.status
	f.silentFor = v.stream.status(v.subject).silentFor
	v.setStatus(f)
}

func (v *viewer) setStatus(f status) {
	if f == v.status && f.startsIn == 0 {
		return
	}
	v.PassTime()
	before := v.status
	v.status = f
	v.reconcile(f.update(v.Program, before))
}

// checkIdle returns an inactive viewer to the live edge. Viewers of recordings keep their place.
func (v *viewer) checkIdle() {
	left := v.srv.cfg.Idle - time.Since(v.lastKey)
	away := v.isPrivate() && !v.Program.AtEdge() || v.status.replaced
	if rec := v.subject.rec; left <= 0 && away && rec != nil && rec.Meta().Source == "" {
		v.toLive()
	}
	v.alarms.in(alarmIdle, max(left, v.srv.cfg.Idle/8, time.Millisecond))
}

func (v *viewer) leave() {
	v.alarms.timer.Stop()
	v.End()
	v.leaveStream()
	end := cmp.Or(v.end, endPanic)
	text := leaveScreen
	if !v.Program.NoMouse {
		text = mouseOff + text
	}
	if end.text != "" {
		text += end.text + "\r\n"
	}
	v.term.text(text)
	v.term.stall.Stop()
}

type alarm int

const (
	alarmState alarm = iota
	alarmGrowth
	alarmMotion
	alarmEsc    // an incomplete key is complete
	alarmResize // the window has settled
	alarmIdle
	alarmRecheck // the status may be out of date
	alarmLife
	alarmCount
)

// alarms share one timer, because each timer would cost every select of thousands of viewers.
type alarms struct {
	timer *time.Timer
	at    [alarmCount]time.Time // zero means never
	next  time.Time             // when the timer fires; zero means never
}

func (a *alarms) in(what alarm, d time.Duration) { a.set(what, time.Now().Add(d)) }

// set sets an alarm; the zero time disables it. A timer that fires too early is set again then.
func (a *alarms) set(what alarm, at time.Time) {
	a.at[what] = at
	if !at.IsZero() && (a.next.IsZero() || at.Before(a.next)) {
		a.next = at
		a.timer.Reset(time.Until(at))
	}
}

// due returns the alarms that have fired, each once.
func (a *alarms) due() (list [alarmCount]bool) {
	now := time.Now()
	a.next = time.Time{}
	for what, at := range a.at {
		switch {
		case at.IsZero():
		case at.After(now):
			a.set(alarm(what), at)
		default:
			list[what], a.at[what] = true, time.Time{}
		}
	}
	return list
}
