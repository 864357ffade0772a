package sshd

import (
	"cmp"
	"io"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"game-tui/tui/driver"
	"game-tui/tui/ui"
)

const resizeInterval = 100 * time.Millisecond

// growthInterval is the minimum time between redraws if only the timeline has grown.
const growthInterval = time.Second

func (v *viewer) run(ch gossh.Channel) *sessionEnd {
	input := make(chan []byte)
	v.srv.wg.Go(func() {
		defer close(input)
		v.readInput(ch, input)
	})

	v.term.writeText(enterScreen + mouseOn)
	defer v.leave()
	v.openFirstView()
	if v.end == nil && v.StartBackgroundQuery() {
		v.term.writeText(ansi.RequestBackgroundColor)
	}
	v.loop(input)
	return v.end
}

func (v *viewer) loop(input <-chan []byte) {
	v.alarms.setAfter(alarmSessionEnd, v.srv.cfg.SessionTimeout)
	v.alarms.setAfter(alarmIdle, v.srv.cfg.IdleTimeout)
	v.alarms.setAfter(alarmStatus, statusInterval)
	for v.end == nil {
		var watched ui.Source
		if v.mode == modePrivate || v.mode == modeHome {
			watched = v.Program.View().Source()
		}
		if v.Watch(watched) {
			v.handleGrowth()
		}
		v.UpdateAnalysis()
		v.show()
		growth := v.Grown
		if !v.alarms.times[alarmGrowth].IsZero() {
			growth = nil
		}
		var superseded <-chan struct{}
		if v.mode == modeFollowing && !v.term.lag.isWaiting() {
			superseded = v.frame.superseded
		}
		select {
		case <-superseded:
			v.sendNewFrames()
		case <-growth:
			v.handleGrowth()
		case <-v.AnalysisChanged:
			v.TakeAnalysis()
		case <-v.alarms.timer.C:
			v.handleAlarms()
		case <-v.term.lag.answer:
			v.term.lag.slow, v.term.lag.probeTime = time.Since(v.term.lag.probeTime) > slowAnswerTime, time.Time{}
		case p, ok := <-input:
			if !ok {
				v.end = endDisconnected
				break
			}
			v.decoder.feed(p, v.handleEvent)
			if wait := v.decoder.waitTime(); wait > 0 {
				v.alarms.setAfter(alarmEsc, wait)
			}
		case do := <-v.Callbacks:
			do()
		case v.size = <-v.request.resize:
			v.alarms.setAfter(alarmResize, max(0, resizeInterval-time.Since(v.lastResize)))
		case <-v.srv.ctx.Done():
			v.end = endClosing
		}
		if v.term.err != nil && v.end == nil {
			v.end = endDisconnected
		}
	}
}

func (v *viewer) handleAlarms() {
	for kind, due := range v.alarms.takeDue() {
		if !due || v.end != nil {
			continue
		}
		switch alarm(kind) {
		case alarmTick:
			v.PassTime()
		case alarmMotion:
			v.term.endMotion()
		case alarmEsc:
			v.decoder.flush(v.handleEvent)
		case alarmResize:
			v.lastResize = time.Now()
			v.term.shownGrid = nil // Terminals rearrange their text when they are resized.
			v.Apply(ui.Resize{W: v.size[0], H: v.size[1]})
		case alarmIdle:
			v.returnIdleViewer()
		case alarmStatus:
			v.checkStatus()
		case alarmSessionEnd:
			v.end = endTooLong
		}
	}
}

func (v *viewer) handleEvent(e uv.Event) {
	if v.end != nil {
		return
	}
	v.lastKey = time.Now()
	if !v.keyLimiter.AllowN(v.lastKey, 1) {
		v.srv.counters.discardedInput.Add(1)
		return
	}
	if in := driver.Input(e); in != nil {
		v.Apply(in)
	}
}

func (v *viewer) handleGrowth() {
	atEdge := v.Program.AtEdge()
	v.ApplyGrowth()
	v.updateStatus()
	pause := growthInterval
	if atEdge {
		pause = frameInterval
	}
	v.alarms.setAfter(alarmGrowth, pause)
}

func (v *viewer) checkStatus() {
	if v.mode == modeFollowing {
		return
	}
	v.alarms.setAfter(alarmStatus, statusInterval)
	if v.stream.isHome() {
		v.Apply(ui.SourceGrown{})
		return
	}
	v.updateStatus()
}

func (v *viewer) updateStatus() {
	f := v.stream.status(v.subject)
	current, _ := v.stream.currentSubject()
	f.replaced = current != v.subject
	if f == v.status && f.startsIn == 0 {
		return
	}
	v.PassTime()
	before := v.status
	v.status = f
	v.reconcile(f.applyTo(v.Program, before))
}

// returnIdleViewer returns an inactive viewer to the live edge. Viewers of recordings keep their place.
func (v *viewer) returnIdleViewer() {
	remaining := v.srv.cfg.IdleTimeout - time.Since(v.lastKey)
	away := v.mode == modePrivate && !v.Program.AtEdge() || v.status.replaced
	if rec := v.subject.rec; remaining <= 0 && away && rec != nil && rec.Meta().Source == "" {
		v.goLive()
	}
	v.alarms.setAfter(alarmIdle, max(remaining, v.srv.cfg.IdleTimeout/8, time.Millisecond))
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
	v.term.writeText(text)
	v.term.stallTimer.Stop()
}

// readInput sends the client's input to out. It discards input above the rate limit, because queued
// keys would take effect too late.
func (v *viewer) readInput(r io.Reader, out chan<- []byte) {
	limit := rate.NewLimiter(rate.Limit(v.srv.cfg.InputRate), 2*v.srv.cfg.InputRate)
	buf := make([]byte, 1024)
	for {
		n, err := r.Read(buf)
		if err != nil {
			return
		}
		now := time.Now()
		take := min(n, int(limit.TokensAt(now)))
		v.srv.counters.discardedInput.Add(int64(n - take))
		if !limit.AllowN(now, take) || take == 0 {
			continue
		}
		select {
		case out <- append([]byte(nil), buf[:take]...):
		case <-v.request.link.Context().Done():
			return
		}
	}
}

type alarm int

const (
	alarmTick   alarm = iota
	alarmGrowth       // ends the pause between redraws of a growing match
	alarmMotion
	alarmEsc    // ends the wait for the rest of a key sequence
	alarmResize // ends the wait for further resizes
	alarmIdle
	alarmStatus
	alarmSessionEnd
	alarmCount
)

// alarms are a viewer's timers. They share one time.Timer, which keeps the viewer's select fast.
type alarms struct {
	timer   *time.Timer
	times   [alarmCount]time.Time // time of each alarm; zero means never
	firesAt time.Time             // time at which the timer fires; zero means never
}

func (a *alarms) setAfter(kind alarm, d time.Duration) { a.set(kind, time.Now().Add(d)) }

// set sets the time of an alarm; the zero time disables it. It never postpones the timer; if the
// timer fires too early, takeDue resets it.
func (a *alarms) set(kind alarm, at time.Time) {
	a.times[kind] = at
	if !at.IsZero() && (a.firesAt.IsZero() || at.Before(a.firesAt)) {
		a.firesAt = at
		a.timer.Reset(time.Until(at))
	}
}

func (a *alarms) takeDue() (isDue [alarmCount]bool) {
	now := time.Now()
	a.firesAt = time.Time{}
	for kind, at := range a.times {
		switch {
		case at.IsZero():
		case at.After(now):
			a.set(alarm(kind), at)
		default:
			isDue[kind], a.times[kind] = true, time.Time{}
		}
	}
	return isDue
}
