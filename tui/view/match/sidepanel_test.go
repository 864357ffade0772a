package match_test

import (
	"strconv"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
)

// TestPanelShowsDecidingFigures checks that, at every size, the panel shows the figures that decide
// a match, whole player names, and a line for neutral units.
func TestPanelShowsDecidingFigures(t *testing.T) {
	t.Parallel()
	figures := map[string][]string{ // figures holds words that each player card must contain, with alternatives.
		"harrypotter": {"strength", "ghost rests|ghost may|ghost casts|spells over"},
		"moneyheist":  {"soldier", "poison pot"},
		"thepurge":    {"build|barricade", "gun|better armed|barricade"}, // Cards that list every unit have no count.
	}
	for _, g := range tuitest.Games[:3] {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+1)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 50}, {240, 60}} {
			for _, profile := range []theme.Profile{theme.NoColor, theme.TrueColor} {
				r := newRig(t, rec, options{Paused: true, Place: location.AtRound(goldenRound), W: size[0], H: size[1], Profile: profile})
				text := r.screen()
				var f sim.Frame
				rec.State(goldenRound).FillFrame(&f)
				names := rec.Meta().Names
				for seat := range sim.Seats {
					for _, word := range []string{names[seat], strconv.Itoa(f.Players[seat].Score)} {
						if !strings.Contains(text, word) {
							t.Errorf("%s, %v: no %q\n%s", g.Name(), size, word, text)
						}
					}
				}
				for _, words := range figures[g.Name()] {
					n := 0
					for _, word := range strings.Split(words, "|") {
						n += strings.Count(text, word)
					}
					// Large windows have a table with a single heading.
					if want := sim.Seats; n < want && !(n > 0 && size[0] >= 160) {
						t.Errorf("%s, %v: %d times %q\n%s", g.Name(), size, n, words, text)
					}
				}
				for _, l := range f.Labels {
					if i := strings.Index(text, l.Key+" "+l.Value[:1]); i >= 0 && !strings.HasPrefix(text[i:], l.Key+" "+strings.TrimRight(l.Value, " ")) {
						t.Errorf("%s, %v: %s is wrapped or cut\n%s", g.Name(), size, l.Key, text)
					}
					if size[0] >= 100 && len(l.Key)+len(l.Value) <= 34 && !strings.Contains(text, l.Key+" "+strings.TrimRight(l.Value, " ")) {
						t.Errorf("%s, %v: no %s\n%s", g.Name(), size, l.Key, text)
					}
				}
			}
		}
	}
}

func TestEventsAreListedOnce(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games[:3] {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+1)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 50}, {160, 70}, {240, 60}} {
			for _, keys := range [][]string{nil, {"tab"}, {"tab", "tab"}, {"chart"}} {
				r := newRig(t, rec, options{Paused: true, Place: location.AtRound(goldenRound), W: size[0], H: size[1], Profile: theme.TrueColor})
				r.press(keys...)
				lay, text := r.layout(), r.screen()
				lists := strings.Count(text, "round "+strconv.Itoa(goldenRound)+" ──") + strings.Count(text, "events that led here")
				if lists > 1 && len(keys) < 2 || lists == 0 && len(keys) < 2 && lay.Events.H > 2 {
					t.Errorf("%s, %v, %v: %d lists\n%s", g.Name(), size, keys, lists, text)
				}
			}
		}
	}
}
