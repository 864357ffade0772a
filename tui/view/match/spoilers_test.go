package match_test

import (
	"strings"
	"testing"

	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/view/match"
)

// openings lists the keys and typed texts that open every view and page.
var openings = [][]string{
	{}, {"tab"}, {"tab", "tab"}, {"tab", "tab", "tab"}, {"events"}, {"output"}, {"help"}, {"why"}, {"inspect"},
	{"chart"}, {"chart", "chart"}, {"chart", "chart", "chart"}, {"nextEvent"}, {"prevEvent"}, {"nextLead"}, {"prevLead"},
	{"last"}, {"highlights"}, {"find"}, {"go"}, {"bookmark"}, {"front"}, {"sort"}, {"export"}, {"overlays"}, {"chart", "prevChart"}, {"turnings"},
	{"events", "d"}, {"events", "tab"}, {"find", "6", "7"}, {"find", "d", "e"}, {"find", "a"}, {"find", "1", "2", ",", "4"}, {"find", "a", "enter", "."},
}

// TestNoPageShowsLaterRounds checks pages in no-spoilers mode at round 20. A finished match must
// look like one that has only reached round 20, except for texts about the end.
func TestNoPageShowsLaterRounds(t *testing.T) {
	t.Parallel()
	const seen = 20
	for i := range tuitest.Games {
		whole := match.NewMatch(rivalRecording(t, i, -1))
		cut := match.NewMatch(rivalRecording(t, i, seen))
		known := map[string]bool{}
		for _, b := range bindings() {
			known[b.ID] = true
		}
		for _, keys := range openings {
			if len(keys) > 0 && !known[keys[0]] {
				t.Errorf("no key has the id %q: which one opens that view now?", keys[0])
				continue
			}
			screens := [2]string{}
			for j, m := range []*match.Match{whole, cut} {
				r := rigOf(t, m, options{Paused: true, Place: location.AtRound(seen), W: 190, H: 60, NoSpoilers: true, Palette: "none"})
				for i, k := range keys {
					if i == 0 || known[k] {
						r.press(k)
					} else {
						r.typeKeys(k)
					}
				}
				screens[j] = withoutEndTexts(r.screen())
			}
			if screens[0] != screens[1] {
				t.Errorf("%s, %v: of the whole match\n%s", tuitest.Games[i].Name(), keys, differing(screens[0], screens[1]))
			}
		}
	}
}

// withoutEndTexts removes texts that may differ between the two screens: the end of the match, notices about
// spoilers, and the keys that they replace.
func withoutEndTexts(screen string) string {
	var lines []string
	for i, line := range strings.Split(screen, "\n") {
		for _, words := range [][2]string{{"# end, paused", "* paused 5/s "}, {" in the rounds you have seen", ""},
			{"no-spoilers mode: output is hidden until the next round", "the match is over; there are no more rounds       "}} {
			line = strings.ReplaceAll(line, words[0], words[1])
		}
		if i == 59 {
			line = ""
		}
		lines = append(lines, strings.TrimRight(line, " |"))
	}
	return strings.Join(lines, "\n")
}

// differing returns the lines that differ between two screens.
func differing(a, b string) string {
	var out strings.Builder
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			out.WriteString("  " + x[i] + "\n  " + y[i] + "\n")
		}
	}
	return out.String()
}
