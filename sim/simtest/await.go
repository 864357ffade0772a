package simtest

import (
	"context"
	"testing"
	"time"

	"game-tui/sim"
)

const (
	maxWait     = 3 * time.Minute  // one wait
	noDeadline  = 5 * time.Minute  // a test without a deadline
	reportSlack = 15 * time.Second // left before a deadline to report what was seen
)

// Deadline returns the time at which the test stops waiting. It depends on go test's -timeout, not
// on the speed of the machine.
func Deadline(t testing.TB) time.Time {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if at, ok := d.Deadline(); ok {
			return at.Add(-reportSlack)
		}
	}
	return time.Now().Add(noDeadline)
}

// timeLeft returns how long a wait that starts now may take.
func timeLeft(t testing.TB) time.Duration { return min(maxWait, time.Until(Deadline(t))) }

// Await waits until ok returns true. If that takes too long, the test fails with the result of seen,
// which may be nil.
func Await(t testing.TB, what string, ok func() bool, seen func() string) {
	t.Helper()
	pause := time.Millisecond
	for end := time.Now().Add(timeLeft(t)); !ok(); pause = min(2*pause, 16*time.Millisecond) { // ok may be expensive
		if time.Sleep(pause); time.Now().Before(end) {
			continue
		}
		if seen == nil {
			t.Fatalf("timed out: %s", what)
		}
		t.Fatalf("timed out: %s\n%s", what, seen())
	}
}

// Receive waits for a value of a channel or its end.
func Receive[T any](t testing.TB, what string, ch <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-ch:
	case <-time.After(timeLeft(t)):
		t.Fatalf("timed out: %s", what)
	}
	return v
}

// Context returns a context that ends when the test stops waiting.
func Context(t testing.TB) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), Deadline(t))
}

// Limits returns limits for programs in a test: the defaults, with times for a busy machine.
func Limits(t testing.TB) sim.Limits {
	l := sim.DefaultLimits
	l.CPU *= 10 // shared caches slow the same work down
	l.Wall, l.MatchWall = time.Until(Deadline(t)), 0
	return l
}

// NoRace skips a long test without concurrency in the race run.
func NoRace(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("has no concurrency to check")
	}
}
