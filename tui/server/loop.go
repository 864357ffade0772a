package server

import (
	"cmp"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/shell"
	"game-tui/tui/ui"
)

// resizeTime is the minimum time between reactions to window changes.
const resizeTime = 100 * time.Millisecond

// growTime is the minimum time between updates that only extend the timeline. Without it every
// viewer of the past would cost a drawing per round.
const growTime = time.Second

// run serves a viewer until it leaves.
func (w *watcher) run(ch gossh.Channel) *ending {
	input := make(chan []byte)
	w.srv.work.Go(func() {
		defer close(input)
		w.readKeys(ch, input)
	})

	w.term.text(enterScreen + mouseOn)
	defer w.leave()
	w.begin()
	if w.end == nil && w.Asks() {
		w.term.text(ansi.RequestBackgroundColor)
	}
	w.loop(input)
	return w.end
}

// loop waits for all events of a session. The end of input is the end of the channel and the
// connection.
func (w *watcher) loop(input <-chan []byte) {
	w.wake.in(alarmLife, w.srv.cfg.Session)
	w.wake.in(alarmIdle, w.srv.cfg.Idle)
	w.wake.in(alarmRecheck, idleTime)
	for w.end == nil {
		if w.Watch(w.ownSource()) {
			w.quiet = false
			w.grown()
		}
		w.Look()
		w.show()
		select {
		case <-w.superseded():
			w.follow()
		case <-w.replaced():
			f := w.status
			f.newer = true
			w.setStatus(f)
		case <-w.growth():
			w.grown()
		case <-w.Known:
			w.TakeChances()
		case <-w.wake.timer.C:
			w.alarmed()
		case <-w.term.lag.answer:
			w.term.lag.answered()
		case p, ok := <-input:
			if !ok {
				w.end = endGone
				break
			}
			w.dec.feed(p, w.event)
			if wait := w.dec.waiting(); wait > 0 {
				w.wake.in(alarmEsc, wait)
			}
		case do := <-w.Answers:
			do()
		case w.size = <-w.req.resize:
			w.wake.in(alarmResize, max(0, resizeTime-time.Since(w.resized)))
		case <-w.srv.closing.Done():
			w.end = endClosing
		}
		if w.dec.hopeless() {
			w.end = endGarbage
			w.srv.adm.Drops.Add(string(dropGarbage), 1)
		}
		if w.term.err != nil && w.end == nil {
			w.end = endGone
		}
	}
}

// alarmed handles the alarms that are due.
func (w *watcher) alarmed() {
	for what, due := range w.wake.due() {
		if !due || w.end != nil {
			continue
		}
		switch alarm(what) {
		case alarmState:
			w.Age()
		case alarmGrowth:
			w.quiet = false
		case alarmMotion:
			w.term.settle()
		case alarmEsc:
			w.dec.flush(w.event)
		case alarmResize:
			w.resized = time.Now()
			w.resize()
		case alarmIdle:
			w.idle()
		case alarmRecheck:
			w.recheck()
		case alarmLife:
			w.end = endLong
		}
	}
}

// event handles a key or mouse event.
func (w *watcher) event(e uv.Event) {
	if w.end != nil {
		return
	}
	w.lastKey = time.Now()
	if !w.rate.AllowN(w.lastKey, 1) {
		w.srv.count.lostKeys.Add(1)
		return
	}
	if in := shell.Input(e); in != nil {
		w.Take(in)
	}
}

// resize redraws everything for a new window, since terminals reflow what they show.
func (w *watcher) resize() {
	w.term.shown = nil
	w.Take(ui.Resize{W: w.size[0], H: w.size[1]})
}

// grown updates a private program after its source has grown.
func (w *watcher) grown() {
	atEdge := w.Program.AtEdge()
	w.Grow()
	f := w.stream.status(w.subject)
	f.silent, f.newer = w.status.silent, w.status.newer
	w.setStatus(f)
	pause := growTime
	if atEdge {
		pause = frameTime
	}
	w.quiet = true
	w.wake.in(alarmGrowth, pause)
}

// recheck updates the status of a private program. Other viewers get it from their audience.
func (w *watcher) recheck() {
	if w.following() != nil {
		return
	}
	w.wake.in(alarmRecheck, idleTime)
	if w.stream.isHome() {
		w.Take(ui.Grown{})
		return
	}
	f := w.status
	f.silent = w.stream.status(w.subject).silent
	w.setStatus(f)
}

// setStatus shows a new status.
func (w *watcher) setStatus(f status) {
	if f == w.status && f.starts == 0 {
		return
	}
	w.Age()
	before := w.status
	w.status = f
	w.settle(f.update(w.Program, before))
}

// idle returns an inactive viewer to the live edge. Viewers of recordings keep their place.
func (w *watcher) idle() {
	left := w.srv.cfg.Idle - time.Since(w.lastKey)
	away := w.isPrivate() && !w.Program.AtEdge() || w.status.newer
	if rec := w.subject.rec; left <= 0 && away && rec != nil && rec.Meta().Source == "" {
		w.toLive()
	}
	w.wake.in(alarmIdle, max(left, w.srv.cfg.Idle/8, time.Millisecond))
}

// leave releases everything and restores the terminal.
func (w *watcher) leave() {
	w.wake.timer.Stop()
	w.End()
	w.leaveStream()
	end := cmp.Or(w.end, endBroken)
	text := leaveScreen
	if !w.Program.NoMouse {
		text = mouseOff + text
	}
	if end.text != "" {
		text += end.text + "\r\n"
	}
	w.term.text(text)
	w.term.stall.Stop()
}

type alarm int

const (
	alarmState   alarm = iota // the program needs a tick
	alarmGrowth               // growth is shown again
	alarmMotion               // a motion ends
	alarmEsc                  // an incomplete key is complete
	alarmResize               // the window has settled
	alarmIdle                 // no key for a long time
	alarmRecheck              // the status may be out of date
	alarmLife                 // the session has reached its maximum length
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
