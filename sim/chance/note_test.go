package chance_test

import (
	"testing"

	"game-tui/sim/catalog"
	"game-tui/sim/chance"
)

// TestNoteOfABranchOfABranch: the note tells the whole way, with the names on it, also when
// a branch that was written is opened and played on again.
func TestNoteOfABranchOfABranch(t *testing.T) {
	t.Parallel()
	m, _ := played(t, catalog.Games()[2], 13, "Greedy", "Demo", "Demo", "Null")
	w := &chance.WhatIf{Match: m, Round: 30}
	w.Mute[1] = true
	note := w.Note("a.res")
	if w.Name() != "Demo 1 muted from 30" {
		t.Error(w.Name())
	}
	next := &chance.WhatIf{Match: m, Round: 60}
	if next.Name() != "other dice from 60" {
		t.Error(next.Name())
	}
	for was, want := range map[string]string{
		"cut in round 57, line 9120": "branch of b.res from round 60: nothing else changed",
		note:                         "branch of a.res from round 30: Demo 1 muted; then from round 60: nothing else changed",
		"branch of a, branch of b.res from round 30: Demo 1 muted": "branch of a, branch of b.res from round 30: Demo 1 muted; then from round 60: nothing else changed",
		chance.Named(note, "x, branch of y"):                       `branch of a.res from round 30: Demo 1 muted ("x, branch of y"); then from round 60: nothing else changed`,
		chance.Named(note, `a "quiet" one`):                        `branch of a.res from round 30: Demo 1 muted ("a 'quiet' one"); then from round 60: nothing else changed`,
	} {
		next.Match.Note = was
		if got := next.Note("b.res"); got != want {
			t.Errorf("%q after %q", got, was)
		}
	}
}
