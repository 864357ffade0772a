package simtest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"game-tui/sim"
)

// Patience of tests. A wait ends with what is waited for; how fast the machine is that day
// says nothing about the program. What never comes fails a while before go test gives up,
// so that the test can still say what it has seen, and before whoever runs all tests does:
// what takes seconds elsewhere comes within minutes, or never. When one thing has not come,
// others that need it will not either.
const (
	toSay    = 15 * time.Second // what is left of the test's time then
	without  = 5 * time.Minute  // where the test has all the time there is
	patience = 3 * time.Minute  // for one thing
	hurried  = 20 * time.Second // when another one has not come
)

// inVain is set when something has not come.
var inVain atomic.Bool

// patient is when a test waits no longer for one thing.
func patient(t testing.TB) time.Time {
	most := patience
	if inVain.Load() {
		most = hurried
	}
	if at := time.Now().Add(most); at.Before(Late(t)) {
		return at
	}
	return Late(t)
}

// fail ends a test that has waited in vain.
func fail(t testing.TB, what, seen string) {
	t.Helper()
	inVain.Store(true)
	t.Fatalf("waited in vain: %s%s", what, seen)
}

// Late is when a test waits no longer.
func Late(t testing.TB) time.Time {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if at, ok := d.Deadline(); ok {
			return at.Add(-toSay)
		}
	}
	return time.Now().Add(without)
}

// Limits are those of programs that play in a test: those of a match, but that no machine is so
// busy that an honest player breaks them.
func Limits(t testing.TB) sim.Limits {
	l := sim.DefaultLimits
	l.CPU *= 10 // the same work counts for more where others use the caches
	l.Wall, l.MatchWall = time.Until(Late(t)), 0
	return l
}

// Await waits until something is so, and fails the test where that never comes, with what
// seen says then; seen may be nil.
func Await(t testing.TB, what string, ok func() bool, seen func() string) {
	t.Helper()
	pause := time.Millisecond
	for late := patient(t); !ok(); pause = min(2*pause, 16*time.Millisecond) { // looking costs, too
		if time.Sleep(pause); time.Now().After(late) {
			text := ""
			if seen != nil {
				text = "\n" + seen()
			}
			fail(t, what, text)
		}
	}
}

// Receive waits for a value of a channel, or for its end.
func Receive[T any](t testing.TB, what string, ch <-chan T) T {
	t.Helper()
	late := time.NewTimer(time.Until(patient(t)))
	defer late.Stop()
	select {
	case v := <-ch:
		return v
	case <-late.C:
		fail(t, what, "")
		panic("not reached")
	}
}

// Context ends when the test waits no longer.
func Context(t testing.TB) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), Late(t))
}

// NoRace skips a test in which nothing runs beside anything else where only races are hunted for,
// over a sample (-short): there it would take many times as long and find nothing.
func NoRace(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing runs beside anything else here")
	}
}
