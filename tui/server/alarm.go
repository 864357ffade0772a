package server

import "time"

// alarm names what a watcher is woken for.
type alarm int

// The alarms.
const (
	alarmState   alarm = iota // the program needs a tick
	alarmGrowth               // growth is of interest again
	alarmEsc                  // what may be the beginning of a key is one
	alarmResize               // the window changes no more
	alarmIdle                 // nothing may have been pressed for long
	alarmRecheck              // what is not told when it changes is old
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

func newAlarms() alarms {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return alarms{timer: t}
}

// in sets an alarm.
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
