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

// A burst of window changes is acted on once in so long.
const resizeTime = 100 * time.Millisecond

// growTime is how often a program is brought up to date in which nothing moves but
// the end of the timeline. A match of ten rounds a second would otherwise cost ten
// drawings a second for every watcher who looks at its past.
const growTime = time.Second

// run shows what was asked for until the watcher leaves.
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

// loop waits for whatever comes next, and for nothing else. The end of the input
// is the end of the channel and of the connection too.
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

// alarmed does what it was woken for.
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

// event takes one key or mouse event.
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

// resize draws for the new window. Terminals shuffle
// what they show when they change size, so all of it is written anew.
func (w *watcher) resize() {
	w.term.shown = nil
	w.Take(ui.Resize{W: w.size[0], H: w.size[1]})
}

// grown takes in that what is watched has grown, for a watcher on its own.
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

// recheck takes in what may be otherwise without growth, for a watcher on its own: the
// others get it from the audience.
func (w *watcher) recheck() {
	if w.audience != nil {
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

// setStatus takes in what there is to say of what is watched.
func (w *watcher) setStatus(f status) {
	if f == w.status && f.starts == 0 {
		return
	}
	w.Age()
	before := w.status
	w.status = f
	w.settle(f.update(w.Program, before))
}

// idle brings a watcher back to the live edge who is not there and has pressed
// nothing for long. A recording has no such edge, and its readers keep their place.
func (w *watcher) idle() {
	left := w.srv.cfg.Idle - time.Since(w.lastKey)
	away := w.private && !w.Program.AtEdge() || w.status.newer
	if rec := w.subject.rec; left <= 0 && away && rec != nil && rec.Meta().Source == "" {
		w.toLive()
	}
	w.wake.in(alarmIdle, max(left, w.srv.cfg.Idle/8, time.Millisecond))
}

// leave gives back everything and restores the terminal.
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

// alarm names what a watcher is woken for.
type alarm int

// The alarms.
const (
	alarmState   alarm = iota // the program needs a tick
	alarmGrowth               // growth is of interest again
	alarmMotion               // what stood out of a frame is to stand out no more
	alarmEsc                  // what may be the beginning of a key is one
	alarmResize               // the window changes no more
	alarmIdle                 // nothing may have been pressed for long
	alarmRecheck              // what changes without a sign may be old
	alarmLife                 // the session has lasted long enough
	alarmCount
)

// alarms wake a watcher by one timer, however many there are: it costs every
// select, and thousands of watchers select whenever a round comes.
type alarms struct {
	timer *time.Timer
	at    [alarmCount]time.Time // zero: never
	next  time.Time             // when the timer goes off, zero: it does not
}

func (a *alarms) in(what alarm, d time.Duration) { a.set(what, time.Now().Add(d)) }

// set sets an alarm; the zero time turns it off. Where the timer goes off too early
// for that, it is set again then.
func (a *alarms) set(what alarm, at time.Time) {
	a.at[what] = at
	if !at.IsZero() && (a.next.IsZero() || at.Before(a.next)) {
		a.next = at
		a.timer.Reset(time.Until(at))
	}
}

// due returns the alarms that have gone off, each once, when the timer has.
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
