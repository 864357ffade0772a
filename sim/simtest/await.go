package simtest

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"game-tui/sim"
)

// Waits of tests depend on the test's deadline, not on the speed of the machine. A wait that fails
// ends a while before the deadline, so that the test can report what it saw. After one failure,
// other waits are shorter.
const (
	toSay    = 15 * time.Second // left for the report
	without  = 5 * time.Minute  // without a deadline
	patience = 3 * time.Minute  // for one wait
	hurried  = 20 * time.Second // after another wait failed
)

// inVain is set when a wait has failed.
var inVain atomic.Bool

// patient returns when a wait that starts now fails.
func patient(t testing.TB) time.Time {
	most := patience
	if inVain.Load() {
		most = hurried
	}
	if at := time.Now().Add(most); at.Before(Deadline(t)) {
		return at
	}
	return Deadline(t)
}

// fail ends a test whose wait failed.
func fail(t testing.TB, what, seen string) {
	t.Helper()
	inVain.Store(true)
	t.Fatalf("waited in vain: %s%s", what, seen)
}

// Deadline returns the time at which the test stops waiting.
func Deadline(t testing.TB) time.Time {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if at, ok := d.Deadline(); ok {
			return at.Add(-toSay)
		}
	}
	return time.Now().Add(without)
}

// Limits returns limits for programs in a test: the defaults, with times for a busy machine.
func Limits(t testing.TB) sim.Limits {
	l := sim.DefaultLimits
	l.CPU *= 10 // shared caches slow the same work down
	l.Wall, l.MatchWall = time.Until(Deadline(t)), 0
	return l
}

// Await waits until ok returns true. If the wait fails, it fails the test with the result of seen,
// which may be nil.
func Await(t testing.TB, what string, ok func() bool, seen func() string) {
	t.Helper()
	pause := time.Millisecond
	for late := patient(t); !ok(); pause = min(2*pause, 16*time.Millisecond) { // ok may be expensive
		if time.Sleep(pause); time.Now().After(late) {
			text := ""
			if seen != nil {
				text = "\n" + seen()
			}
			fail(t, what, text)
		}
	}
}

// Receive waits for a value of a channel or its end.
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

// Context returns a context that ends when the test stops waiting.
func Context(t testing.TB) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), Deadline(t))
}

// NoRace skips a long test without concurrency in the race run.
func NoRace(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing runs beside anything else here")
	}
}
