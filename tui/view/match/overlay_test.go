package match_test

import (
	"fmt"
	"slices"
	"testing"

	"game-tui/configs"
	"game-tui/sim/game/harrypotter"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/view/match"
)

// menuRow returns the keys that open the menu of overlays and select a line.
func menuRow(n int) []string {
	return append([]string{"overlays"}, slices.Repeat([]string{"down"}, n)...)
}

// TestOverlayMenu checks that every line of the menu toggles an overlay, which remains after the
// menu or the match is left.
func TestOverlayMenu(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		l := tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound)
		rows := 0
		for row := 0; ; row++ {
			r := newRig(t, l, options{Paused: true, Place: location.AtRound(20), W: 100, H: 40, Profile: theme.TrueColor})
			r.press(menuRow(row)...)
			r.requireText("overlays")
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
			r.checkText("overlays", false)
			if r.send(match.Replacement{Match: match.NewMatch(l), Paused: true}); r.view().Overlays != after {
				t.Errorf("%s: line %d is forgotten with the match", g.Name(), row)
			}
			if rows = row; after.CountWholeMatch {
				break // The last line is motion, which belongs to the program.
			}
		}
		if rows < 4 {
			t.Errorf("%s: %d lines", g.Name(), rows+1)
		}
	}
}

// TestRoundsStepWithTheMenuOpen also checks that disabling an overlay removes all its cells.
func TestRoundsStepWithTheMenuOpen(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(20), W: 100, H: 40, Profile: theme.TrueColor})
	plain := r.screen()
	r.press(append(menuRow(3), "switch", "overlays")...)
	r.requireText("visits, up to round 20")
	r.press("overlays", "on", "on")
	r.requireText("visits, up to round 22")
	r.requireText("overlays")
	r.press("back", "back", "leave")
	r.checkText("overlays", false)
	r.press(append(menuRow(3), "switch", "leave")...)
	if got := r.screen(); got != plain {
		t.Errorf("what was on is not off:\n%s", got)
	}
}

// TestHeatMapKeepsToTheHorizon checks that the heat map of a whole match ends at the horizon.
func TestHeatMapKeepsToTheHorizon(t *testing.T) {
	t.Parallel()
	const here = 20
	keys := append(menuRow(3), "switch", "down", "down", "down", "down", "down", "switch", "overlays", "leave")
	shot := func(rounds int, spoilers bool) string {
		l := tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), rounds)
		r := newRig(t, l, options{Paused: true, Place: location.AtRound(here), W: 100, H: 40, Profile: theme.TrueColor, NoSpoilers: !spoilers})
		r.press(keys...)
		if !r.view().Overlays.CountWholeMatch {
			t.Fatal("the map is not of the whole match")
		}
		lay := r.view().Layout(&r.program)
		g := r.draw()
		text := ""
		for y := lay.Port.CellArea.Y; y <= lay.Legend.Y; y++ {
			for x := range lay.Port.CellArea.X + lay.Port.CellArea.W {
				text += fmt.Sprint(*g.At(x, y))
			}
		}
		return text
	}
	if shot(60, false) != shot(here+1, false) {
		t.Error("the map shows rounds that have not been seen")
	}
	if shot(60, true) == shot(here+1, true) {
		t.Error("without no-spoilers the map shows no later rounds")
	}
}
