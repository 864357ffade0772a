package simtest

import (
	"context"
	"testing"
	"time"

	"game-tui/sim"
)

// Patience of tests. A wait ends with what is waited for; how fast the machine is that day
// says nothing about the program. What never comes fails a while before go test gives up,
// so that the test can still say what it has seen.
const (
	toSay   = 15 * time.Second // what is left of the test's time then
	without = 5 * time.Minute  // where the test has all the time there is
)

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
	for late := Late(t); !ok(); pause = min(2*pause, 16*time.Millisecond) { // looking costs, too
		if time.Sleep(pause); time.Now().After(late) {
			text := ""
			if seen != nil {
				text = "\n" + seen()
			}
			t.Fatalf("waited in vain: %s%s", what, text)
		}
	}
}

// Receive waits for a value of a channel, or for its end.
func Receive[T any](t testing.TB, what string, ch <-chan T) T {
	t.Helper()
	late := time.NewTimer(time.Until(Late(t)))
	defer late.Stop()
	select {
	case v := <-ch:
		return v
	case <-late.C:
		t.Fatalf("waited in vain: %s", what)
		panic("not reached")
	}
}

// Context ends when the test waits no longer.
func Context(t testing.TB) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), Late(t))
}
