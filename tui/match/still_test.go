package match_test

import (
	"regexp"
	"testing"

	"game-tui/configs"
	"game-tui/tui/match"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// ofKeys is what only somebody with keys, or in front of a clock, has use for.
var ofKeys = regexp.MustCompile(`more: e|Esc|Tab\b|space|paused|playing|\blive\b|/s\b|watching`)

// A picture names no key and nothing of playback, in windows of all kinds.
func TestStillsNameNoKey(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		m := match.NewMatch(tuitest.Played(t, g, configs.Default(g.Name()), goldenRound))
		for _, size := range [][2]int{{40, 12}, {80, 24}, {100, 40}, {160, 70}, {300, 60}} {
			o := ui.Options{W: size[0], H: size[1], Profile: theme.TrueColor}
			for k, s := range m.Stills(o, ui.Opening{}, []int{0, goldenRound / 2, m.Record.Edge()}) {
				text := tuitest.Show(t, s).String()
				if found := ofKeys.FindString(text); found != "" {
					t.Errorf("%s %v, round %d names %q:\n%s", g.Name(), size, k, found, text)
				}
			}
		}
	}
}

// What pictures of a round show does not depend on those before, where all of the board shows.
func TestStillsStandAlone(t *testing.T) {
	t.Parallel()
	m := match.NewMatch(tuitest.Played(t, tuitest.Games[0], configs.Default(tuitest.Games[0].Name()), 4))
	o := ui.Options{W: 100, H: 40, Profile: theme.TrueColor, NoSpoilers: true}
	texts := map[int]string{}
	for k, s := range m.Stills(o, ui.Opening{}, []int{0, 1, 2, 3}) {
		texts[k] = tuitest.Show(t, s).String()
	}
	for k, s := range m.Stills(o, ui.Opening{}, []int{3}) {
		if tuitest.Show(t, s).String() != texts[k] {
			t.Errorf("round %d looks otherwise after other rounds", k)
		}
	}
	if len(texts) != 4 || texts[1] == texts[2] {
		t.Errorf("%d different rounds, want 4", len(texts))
	}
}
