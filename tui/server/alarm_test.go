package server

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// Every alarm goes off once at its time, whatever is set or turned off meanwhile.
func TestAlarms(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := newAlarms()
		defer a.timer.Stop()
		began := time.Now()
		type ring struct {
			what alarm
			at   time.Duration
		}
		a.in(alarmLife, 9*time.Second)
		a.in(alarmState, time.Second)
		a.in(alarmState, 5*time.Second) // later than it was
		a.in(alarmEsc, 3*time.Second)
		a.in(alarmIdle, 2*time.Second)
		a.set(alarmIdle, time.Time{}) // not at all
		a.in(alarmGrowth, 5*time.Second)
		var got []ring
		for !slices.ContainsFunc(got, func(r ring) bool { return r.what == alarmLife }) {
			<-a.timer.C
			for what, due := range a.due() {
				if due {
					got = append(got, ring{alarm(what), time.Since(began)})
				}
			}
			if len(got) == 1 {
				a.in(alarmResize, time.Second) // sooner than all others
			}
		}
		want := []ring{{alarmEsc, 3 * time.Second}, {alarmResize, 4 * time.Second}, {alarmState, 5 * time.Second},
			{alarmGrowth, 5 * time.Second}, {alarmLife, 9 * time.Second}}
		if !slices.Equal(got, want) {
			t.Errorf("went off %v, want %v", got, want)
		}
	})
}
