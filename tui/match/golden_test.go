package match_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/tui/text"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// goldenRound is the round that the screens show.
const goldenRound = 30

// views are what somebody looks at after some keys, by their names in the table.
var views = []struct {
	name string
	keys []string
	text string // typed afterwards
}{
	{"charts", []string{"chart", "chart", "chart"}, ""},
	{"overlays", []string{"overlays", "down", "switch"}, ""},
	{"heat", []string{"overlays", "down", "down", "down", "switch", "overlays"}, ""},
	{"traces", []string{"overlays", "switch", "down", "switch", "down", "switch", "overlays"}, ""},
	{"index", []string{"events"}, ""},
	{"index-deaths", []string{"events", "filterLost"}, ""},
	{"find", []string{"find"}, ""},
	{"find-unit", []string{"find"}, "5"},
	{"find-words", []string{"find"}, "seek hun"},
	{"lead", []string{"prevLead"}, ""},
	{"front", []string{"front", "front"}, ""},
	{"bookmark", []string{"bookmark", "accept", "back", "events"}, ""},
}

// TestGolden holds whole screens without colour, where letters carry
// everything, so that a change of any screen is seen and meant.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		l := tuitest.Played(t, g, configs.Default(g.Name()), goldenRound+1)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
			w, h := size[0], size[1]
			t.Run(fmt.Sprintf("%s-%dx%d", g.Name(), w, h), func(t *testing.T) {
				r := newRig(t, l, options{Paused: true, Place: viewpoint.At(goldenRound), W: w, H: h, Palette: "none"})
				tuitest.Golden(t, tuitest.Show(t, r.draw()).String())
			})
			for _, view := range views {
				t.Run(fmt.Sprintf("%s-%s-%dx%d", view.name, g.Name(), w, h), func(t *testing.T) {
					r := newRig(t, l, options{Paused: true, Place: viewpoint.At(goldenRound), W: w, H: h, Palette: "none"})
					r.press(view.keys...)
					r.typed(strings.Split(view.text, "")...)
					tuitest.Golden(t, tuitest.Show(t, r.draw()).String())
				})
			}
		}
	}
}

// TestGoldenColors holds screens with every colour and attribute, as the text
// that a terminal gets.
func TestGoldenColors(t *testing.T) {
	t.Parallel()
	type shot struct {
		name    string
		game    int
		w, h    int
		profile theme.Profile
		palette string
		ascii   bool
		keys    []string // pressed at goldenRound
	}
	shots := []shot{
		{name: "harrypotter"}, {name: "moneyheist", game: 1}, {name: "thepurge", game: 2},
		{name: "small", w: 80, h: 24}, {name: "smallest", w: 40, h: 12},
		{name: "256", w: 80, h: 24, profile: theme.Color256},
		{name: "16", w: 80, h: 24, profile: theme.Color16},
		{name: "light", w: 80, h: 24, palette: "light"},
		{name: "colorblind", w: 80, h: 24, palette: "colorblind"},
		{name: "official", w: 80, h: 24, palette: "official"},
		{name: "ascii", w: 80, h: 24, ascii: true},
		{name: "inspect", keys: []string{"i"}},
		{name: "inspect-small", w: 80, h: 24, keys: []string{"i"}},
		{name: "inspect-near", w: 150, h: 40, keys: []string{"i"}},
		{name: "inspect-wide", game: 2, w: 160, h: 50, keys: []string{"i"}},
		{name: "event", keys: []string{"]"}},
		{name: "event-from-near", w: 200, h: 40, keys: []string{"]"}},
		{name: "followed-from-near", w: 200, h: 40, keys: []string{"]", "f"}},
		{name: "tab-events", keys: []string{"tab"}},
		{name: "tab-output", keys: []string{"tab", "tab"}},
		{name: "tab-chart", keys: []string{"tab", "tab", "tab"}},
		{name: "zoomed", w: 80, h: 24, keys: []string{"z", "z"}},
		{name: "by-score", keys: []string{"s"}},
		{name: "notice", w: 80, h: 24, keys: []string{"n"}},
		{name: "prompt", w: 80, h: 24, keys: []string{"g", "5"}},
		{name: "events", keys: []string{"e"}},
		{name: "events-small", w: 80, h: 24, keys: []string{"e", "down"}},
		{name: "output", w: 80, h: 24, keys: []string{"o"}},
		{name: "heat", keys: []string{"v", "down", "down", "down", "enter", "v"}},
		{name: "heat-small", w: 80, h: 24, palette: "light", keys: []string{"v", "down", "down", "down", "enter", "v"}},
		{name: "traces", keys: []string{"v", "enter", "down", "enter", "down", "enter", "v"}},
		{name: "help", keys: []string{"?"}},
		{name: "help-small", game: 1, w: 80, h: 24, keys: []string{"?", "down"}},
		{name: "help-ascii", game: 2, w: 80, h: 24, ascii: true, keys: []string{"?"}},
	}
	shell := &ui.Abilities{Cannot: map[ui.Kind]string{ui.CanNext: ""}}
	for _, s := range shots {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			if s.w == 0 {
				s.w, s.h = 100, 40
			}
			if s.profile == theme.NoColor {
				s.profile = theme.TrueColor
			}
			g := tuitest.Games[s.game]
			r := newRig(t, tuitest.Played(t, g, configs.Default(g.Name()), goldenRound+30), options{Paused: true, Place: viewpoint.At(goldenRound), Shell: shell,
				W: s.w, H: s.h, Profile: s.profile, Palette: s.palette, ASCII: s.ascii})
			r.typed(s.keys...)
			tuitest.Golden(t, tuitest.Colored(r.draw()))
		})
	}
	for i, g := range tuitest.Games {
		t.Run("banner-"+g.Name(), func(t *testing.T) {
			t.Parallel()
			l := tuitest.Played(t, g, configs.Default(g.Name()), 1000)
			size := [][2]int{{100, 40}, {80, 24}, {160, 70}}[i%3]
			r := newRig(t, l, options{Paused: true, Place: viewpoint.At(l.Rounds()), W: size[0], H: size[1], Profile: theme.TrueColor})
			tuitest.Golden(t, tuitest.Colored(r.draw()))
		})
	}
}

// TestGoldenText holds a state as text, for where there is no terminal.
func TestGoldenText(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			l := tuitest.Played(t, g, configs.Default(g.Name()), goldenRound+1)
			tuitest.Golden(t, string(text.AppendState(nil, l, goldenRound)))
		})
	}
}
