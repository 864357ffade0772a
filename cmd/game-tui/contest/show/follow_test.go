package show

import (
	"errors"
	"testing"
	"time"

	"game-tui/cmd/game-tui/contest/contesttest"
	"game-tui/sim/league"
)

// TestFollowerAsksTheLock: a tournament is live while somebody plays it, whether it has had a result lately or not.
func TestFollowerAsksTheLock(t *testing.T) {
	t.Parallel()
	p := contesttest.Plan(t, 1)
	name := contesttest.Write(t, p, func(*league.Result) {})
	if _, err := league.Locked(name); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	}
	record, err := league.Resume(name, func(*league.Plan) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Amend(2); err != nil {
		t.Fatal(err)
	}
	f, err := Follow(name)
	if err != nil {
		t.Fatal(err)
	}
	want := func(when, over string) {
		t.Helper()
		if got := f.Status().Over; got != over {
			t.Errorf("%s: got %q, want %q", when, got, over)
		}
	}
	want("it is played", "")
	f.judge(time.Now().Add(-2 * quietTime))
	want("it is played, without a result for long", "")
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	f.judge(time.Now())
	want("it has ended", "not under way")
}
