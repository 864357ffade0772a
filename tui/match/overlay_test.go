package match_test

import (
	"slices"
	"testing"

	"game-tui/configs"
	"game-tui/tui/match"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/viewpoint"
)

// menuRow opens the menu and goes down to a line.
func menuRow(n int) []string {
	return append([]string{"overlays"}, slices.Repeat([]string{"down"}, n)...)
}

// Every line of the menu changes something, and back again; what is on stays when the
// menu closes and when another match begins.
func TestOverlayMenu(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		l := tuitest.Played(t, g, configs.Default(g.Name()), goldenRound)
		rows := 0
		for row := 0; ; row++ {
			r := newRig(t, l, options{Paused: true, Place: viewpoint.At(20), W: 100, H: 40, Profile: theme.TrueColor})
			r.press(menuRow(row)...)
			r.says("over the board")
			before := r.view().Overlays
			if r.press("switch"); r.view().Overlays == before {
				t.Errorf("%s: line %d changes nothing", g.Name(), row)
			}
			after := r.view().Overlays
			for range 4 {
				if r.view().Overlays != before {
					r.press("switch")
				}
			}
			if r.view().Overlays != before {
				t.Errorf("%s: line %d does not come back: %+v", g.Name(), row, r.view().Overlays)
			}
			for r.view().Overlays != after {
				r.press("switch")
			}
			r.press("overlays")
			r.has("over the board", false)
			if r.take(match.Replaced{Match: match.NewMatch(l), Paused: true}); r.view().Overlays != after {
				t.Errorf("%s: line %d is forgotten with the match", g.Name(), row)
			}
			if rows = row; after.Whole {
				break // the last line
			}
		}
		if rows < 4 {
			t.Errorf("%s: %d lines", g.Name(), rows+1)
		}
	}
}

// Rounds can be stepped with the menu open, and what is switched off leaves nothing.
func TestOverlaysUnderTheMenu(t *testing.T) {
	t.Parallel()
	r := newRig(t, potter(t), options{Paused: true, Place: viewpoint.At(20), W: 100, H: 40, Profile: theme.TrueColor})
	plain := r.screen()
	r.press(append(menuRow(3), "switch", "overlays")...)
	r.says("visits to round 20")
	r.press("overlays", "on", "on")
	r.says("visits to round 22")
	r.says("over the board")
	r.press("back", "back", "leave")
	r.has("over the board", false)
	r.press(append(menuRow(3), "switch", "leave")...)
	if got := r.screen(); got != plain {
		t.Errorf("what was on is not off:\n%s", got)
	}
}
