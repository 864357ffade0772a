package show

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/sim/fileop"
	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

func TestFollowerDetectsRunningTournamentByLock(t *testing.T) {
	t.Parallel()
	p := contesttest.Plan(t, 1)
	name := contesttest.WriteFile(t, p, func(*league.Result) {})
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
		if got := f.Status().EndReason; got != over {
			t.Errorf("%s: got %q, want %q", when, got, over)
		}
	}
	want("it is played", "")
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	f.markIfNotRunning()
	want("it has ended", "not running")
}

func TestFollowerReadsReplacedFile(t *testing.T) {
	t.Parallel()
	simtest.NeedsReplace(t)
	p := contesttest.Plan(t, 2)
	name := contesttest.WriteFile(t, p, func(*league.Result) {})
	f, err := Follow(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.file.Close() })
	matches := func() (n int) {
		f.View(func(s *league.Standings) { n, _ = s.Matches() })
		return n
	}
	all := matches()
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
	const left = 4 // number of seatings per seed
	replace(bytes.Join(lines[:1+left], nil))
	for range 2 {
		if err := f.update(); err != nil || matches() != left {
			t.Errorf("got %d matches, %v, want %d of the rewritten record", matches(), err, left)
		}
	}
	replace(append(bytes.Join(lines[:1+left], nil), "damaged\n"...))
	if err := f.update(); !errors.Is(err, league.ErrDamaged) || matches() != left {
		t.Errorf("got %d matches, %v, want %d and a damaged line", matches(), err, left)
	}
	replace(text)
	if err := f.update(); err != nil || matches() != all {
		t.Errorf("got %d matches, %v, want %d", matches(), err, all)
	}
	other, err := os.ReadFile(contesttest.WriteFile(t, contesttest.Plan(t, 3), func(*league.Result) {}))
	if err != nil {
		t.Fatal(err)
	}
	replace(other)
	if err := f.update(); err == nil || matches() != all {
		t.Errorf("another tournament is followed: %v", err)
	}
}
