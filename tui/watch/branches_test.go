package watch_test

import (
	"testing"

	"game-tui/configs"
	"game-tui/tui/tuitest"
	"game-tui/tui/watch"
)

// Branches hold the match itself first, under names that say what is other in them.
func TestBranches(t *testing.T) {
	t.Parallel()
	rec := tuitest.Played(t, tuitest.Games[2], configs.Default("thepurge"), 60)
	meta := *rec.Meta()
	meta.Note = "branch of seed 30 from round 7: nothing else changed"
	var b watch.Branches
	if n, _ := b.At("0"); n >= 0 || b.Len() != 0 {
		t.Error("there are branches before there are any")
	}
	for i := 1; i <= 2; i++ {
		if n := b.Add(rec, rec.With(meta), "with other dice"); n != i || b.Len() != i {
			t.Errorf("branch %d of %d", n, b.Len())
		}
	}
	if n, name := b.At("2"); n != 2 || name != "round 7: nothing else changed; with other dice" {
		t.Errorf("%d %q", n, name)
	}
	for _, arg := range []string{"3", "-1", "", "one"} {
		if n, _ := b.At(arg); n >= 0 {
			t.Errorf("%q is branch %d", arg, n)
		}
	}
	if o := b.Opened(0, 7); b.Record(0) != rec || !o.Paused || o.Round != 7 || o.Branch != 0 || len(o.Branches) != 3 {
		t.Errorf("%+v", o)
	}
}
