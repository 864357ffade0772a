package show

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"time"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/sim/fileop"
	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// TestFollowerDetectsRunningTournamentByLock: recent results do not matter.
func TestFollowerDetectsRunningTournamentByLock(t *testing.T) {
	t.Parallel()
	p := contesttest.Plan(t, 1)
	name := contesttest.Write(t, p, func(*league.Result) {})
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
	t.Cleanup(func() { _ = f.file.Close() })
	want := func(when, over string) {
		t.Helper()
		if got := f.Status().Over; got != over {
			t.Errorf("%s: got %q, want %q", when, got, over)
		}
	}
	want("it is played", "")
	f.checkPlaying(time.Now().Add(-2 * quietTime))
	want("it is played, without a result for long", "")
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	f.checkPlaying(time.Now())
	want("it has ended", "not under way")
}

func TestFollowerReadsReplacedFile(t *testing.T) {
	t.Parallel()
	simtest.NeedsReplace(t)
	p := contesttest.Plan(t, 2)
	name := contesttest.Write(t, p, func(*league.Result) {})
	f, err := Follow(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.file.Close() })
	all := f.matches()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	replace := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(name+".new", text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := fileop.Replace(name+".new", name); err != nil {
			t.Fatal(err)
		}
	}
	const left = 4 // all seatings of a seed
	replace(bytes.Join(lines[:1+left], nil))
	if grown, err := f.update(time.Time{}); err != nil || !grown || f.matches() != left {
		t.Errorf("got %d matches, %t, %v, want %d of the rewritten record", f.matches(), grown, err, left)
	}
	if grown, err := f.update(time.Time{}); err != nil || grown {
		t.Errorf("a record that stays as it is grew: %v", err)
	}
	replace(append(bytes.Join(lines[:1+left], nil), "damaged\n"...))
	if _, err := f.update(time.Time{}); !errors.Is(err, league.ErrDamaged) || f.matches() != left {
		t.Errorf("got %d matches, %v, want %d and a damaged line", f.matches(), err, left)
	}
	replace(text)
	if _, err := f.update(time.Time{}); err != nil || f.matches() != all {
		t.Errorf("got %d matches, %v, want %d", f.matches(), err, all)
	}
	other, err := os.ReadFile(contesttest.Write(t, contesttest.Plan(t, 3), func(*league.Result) {}))
	if err != nil {
		t.Fatal(err)
	}
	replace(other)
	if _, err := f.update(time.Time{}); err == nil || f.matches() != all {
		t.Errorf("another tournament is followed: %v", err)
	}
}
