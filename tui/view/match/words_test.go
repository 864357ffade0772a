package match_test

import (
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// neutralUnit returns the neutral unit of a round, Voldemort.
func neutralUnit(t *testing.T, rec *record.Record, round int) *sim.Unit {
	t.Helper()
	var f sim.Frame
	rec.State(round).FillFrame(&f)
	for i := range f.Units {
		if f.Units[i].ID < sim.NoUnit {
			return &f.Units[i]
		}
	}
	t.Fatal("there is no unit of nobody")
	return nil
}

// TestUnitsOfNobodyHaveNoNumber checks that screens and requests refer to neutral units by their
// kind.
func TestUnitsOfNobodyHaveNoNumber(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	at := location.AtRound(30)
	at.IsInspecting, at.Cursor = true, neutralUnit(t, rec, 30).At
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
		r := newRig(t, rec, options{Paused: true, Place: at, W: size[0], H: size[1], Profile: theme.TrueColor})
		r.press("follow")
		r.requireText("following Voldemort")
		r.press("link")
		if asked, ok := r.effect.Request.(ui.CopyCommand); !ok || asked.Unit != "voldemort" {
			t.Errorf("asks for %+v", r.effect)
		}
		for _, keys := range []string{"export", "events", "bookmark", "whatif"} {
			r.press(keys)
			r.checkText("unit -", false)
			r.typeKeys("esc")
		}
		r.requireText("following Voldemort")
	}
}

// TestUnitsOfAllKindsAreFollowed checks that units of every kind, including neutral ones, can be
// inspected, followed and searched.
func TestUnitsOfAllKindsAreFollowed(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games[:3] {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 30)
		var f sim.Frame
		rec.State(30).FillFrame(&f)
		done := map[uint8]bool{}
		for i := range f.Units {
			u := &f.Units[i]
			if !u.OnBoard || done[u.Kind] {
				continue
			}
			done[u.Kind] = true
			at := location.AtRound(30)
			at.IsInspecting, at.Cursor = true, u.At
			r := newRig(t, rec, options{Paused: true, Place: at, Profile: theme.TrueColor, W: 100, H: 40})
			r.press("follow")
			if got := int32(r.view().FollowedUnit.Index()); got != u.ID {
				t.Errorf("%s: follows %d, want %d", g.Name(), got, u.ID)
			}
			r = newRig(t, rec, options{Paused: true, Place: location.AtRound(30), Profile: theme.TrueColor, W: 100, H: 40})
			r.press("find")
			word := strings.Fields(g.Legend().Units[u.Kind].Name)[0]
			r.typeKeys(strings.Split(word, "")...)
			r.typeKeys("enter")
			found := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return int(u.ID) == r.view().FollowedUnit.Index() })
			if found < 0 || !strings.HasPrefix(g.Legend().Units[f.Units[found].Kind].Name, word) {
				t.Errorf("%s: %s finds unit %d", g.Name(), word, r.view().FollowedUnit.Index())
			}
		}
	}
}

// TestUnitOpensOnABoardWithSigns checks that a match opened at a unit uses a zoom that shows signs.
func TestUnitOpensOnABoardWithSigns(t *testing.T) {
	t.Parallel()
	for i, want := range map[int]board.Zoom{0: board.Shapes, 2: board.Tiles} {
		rec := tuitest.PlayMatch(t, tuitest.Games[i], configs.Default(tuitest.Games[i].Name()), 30)
		r := newRig(t, rec, options{Paused: true, Place: location.AtUnit(30, 4), Profile: theme.TrueColor, W: 100, H: 40})
		if got := r.layout().Port.Zoom; got != want {
			t.Errorf("%s: %v, want %v", tuitest.Games[i].Name(), got, want)
		}
		r.press("zoomOut")
		if got := r.layout().Port.Zoom; got >= want {
			t.Errorf("%s: zoomed out to %v", tuitest.Games[i].Name(), got)
		}
	}
}

// TestPromptsNameTheKeysThatEndThem checks that prompts show these keys if there is room, that the
// keys can be clicked, and that letters are entered as text.
func TestPromptsNameTheKeysThatEndThem(t *testing.T) {
	t.Parallel()
	for _, open := range []string{"bookmark", "go"} {
		for _, w := range []int{80, 100, 160} {
			r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(20), W: w, H: 24})
			r.press(open)
			before := r.screen()
			r.requireText("Enter ok  Esc cancel")
			row := strings.Split(before, "\n")[23]
			x := len([]rune(row[:strings.Index(row, "Esc cancel")]))
			r.send(ui.PointerEvent{Kind: ui.PointerPress, X: 2, Y: 23}) // Column 2 is inside the text of the prompt.
			if got := r.screen(); got != before {
				t.Errorf("%s: a click on its words does something:\n%s", open, got)
			}
			r.send(ui.PointerEvent{Kind: ui.PointerPress, X: x + 1, Y: 23})
			r.checkText("Esc cancel", false)
			r.press(open)
			r.typeKeys("q")
			r.requireText("Esc cancel")
			r.typeKeys("esc")
			r.checkText("Esc cancel", false)
		}
	}
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(20), W: 60, H: 24})
	r.press("bookmark")
	for range 40 {
		r.typeKeys("x") // Long input displaces the list of keys.
	}
	r.requireText("xxxxx")
	r.checkText("Esc cancel", false)
}

// TestFiltersListNoBookmarks checks that the index lists bookmarks and orders only without a
// filter.
func TestFiltersListNoBookmarks(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(60), W: 100, H: 200,
		Bookmarks: []location.Bookmark{{Name: "a start", Place: location.AtRound(3)}}})
	r.press("events")
	r.requireText("a start")
	r.press("filterLost")
	r.checkText("a start", false)
	r.press("filterLost")
	r.requireText("a start")
}

// TestStopsGoOnFromADismissedEvent checks that, after Esc, event keys continue from the closed
// event in both directions.
func TestStopsGoOnFromADismissedEvent(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"prevLead", "nextLead", "prevEvent", "nextEvent"} {
		straight := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(100), Profile: theme.TrueColor, W: 100, H: 40})
		dismissing := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(100), Profile: theme.TrueColor, W: 100, H: 40})
		for n := range 4 {
			straight.press(id)
			dismissing.press(id)
			if a, b := straight.state().Place, dismissing.state().Place; a.Round != b.Round || a.Event != b.Event {
				t.Errorf("%s, %d times: round %d event %d; with Esc between round %d event %d", id, n+1, a.Round, a.Event.Index(), b.Round, b.Event.Index())
			}
			dismissing.press("leave")
			if !dismissing.view().Event.IsZero() {
				t.Error("Esc does not dismiss the event")
			}
		}
	}
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(100), Profile: theme.TrueColor, W: 100, H: 40})
	r.press("find")
	r.typeKeys("d", "e", "a", "t", "h", "enter")
	from := r.state().Place
	r.press("leave", "nextFound")
	if r.state().Place == from {
		t.Error("the next of what was found is where one was")
	}
}

// TestKeysOfPlayingGiveASign checks that playback keys show a notice while paused and at their
// limits.
func TestKeysOfPlayingGiveASign(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(100), W: 100, H: 40})
	r.press("reverse")
	r.requireText("space plays backwards from here")
	r.press("reverse")
	r.requireText("space plays forwards from here")
	for range 10 {
		r.press("faster")
	}
	r.requireText("fastest speed")
	for range 10 {
		r.press("slower")
	}
	r.requireText("slowest speed")
}

// TestOwnKeysComeFirst checks that help and footer begin with the keys of the open page, or else
// with the keys for time. A search must show how to end it.
func TestOwnKeysComeFirst(t *testing.T) {
	t.Parallel()
	players := []string{"Demo"}
	for open, first := range map[string][2]string{
		"whatif": {"Lists and pages", "choose the line"}, "turnings": {"Lists and pages", "choose the line"},
		"events": {"Lists and pages", "lost units only"}, "overlays": {"Lists and pages", "toggle"}, "": {"Time", "previous, next"},
	} {
		r := newRig(t, potterRecord(t), options{W: 100, H: 40, Paused: true, Place: location.AtRound(30), Profile: theme.TrueColor, Players: players})
		if open != "" {
			r.press(open)
		}
		r.press("help")
		rows := strings.Split(r.screen(), "\n")
		if !strings.HasPrefix(strings.TrimSpace(rows[1]), first[0]) {
			t.Errorf("help over %q begins with %q", open, rows[1])
		}
		r.requireText(first[1])
		r.press("help")
		if foot := tuitest.Show(t, r.draw()).Row(39); open != "" && !strings.HasPrefix(strings.TrimSpace(foot), "↑↓ move") {
			t.Errorf("the footer over %q begins with %q", open, foot)
		}
	}
	r := newRig(t, potterRecord(t), options{W: 80, H: 24, Paused: true, Place: location.AtRound(30), Profile: theme.TrueColor, Players: players})
	for _, keys := range [][]string{{"whatif", "search"}, {"leave", "all", "find"}} {
		r.press(keys...)
		r.requireText("Enter ok  Esc cancel")
	}
}
