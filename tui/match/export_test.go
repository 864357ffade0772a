package match_test

import (
	"strings"
	"testing"

	"game-tui/sim/clean"
	"game-tui/tui/film"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/tuitest"
	"game-tui/tui/where"
)

// What is chosen to be exported is asked of the shell in the words of the export
// command, which takes them all.
func TestExportsAreWordsOfTheCommand(t *testing.T) {
	t.Parallel()
	for _, o := range []watch.Options{
		{Paused: true, Place: watch.At(20), W: 80, H: 24},
		{Paused: true, Place: watch.At(20), W: 40, H: 12, Palette: "colorblind", NoSpoilers: true},
		{Paused: true, Place: where.Place{Round: 20, Unit: 4}.View(), W: 160, H: 70,
			Bookmarks: []watch.Bookmark{{Name: "a start", Place: watch.At(3)}, {Name: "later", Place: watch.At(44)}}},
	} {
		o.Profile = 3
		r := newRig(t, potter(t), o)
		seen := map[string]bool{}
		for n := range 20 {
			r.state, r.effect = r.v.Open(o), watch.Effect{}
			r.press("export")
			for range n {
				r.typed("down")
			}
			r.typed("enter")
			if r.effect.Kind != watch.Export {
				t.Fatalf("choosing asks for %+v\n%s", r.effect, r.screen())
			}
			flags := r.effect.Arg
			if seen[flags] {
				break // the last one stays chosen
			}
			seen[flags] = true
			request, err := film.Parse(strings.Fields(flags), where.Whole(""))
			if err != nil {
				t.Errorf("%s: %v", flags, err)
				continue
			}
			if _, err := request.Of(r.match); err != nil {
				t.Errorf("%s: %v", flags, err)
			}
			if o.NoSpoilers && !strings.Contains(flags, "--no-spoilers") {
				t.Errorf("%s tells what comes", flags)
			}
			if clean.Line(flags) != flags {
				t.Errorf("%q", flags)
			}
			r.says("making the file")
		}
		if want := 7; len(seen) < want || o.Bookmarks != nil && len(seen) < want+2 {
			t.Errorf("%d ways to export: %v", len(seen), seen)
		}
	}
}

// From the last bookmark to here: the nearest one before.
func TestExportFromTheLastBookmark(t *testing.T) {
	t.Parallel()
	r := newRig(t, potter(t), watch.Options{Paused: true, Place: watch.At(20), W: 100, H: 40,
		Bookmarks: []watch.Bookmark{{Name: "first", Place: watch.At(3)}, {Name: "second", Place: watch.At(9)}, {Name: "later", Place: watch.At(44)}}})
	r.press("export")
	r.says(`from "second" (round 9) to here, a page that plays it`)
	r.has(`"first"`, false)
	r.has(`"later"`, false)
}

// A picture of the screen has no keys and no notice on it, whatever is open.
func TestScreenIsAPictureForOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t, potter(t), watch.Options{Paused: true, Place: watch.At(20), W: 100, H: 40})
	r.press("tab", "write", "help")
	var g screen.Grid
	r.v.Screen(&g, r.state)
	text := tuitest.Show(t, &g).String()
	for _, word := range []string{"quit", "paused", "Esc", "space"} {
		if strings.Contains(text, word) {
			t.Errorf("%q is on the picture\n%s", word, text)
		}
	}
	if !strings.Contains(text, "round 20/") {
		t.Errorf("no round on the picture\n%s", text)
	}
}
