package sshd

import "time"

type alarm int

const (
	alarmState  alarm = iota
	alarmGrowth       // until then, growth is not shown
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
