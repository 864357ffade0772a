package match_test

import (
	"strings"
	"testing"

	"game-tui/sim/sanitize"
	"game-tui/tui/export"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// TestExportPageUsesFlagsOfTheCommand checks that the page requests exports with flags that the
// export command accepts.
func TestExportPageUsesFlagsOfTheCommand(t *testing.T) {
	t.Parallel()
	for _, o := range []options{
		{Paused: true, Place: location.AtRound(20), W: 80, H: 24},
		{Paused: true, Place: location.AtRound(20), W: 40, H: 12, Palette: "colorblind", NoSpoilers: true},
		{Paused: true, Place: location.AtUnit(20, 4), W: 160, H: 70,
			Bookmarks: []location.Bookmark{{Name: "a start", Place: location.AtRound(3)}, {Name: "later", Place: location.AtRound(44)}}},
		{Paused: true, Place: location.AtUnit(30, neutralUnit(t, potterRecord(t), 30).ID), W: 100, H: 40},
	} {
		o.Profile = 3
		r := newRig(t, potterRecord(t), o)
		seen := map[string]bool{}
		for n := range 20 {
			r.program, r.effect = open(r.match, o), ui.Effect{}
			r.press("export")
			for range n {
				r.typeKeys("down")
			}
			r.typeKeys("enter")
			asked, ok := r.effect.Request.(ui.Export)
			if !ok {
				t.Fatalf("choosing asks for %+v\n%s", r.effect, r.screen())
			}
			flags := export.FormatFlags(asked.ExportOptions)
			if seen[flags] {
				break // The last choice remains selected.
			}
			seen[flags] = true
			request, err := export.Parse(strings.Fields(flags), location.MatchAddress(""))
			if err != nil {
				t.Errorf("%s: %v", flags, err)
				continue
			}
			if _, err := request.Prepare(r.match.Record); err != nil {
				t.Errorf("%s: %v", flags, err)
			}
			if _, err := export.NewRequest(asked.ExportOptions).Prepare(r.match.Record); err != nil {
				t.Errorf("%+v: %v", asked.ExportOptions, err)
			}
			if o.NoSpoilers && !strings.Contains(flags, "--no-spoilers") {
				t.Errorf("%s tells what comes", flags)
			}
			if sanitize.Line(flags) != flags {
				t.Errorf("%q", flags)
			}
			r.requireText("exporting")
		}
		if want := 7; len(seen) < want || o.Bookmarks != nil && len(seen) < want+2 {
			t.Errorf("%d ways to export: %v", len(seen), seen)
		}
	}
}

// TestExportFromTheLastBookmark checks that the range begins at the nearest earlier bookmark.
func TestExportFromTheLastBookmark(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(20), W: 100, H: 40,
		Bookmarks: []location.Bookmark{{Name: "first", Place: location.AtRound(3)}, {Name: "second", Place: location.AtRound(9)}, {Name: "later", Place: location.AtRound(44)}}})
	r.press("export")
	r.requireText(`from "second" (round 9) to here as a web page`)
	r.checkText(`"first"`, false)
	r.checkText(`"later"`, false)
}

// TestScreenIsAPictureForOthers checks that an exported screen shows no keys or notices.
func TestScreenIsAPictureForOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(20), W: 100, H: 40})
	r.press("tab", "events", "export", "choose")
	asked, ok := r.effect.Request.(ui.Export)
	if !ok {
		t.Fatalf("asks for %+v", r.effect)
	}
	text := tuitest.Show(t, asked.Screen()).String()
	for _, word := range []string{"quit", "paused", "Esc", "space"} {
		if strings.Contains(text, word) {
			t.Errorf("%q is on the picture\n%s", word, text)
		}
	}
	if !strings.Contains(text, "round 20/") {
		t.Errorf("no round on the picture\n%s", text)
	}
}
