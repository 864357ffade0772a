package match_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/tui/cells/theme"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// goldenRound is the round that golden screens show.
const goldenRound = 30

// goldenWindows has a small window for one game and a wide one for another. TestScreensOfEveryGame
// draws the same screens for all games, in more windows.
var goldenWindows = []struct {
	game int // index into tuitest.Games
	w, h int
}{{0, 80, 24}, {2, 160, 50}}

// goldenSize returns the window for which a game has golden files, or false if there is none.
func goldenSize(game int) (w, h int, ok bool) {
	for _, window := range goldenWindows {
		if window.game == game {
			return window.w, window.h, true
		}
	}
	return 100, 40, false
}

// views lists screens and the IDs of the keys that open them.
var views = []struct {
	name     string
	keys     []string
	text     string // text typed after the keys
	wantText string // text required in every game and window
}{
	{"charts", []string{"chart", "chart", "chart"}, "", "points"},
	{"overlays", []string{"overlays", "down", "switch"}, "", "overlays"},
	{"heat", []string{"overlays", "down", "down", "down", "switch", "overlays"}, "", "round 30"},
	{"traces", []string{"overlays", "switch", "down", "switch", "down", "switch", "overlays"}, "", "v"},
	{"index", []string{"events"}, "", "round 30"},
	{"index-deaths", []string{"events", "filterLost"}, "", "lost units"},
	{"find", []string{"find"}, "", "a unit number: 67"},
	{"find-unit", []string{"find"}, "5", " 5, "},
	{"find-words", []string{"find"}, "seek hun", "find: seek hun"},
	{"lead", []string{"prevLead"}, "", "lead"},
	{"front", []string{"front", "front"}, "", "highlighting Hunter"},
	{"bookmark", []string{"bookmark", "accept", "back", "events"}, "", "round 29: events"},
}

// TestGolden compares whole screens without colours with golden files.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, window := range goldenWindows {
		g := tuitest.Games[window.game]
		m := match.NewMatch(tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+1))
		for _, size := range goldenWindows {
			t.Run(fmt.Sprintf("%s-%dx%d", g.Name(), size.w, size.h), func(t *testing.T) {
				screentest.CompareGolden(t, plainRig(t, m, goldenRound, size.w, size.h).screen())
			})
		}
		for i, view := range views {
			both := view.name == "charts" || view.name == "index"
			if view.name == "heat" || view.name == "traces" || !both && goldenWindows[i%2] != window {
				continue // TestGoldenColors covers heat and traces; one window suffices for most others.
			}
			t.Run(fmt.Sprintf("%s-%s-%dx%d", view.name, g.Name(), window.w, window.h), func(t *testing.T) {
				r := plainRig(t, m, goldenRound, window.w, window.h)
				r.press(view.keys...)
				r.typeKeys(strings.Split(view.text, "")...)
				screentest.CompareGolden(t, r.screen())
			})
		}
	}
}

// plainRig returns a paused viewer whose screen has no colours.
func plainRig(t *testing.T, m *match.Match, round, w, h int) *rig {
	t.Helper()
	return rigOf(t, m, options{Paused: true, Place: location.AtRound(round), W: w, H: h, Palette: "none"})
}

// TestScreensOfEveryGame draws the screens of TestGolden in all games and windows.
func TestScreensOfEveryGame(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		m := match.NewMatch(tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+1))
		for _, size := range [][2]int{{80, 24}, {160, 70}} {
			before := plainRig(t, m, goldenRound, size[0], size[1]).screen()
			for _, view := range views {
				t.Run(fmt.Sprintf("%s-%s-%dx%d", view.name, g.Name(), size[0], size[1]), func(t *testing.T) {
					r := plainRig(t, m, goldenRound, size[0], size[1])
					r.press(view.keys...)
					r.typeKeys(strings.Split(view.text, "")...)
					after := r.screen()
					if !strings.Contains(after, view.wantText) {
						t.Errorf("after %v: no %q on\n%s", view.keys, view.wantText, after)
					}
					if after == before && g.Name() != "orchard" { // Nothing dies in the model game.
						t.Errorf("%v change nothing on\n%s", view.keys, before)
					}
				})
			}
		}
	}
}

// TestGoldenColors compares screens with colours and attributes with golden files.
func TestGoldenColors(t *testing.T) {
	t.Parallel()
	type shot struct {
		name    string
		game    int
		wide    bool
		profile theme.Profile
		palette string
		ascii   bool
		keys    []string // IDs of the keys to press
	}
	shots := []shot{
		{name: "harrypotter-small"}, {name: "harrypotter-wide", wide: true}, {name: "thepurge-small", game: 2},
		{name: "16", profile: theme.Color16}, {name: "256", profile: theme.Color256},
		{name: "light", palette: "light"}, {name: "colorblind", palette: "colorblind"},
		{name: "official", palette: "official"}, {name: "ascii", ascii: true},
		{name: "inspect-small", keys: []string{"inspect"}},
		{name: "inspect-wide", game: 2, wide: true, keys: []string{"inspect"}},
		{name: "event", wide: true, keys: []string{"nextEvent"}},
		{name: "followed", wide: true, keys: []string{"nextEvent", "follow"}},
		{name: "tab-events", game: 2, wide: true, keys: []string{"tab"}},
		{name: "tab-output", game: 2, wide: true, keys: []string{"tab", "tab"}},
		{name: "zoomed", keys: []string{"zoomIn", "zoomIn"}},
		{name: "notice", keys: []string{"next"}},
		{name: "output", keys: []string{"output"}},
		{name: "heat", wide: true, keys: []string{"overlays", "down", "down", "down", "switch", "overlays"}},
		{name: "traces", game: 2, keys: []string{"overlays", "switch", "down", "switch", "down", "switch", "overlays"}},
		{name: "help", wide: true, keys: []string{"help"}},
		{name: "help-ascii", game: 2, ascii: true, keys: []string{"help"}},
	}
	shell := &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanPlay: ""}}
	for _, s := range shots {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			if s.profile == theme.NoColor {
				s.profile = theme.TrueColor
			}
			g := tuitest.Games[s.game]
			o := options{Paused: true, Place: location.AtRound(goldenRound), Shell: shell, W: 80, H: 24, Profile: s.profile, Palette: s.palette, ASCII: s.ascii}
			if s.wide {
				o.W, o.H = 160, 50
			}
			r := newRig(t, tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+30), o)
			r.press(s.keys...)
			screentest.CompareGolden(t, tuitest.Show(t, r.draw()).StyledText())
		})
	}
	t.Run("smallest", func(t *testing.T) {
		g := tuitest.Games[0]
		r := newRig(t, tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+1), options{Paused: true, Place: location.AtRound(goldenRound), W: 40, H: 12, Profile: theme.TrueColor})
		screentest.CompareGolden(t, tuitest.Show(t, r.draw()).StyledText())
	})
	for _, window := range goldenWindows {
		g := tuitest.Games[window.game]
		t.Run("banner-"+g.Name(), func(t *testing.T) {
			t.Parallel()
			rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000)
			r := newRig(t, rec, options{Paused: true, Place: location.AtRound(rec.Rounds()), W: window.w, H: window.h, Profile: theme.TrueColor})
			screentest.CompareGolden(t, tuitest.Show(t, r.draw()).StyledText())
		})
	}
}

// TestGoldenText compares a state printed as text, as printed without a terminal.
func TestGoldenText(t *testing.T) {
	t.Parallel()
	for _, window := range goldenWindows {
		g := tuitest.Games[window.game]
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			l := tuitest.PlayMatch(t, g, configs.Default(g.Name()), goldenRound+1)
			screentest.CompareGolden(t, string(plain.AppendState(nil, l, goldenRound)))
		})
	}
}
