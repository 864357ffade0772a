package simtest

import (
	"context"
	"testing"
	"time"

	"game-tui/sim"
)

const (
	maxWait        = 3 * time.Minute  // maximum duration of a single wait
	defaultTimeout = 5 * time.Minute  // maximum waiting time if the test has no deadline
	reportSlack    = 15 * time.Second // time reserved for reporting the failure before the deadline
)

// Deadline returns the time at which the test should stop waiting, shortly before go test's
// -timeout.
func Deadline(t testing.TB) time.Time {
	if d, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if at, ok := d.Deadline(); ok {
			return at.Add(-reportSlack)
		}
	}
	return time.Now().Add(defaultTimeout)
}

func timeLeft(t testing.TB) time.Duration { return min(maxWait, time.Until(Deadline(t))) }

// Await waits until ok returns true. On timeout, it fails the test and prints the result of describe.
// describe may be nil.
func Await(t testing.TB, what string, ok func() bool, describe func() string) {
	t.Helper()
	pause := time.Millisecond
	// Back off, because ok may be expensive.
	for end := time.Now().Add(timeLeft(t)); !ok(); pause = min(2*pause, 16*time.Millisecond) {
		if time.Sleep(pause); time.Now().Before(end) {
			continue
		}
		if describe == nil {
			t.Fatalf("timed out: %s", what)
		}
		t.Fatalf("timed out: %s\n%s", what, describe())
	}
}

// Receive returns the next value from the channel, or the zero value if the channel is closed. On
// timeout, it fails the test.
func Receive[T any](t testing.TB, what string, ch <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-ch:
	case <-time.After(timeLeft(t)):
		t.Fatalf("timed out: %s", what)
	}
	return v
}

// Context returns a context that expires when the test should stop waiting.
func Context(t testing.TB) (context.Context, context.CancelFunc) {
	return context.WithDeadline(t.Context(), Deadline(t))
}

// Limits returns the default limits for programs, with more time for busy machines.
func Limits(t testing.TB) sim.Limits {
	l := sim.DefaultLimits
	l.CPU *= 10 // Shared caches slow programs down on a busy machine.
	l.Wall, l.MatchWall = time.Until(Deadline(t)), 0
	return l
}

// SkipUnderRace skips the test in short mode, which race runs use. Call it in long tests without
// concurrency.
func SkipUnderRace(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("has no concurrency to check")
	}
}
