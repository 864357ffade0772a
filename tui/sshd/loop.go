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

const resizeTime = 100 * time.Millisecond

// growTime is the minimum time between redraws if only the timeline has grown.
const growTime = time.Second

func (v *viewer) run(ch gossh.Channel) *ending {
	input := make(chan []byte)
	v.srv.work.Go(func() {
		defer close(input)
		v.readKeys(ch, input)
	})

	v.term.writeText(enterScreen + mouseOn)
	defer v.leave()
	v.begin()
	if v.end == nil && v.ShouldAskBackground() {
		v.term.writeText(ansi.RequestBackgroundColor)
	}
	v.loop(input)
	return v.end
}

func (v *viewer) loop(input <-chan []byte) {
	v.alarms.setAfter(alarmLife, v.srv.cfg.Session)
	v.alarms.setAfter(alarmIdle, v.srv.cfg.Idle)
	v.alarms.setAfter(alarmRecheck, idleTime)
	for v.end == nil {
		var own ui.Source
		if v.place == placePrivate || v.place == placeHome {
			own = v.Program.View().Source()
		}
		if v.Watch(own) {
			v.showGrowth()
		}
		v.UpdateAnalysis()
		v.show()
		growth := v.Grown
		if !v.alarms.at[alarmGrowth].IsZero() {
			growth = nil
		}
		var superseded <-chan struct{}
		if v.place == placeFollowing && !v.term.lag.isWaiting() {
			superseded = v.frame.next
		}
		select {
		case <-superseded:
			v.follow()
		case <-growth:
			v.showGrowth()
		case <-v.AnalysisChanged:
			v.TakeAnalysis()
		case <-v.alarms.timer.C:
			v.handleAlarms()
		case <-v.term.lag.answer:
			v.term.lag.slow, v.term.lag.probed = time.Since(v.term.lag.probed) > slowAnswer, time.Time{}
		case p, ok := <-input:
			if !ok {
				v.end = endDisconnected
				break
			}
			v.decoder.feed(p, v.handleEvent)
			if wait := v.decoder.waitTime(); wait > 0 {
				v.alarms.setAfter(alarmEsc, wait)
			}
		case do := <-v.Answers:
			do()
		case v.size = <-v.request.resize:
			v.alarms.setAfter(alarmResize, max(0, resizeTime-time.Since(v.lastResize)))
		case <-v.srv.closing.Done():
			v.end = endClosing
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
		case alarmMotion:
			v.term.endMotion()
		case alarmEsc:
			v.decoder.flush(v.handleEvent)
		case alarmResize:
			v.lastResize = time.Now()
			v.term.shown = nil // Terminals rearrange their text when they are resized.
			v.Apply(ui.Resize{W: v.size[0], H: v.size[1]})
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

func (v *viewer) showGrowth() {
	atEdge := v.Program.AtEdge()
	v.Grow()
	v.updateStatus()
	pause := growTime
	if atEdge {
		pause = frameTime
	}
	v.alarms.setAfter(alarmGrowth, pause)
}

func (v *viewer) checkStatus() {
	if v.place == placeFollowing {
		return
	}
	v.alarms.setAfter(alarmRecheck, idleTime)
	if v.stream.isHome() {
		v.Apply(ui.SourceGrown{})
		return
	}
	v.updateStatus()
}

func (v *viewer) updateStatus() {
	f := v.stream.status(v.subject)
	current, _ := v.stream.latest()
	f.replaced = current != v.subject
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
	remaining := v.srv.cfg.Idle - time.Since(v.lastKey)
	away := v.place == placePrivate && !v.Program.AtEdge() || v.status.replaced
	if rec := v.subject.rec; remaining <= 0 && away && rec != nil && rec.Meta().Source == "" {
		v.goLive()
	}
	v.alarms.setAfter(alarmIdle, max(remaining, v.srv.cfg.Idle/8, time.Millisecond))
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
	v.term.stall.Stop()
}

// readKeys sends the client's input to out. It discards input above the rate limit, because queued
// keys would take effect too late.
func (v *viewer) readKeys(r io.Reader, out chan<- []byte) {
	limit := rate.NewLimiter(rate.Limit(v.srv.cfg.Input), 2*v.srv.cfg.Input)
	buf := make([]byte, 1024)
	for {
		n, err := r.Read(buf)
		if err != nil {
			return
		}
		now := time.Now()
		take := min(n, int(limit.TokensAt(now)))
		v.srv.counters.lostKeys.Add(int64(n - take))
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
	alarmState  alarm = iota
	alarmGrowth       // ends the pause between redraws of a growing match
	alarmMotion
	alarmEsc    // ends the wait for the rest of a key sequence
	alarmResize // ends the wait for further resizes
	alarmIdle
	alarmRecheck
	alarmLife
	alarmCount
)

// alarms are a viewer's timers. They share one time.Timer, which keeps the viewer's select fast.
type alarms struct {
	timer *time.Timer
	at    [alarmCount]time.Time // time of each alarm; zero means never
	next  time.Time             // time at which the timer fires; zero means never
}

func (a *alarms) setAfter(kind alarm, d time.Duration) { a.set(kind, time.Now().Add(d)) }

// set sets the time of an alarm; the zero time disables it. It never postpones the timer; if the
// timer fires too early, due resets it.
func (a *alarms) set(kind alarm, at time.Time) {
	a.at[kind] = at
	if !at.IsZero() && (a.next.IsZero() || at.Before(a.next)) {
		a.next = at
		a.timer.Reset(time.Until(at))
	}
}

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
