package match_test

import (
	"strconv"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/viewpoint"
)

// TestPanelTellsWhatCounts holds that the figures that decide a match are on every size, the
// players' whole names beside them, and what is nobody's in a line of its own, in full or in short.
func TestPanelTellsWhatCounts(t *testing.T) {
	t.Parallel()
	figures := map[string][]string{ // any of the words of one line
		"harrypotter": {"strength", "ghost rests|ghost may|ghost casts|spells are over"},
		"moneyheist":  {"soldier", "poison"},
		"thepurge":    {"build", "gun"},
	}
	for _, g := range tuitest.Games[:3] {
		rec := tuitest.Played(t, g, configs.Default(g.Name()), goldenRound+1)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 50}, {240, 60}} {
			for _, profile := range []theme.Profile{theme.NoColor, theme.TrueColor} {
				r := newRig(t, rec, options{Paused: true, Place: viewpoint.At(goldenRound), W: size[0], H: size[1], Profile: profile})
				lay, show := r.layout(), tuitest.Show(t, r.draw())
				var lines []string
				for y := lay.Panel.Y; y < lay.Panel.Y+lay.Panel.H; y++ {
					lines = append(lines, strings.TrimRight(string([]rune(show.Row(y))[lay.Panel.X:]), " "))
				}
				text := strings.Join(lines, "\n")
				var f sim.Frame
				rec.State(goldenRound).Fill(&f)
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
					if want := sim.Seats; n < want && !(n > 0 && size[0] >= 160) { // the head of a table
						t.Errorf("%s, %v: %d times %q\n%s", g.Name(), size, n, words, text)
					}
				}
				for _, l := range f.Labels {
					if i := strings.Index(text, l.Key+" "+l.Value[:1]); i >= 0 && !strings.HasPrefix(text[i:], l.Key+" "+strings.TrimRight(l.Value, " ")) {
						t.Errorf("%s, %v: %s is wrapped or cut\n%s", g.Name(), size, l.Key, text)
					}
					if room := lay.Panel.W - 1; len(l.Key)+1+len(l.Value) <= room && room > 30 && !strings.Contains(text, l.Key+" "+strings.TrimRight(l.Value, " ")) {
						t.Errorf("%s, %v: no %s\n%s", g.Name(), size, l.Key, text)
					}
				}
			}
		}
	}
}

// TestEventsStandOnce holds that events that the panel lists are not below the board too.
func TestEventsStandOnce(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games[:3] {
		rec := tuitest.Played(t, g, configs.Default(g.Name()), goldenRound+1)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 50}, {160, 70}, {240, 60}} {
			for _, keys := range [][]string{nil, {"tab"}, {"tab", "tab"}, {"chart"}} {
				r := newRig(t, rec, options{Paused: true, Place: viewpoint.At(goldenRound), W: size[0], H: size[1], Profile: theme.TrueColor})
				r.press(keys...)
				lay, text := r.layout(), tuitest.Show(t, r.draw()).String()
				lists := strings.Count(text, "events of the round") + strings.Count(text, "events that led here")
				if below := lay.Events.H > 0; lists > 1 || below == (lists == 1) && size[1] >= 40 {
					t.Errorf("%s, %v, %v: %d lists, below the board %v\n%s", g.Name(), size, keys, lists, lay.Events, text)
				}
			}
		}
	}
}
