package match_test

import (
	"strings"
	"testing"

	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/viewpoint"
)

// Help over a page begins with the keys of that page, and the footer names them first; over
// the match with those of time. While something is searched the footer says how to end that.
func TestOwnKeysComeFirst(t *testing.T) {
	t.Parallel()
	players := []string{"Demo"}
	for open, first := range map[string][2]string{
		"whatif": {"Lists and pages", "take the chosen line"}, "turnings": {"Lists and pages", "take the chosen line"},
		"events": {"Lists and pages", "deaths only"}, "overlays": {"Lists and pages", "switch the chosen line"}, "": {"Time", "one round back"},
	} {
		r := newRig(t, potter(t), options{W: 100, H: 40, Paused: true, Place: viewpoint.At(30), Profile: theme.TrueColor, Players: players})
		if open != "" {
			r.press(open)
		}
		r.press("help")
		rows := strings.Split(r.screen(), "\n")
		if !strings.HasPrefix(strings.TrimSpace(rows[1]), first[0]) {
			t.Errorf("help over %q begins with %q", open, rows[1])
		}
		r.says(first[1])
		r.press("help")
		if foot := tuitest.Show(t, r.draw()).Row(39); open != "" && !strings.HasPrefix(strings.TrimSpace(foot), "↑↓ move") {
			t.Errorf("the footer over %q begins with %q", open, foot)
		}
	}
	r := newRig(t, potter(t), options{W: 80, H: 24, Paused: true, Place: viewpoint.At(30), Profile: theme.TrueColor, Players: players})
	for _, keys := range [][]string{{"whatif", "search"}, {"leave", "all", "find"}} {
		r.press(keys...)
		r.says("Enter take it  Esc leave it")
	}
}
