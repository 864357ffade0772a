package match_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/replay/compare"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// pairRig returns a viewer of two recordings with the same seed, side by side.
func pairRig(t *testing.T, game string, o options) *rig {
	t.Helper()
	m, err := match.Compare(tuitest.ReadRecording(t, game, "demo-s30"), tuitest.ReadRecording(t, game, "mixed-s30"))
	if err != nil {
		t.Fatal(err)
	}
	o.Paused = true
	return rigOf(t, m, o)
}

// TestGoldenCompare compares screens at the first difference and in a later round with golden
// files.
func TestGoldenCompare(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		w, h, golden := goldenSize(i)
		for _, size := range [][2]int{{w, h}, {240, 60}} {
			t.Run(fmt.Sprintf("%s-%dx%d", g.Name(), size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				r := pairRig(t, g.Name(), options{W: size[0], H: size[1], Palette: "none", Place: location.AtRound(goldenRound)})
				r.press("other")
				r.requireText("showing ")
				shown := r.screen()
				r.press("firstDifference")
				if r.at() == goldenRound {
					t.Errorf("the first difference is in round %d, want another one", r.at())
				}
				if golden && (size[0] != 240 || i == 0) {
					screentest.CompareGolden(t, shown+"\n"+r.screen())
				}
			})
		}
	}
}

// TestTwoMatchesInLockstep checks that both matches always show the same round, each with its own
// scores.
func TestTwoMatchesInLockstep(t *testing.T) {
	t.Parallel()
	r := pairRig(t, "thepurge", options{W: 160, H: 50, Place: location.AtRound(40)})
	for _, keys := range [][]string{{"on"}, {"on10"}, {"last"}, {"back"}, {"other"}, {"wayBack"}} {
		r.press(keys...)
		round := fmt.Sprintf("round %d/250", r.at())
		if n := strings.Count(tuitest.Show(t, r.draw()).Row(0), round); n != 2 {
			t.Errorf("after %v %q stands %d times: %q", keys, round, n, tuitest.Show(t, r.draw()).Row(0))
		}
	}
	a, b := tuitest.ReadRecording(t, "thepurge", "demo-s30"), tuitest.ReadRecording(t, "thepurge", "mixed-s30")
	screen := r.screen()
	for _, rec := range []*record.Record{a, b} {
		for _, score := range rec.State(r.at()).Scores() {
			if !strings.Contains(screen, fmt.Sprint(score)) {
				t.Errorf("no score %d in round %d", score, r.at())
			}
		}
	}
}

// TestEqualMatchesHaveNoDifference searches for differences from several rounds.
func TestEqualMatchesHaveNoDifference(t *testing.T) {
	t.Parallel()
	rec := tuitest.ReadRecording(t, "thepurge", "demo-s30")
	m, err := match.Compare(rec, rec.WithMeta(*rec.Meta()))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, m, options{Paused: true, W: 160, H: 50, Place: location.AtRound(40)})
	for _, key := range []string{"nextDifference", "firstDifference"} {
		r.press(key)
		r.requireText("no difference so far")
		if r.at() != 40 {
			t.Errorf("%s leads to round %d", key, r.at())
		}
	}
}

// TestNoDifferenceInWhatBothHold compares a match with a recording that lacks rounds.
func TestNoDifferenceInWhatBothHold(t *testing.T) {
	t.Parallel()
	rec := tuitest.ReadRecording(t, "thepurge", "demo-s30")
	m, err := match.Compare(rec, onlyEnds(rec))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, m, options{Paused: true, W: 160, H: 50, Place: location.AtRound(40)})
	if screen := r.screen(); !strings.Contains(screen, "round 40: unknown; this round is missing from a recording") || strings.Contains(screen, "so far") {
		t.Errorf("got\n%s\nwant that the round is not known", screen)
	}
	for _, key := range []string{"nextDifference", "firstDifference"} {
		r.press(key)
		r.requireText("the matches do not differ in their common rounds")
	}
}

// TestDifferencesAreFound checks the keys that go to the first difference and back.
func TestDifferencesAreFound(t *testing.T) {
	t.Parallel()
	r := pairRig(t, "harrypotter", options{W: 100, H: 40, Place: location.AtRound(100)})
	r.press("firstDifference")
	first := r.at()
	r.requireText("; this is the first difference")
	r.press("nextDifference")
	if r.at() <= first {
		t.Errorf("the next difference after round %d is in round %d", first, r.at())
	}
	r.press("wayBack", "wayBack")
	if r.at() != 100 {
		t.Errorf("back in round %d", r.at())
	}
	if first > 0 {
		r.press("first")
		r.requireText("no difference")
	}
}

// TestClickBringsInFront checks that a click on a match brings it to the front.
func TestClickBringsInFront(t *testing.T) {
	t.Parallel()
	r := pairRig(t, "harrypotter", options{W: 160, H: 50, Place: location.AtRound(40)})
	r.send(ui.PointerEvent{Kind: ui.PointerPress, X: 30, Y: 18})
	at := r.view().Cursor
	if r.view().IsSecondInFront || !r.view().IsInspecting {
		t.Errorf("A is clicked: %v, inspecting %v", r.view().IsSecondInFront, r.view().IsInspecting)
	}
	r.send(ui.PointerEvent{Kind: ui.PointerPress, X: 30 + 80, Y: 18})
	if !r.view().IsSecondInFront || r.view().Cursor != at {
		t.Errorf("B is clicked: %v, at %v instead of %v", r.view().IsSecondInFront, r.view().Cursor, at)
	}
}

// TestComparingKeepsSecrets checks that no-spoilers mode hides unseen differences.
func TestComparingKeepsSecrets(t *testing.T) {
	t.Parallel()
	r := pairRig(t, "moneyheist", options{W: 160, H: 50, NoSpoilers: true})
	r.press("firstDifference")
	if r.at() != 0 {
		t.Errorf("in round %d", r.at())
	}
	later := pairRig(t, "moneyheist", options{W: 160, H: 50})
	later.press("firstDifference", "nextDifference")
	if later.at() == 0 {
		t.Fatal("the recordings differ from the start: choose others for this test")
	}
	if r.press("nextDifference"); r.at() != 0 {
		t.Errorf("the next difference is told: round %d", r.at())
	}
}

// TestExportsAreOfTheFrontMatch checks that exports, saved records and copied links belong to the
// match in front.
func TestExportsAreOfTheFrontMatch(t *testing.T) {
	t.Parallel()
	r := pairRig(t, "thepurge", options{W: 100, H: 40})
	for _, want := range []string{"demo-s30.res", "mixed-s30.res"} {
		front, _ := r.program.AnalysisTarget()
		var asked []*record.Record
		r.press("write")
		asked = append(asked, r.effect.Request.(ui.Write).Record)
		r.send(ui.Answer{ID: r.effect.ID})
		r.press("link")
		asked = append(asked, r.effect.Request.(ui.CopyCommand).Record)
		r.press("export")
		r.typeKeys("enter")
		asked = append(asked, r.effect.Request.(ui.Export).Record)
		r.send(ui.Answer{ID: r.effect.ID})
		r.press("bookmark", "accept")
		asked = append(asked, r.effect.Request.(ui.SaveBookmarks).Record)
		for _, rec := range append(asked, front) {
			if rec.Meta().Source != want {
				t.Errorf("%s is asked for, and %s is in front", rec.Meta().Source, want)
			}
		}
		r.press("other")
	}
}

// TestComparedMatchesShareNotices checks that a notice appears only once, below both matches.
func TestComparedMatchesShareNotices(t *testing.T) {
	t.Parallel()
	r := pairRig(t, "thepurge", options{W: 160, H: 50, Place: location.AtRound(40)})
	r.send(ui.Notice{Text: "read this"})
	if n := strings.Count(r.screen(), "read this"); n != 1 {
		t.Errorf("it stands %d times", n)
	}
}

// TestBothMatchesAreWatched checks that the view redraws when either match changes.
func TestBothMatchesAreWatched(t *testing.T) {
	t.Parallel()
	for _, second := range []bool{false, true} {
		a, b := tuitest.ReadRecording(t, "thepurge", "demo-s30"), tuitest.ReadRecording(t, "thepurge", "mixed-s30")
		// Copy the metadata, because other tests share the originals.
		a, b = a.WithMeta(*a.Meta()), b.WithMeta(*b.Meta())
		m, err := match.Compare(a, b)
		if err != nil {
			t.Fatal(err)
		}
		grown, stop := m.Subscribe()
		more := a
		if second {
			more = b
		}
		more.Enrich([]*sim.Turn{more.Turn(0)})
		if len(grown) != 1 {
			t.Errorf("second match %v: woken %d times", second, len(grown))
		}
		stop()
	}
}

// TestComparingNeedsTwo checks that, with a single match, the keys for comparing explain themselves
// and help omits them.
func TestComparingNeedsTwo(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, W: 100, H: 60})
	for _, id := range []string{"other", "nextDifference", "firstDifference"} {
		r.press(id)
		r.requireText("game-tui diff A B --ui")
	}
	r.press("help")
	r.checkText("go to differences", false)
	p := pairRig(t, "harrypotter", options{W: 100, H: 100})
	p.press("help")
	p.checkText("go to differences", true)
}

// TestUnlikeCellsAreMarked checks that exactly the differing cells are marked.
func TestUnlikeCellsAreMarked(t *testing.T) {
	t.Parallel()
	o := options{Paused: true, W: 100, H: 40, Place: location.AtRound(60), Profile: theme.TrueColor}
	o.Place.Zoom = board.Letters
	r := pairRig(t, "thepurge", o)
	alone := newRig(t, tuitest.ReadRecording(t, "thepurge", "demo-s30"), o)
	var a, b sim.Frame
	tuitest.ReadRecording(t, "thepurge", "demo-s30").State(60).FillFrame(&a)
	tuitest.ReadRecording(t, "thepurge", "mixed-s30").State(60).FillFrame(&b)
	g, h := r.draw(), alone.draw()
	port, single := r.layout().Port, alone.layout().Port
	if port != single {
		t.Fatalf("the boards are at %+v and %+v", port, single)
	}
	seen := 0
	for i := range a.Cells {
		at := sim.Pos{Row: i / a.Cols, Col: i % a.Cols}
		x, y, ok := port.ScreenPos(at)
		if !ok {
			continue
		}
		marked := *g.At(x, y) != *h.At(x, y) || *g.At(x+1, y) != *h.At(x+1, y)
		if differs := !compare.SameCell(&a, &b, i); marked != differs {
			t.Errorf("cell %v: marked %v, differs %v", at, marked, differs)
		} else if differs {
			seen++
		}
	}
	if seen == 0 {
		t.Error("no cell differs in sight")
	}
}
