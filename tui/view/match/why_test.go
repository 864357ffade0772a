package match_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
)

// rivalRecording returns an official recording of strong players, up to a round. A negative round
// returns the whole recording.
func rivalRecording(t testing.TB, game int, until int) *record.Record {
	t.Helper()
	rec, _, err := res.Read(simtest.Recordings(t, tuitest.Games[game].Name())["rival-s2001"], tuitest.Games, "match.res")
	if err != nil {
		t.Fatal(err)
	}
	if until < 0 {
		return rec
	}
	cut := record.New(*rec.Meta(), rec.State(0))
	for k := range until {
		cut.Append(rec.Turn(k), rec.State(k+1))
	}
	cut.End(nil)
	return cut
}

// TestGoldenWhy compares the page about the sources of points, in the middle and at the end of a
// match, with golden files.
func TestGoldenWhy(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		rec := rivalRecording(t, i, -1)
		w, h, golden := goldenSize(i)
		for title, k := range map[string]int{"leads in round": min(60, rec.Edge()/2), "won": rec.Edge()} {
			t.Run(fmt.Sprintf("%s-%d", g.Name(), k), func(t *testing.T) {
				r := newRig(t, rec, options{Paused: true, Place: location.AtRound(k), W: w, H: h, Palette: "none"})
				r.press("why")
				r.requireText(title)
				for source := range g.PointSources() {
					r.requireText(g.PointSources()[source][:4])
				}
				if golden {
					screentest.CompareGolden(t, r.screen())
				}
			})
		}
	}
	t.Run("pace", func(t *testing.T) {
		rec, now := whole()["moneyheist"](t)
		r := newRig(t, rec, options{Paused: true, Place: location.AtRound(rec.Edge()), W: 60, H: 30, Palette: "none"})
		r.press("why")
		r.send(chances.Analysis{Snapshot: now})
		screentest.CompareGolden(t, r.screen())
	})
	t.Run("more", func(t *testing.T) { // In a small window, scrolling reaches the whole page.
		r := newRig(t, tuitest.PlayMatch(t, tuitest.Games[1], configs.Default("moneyheist"), 200), options{Paused: true, Place: location.AtRound(150), W: 60, H: 30, Palette: "none"})
		r.press("why", "pageDown")
		screentest.CompareGolden(t, r.screen())
	})
}

// analysisWanted returns the analysis results that the view needs.
func (r *rig) analysisWanted() chances.ResultSet {
	_, want := r.program.AnalysisTarget()
	return want
}

// lineWith returns the line of a screen that contains the given text.
func lineWith(screen, text string) string {
	for line := range strings.Lines(screen) {
		if strings.Contains(line, text) {
			return line
		}
	}
	return ""
}

// TestWhyDoesNotHideTheEnd checks that the final board is visible next to the page or after closing
// it.
func TestWhyDoesNotHideTheEnd(t *testing.T) {
	t.Parallel()
	rec := rivalRecording(t, 0, -1)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(rec.Edge())})
	r.requireText("closes")
	r.requireText("next seed")
	r.requireText("cells walked on")
	r.press("leave") // Close the result of the match.
	r.checkText("cells walked on", false)
	board := r.screen()
	r.press("why", "why")
	if got := r.screen(); got != board {
		t.Errorf("the screen after the page\n%s\nwas\n%s", got, board)
	}
}

// TestWhyShowsThePace checks that the page of a finished match requests the pace of its players,
// except in no-spoilers mode.
func TestWhyShowsThePace(t *testing.T) {
	t.Parallel()
	for _, g := range gamesWithChances() {
		rec, now := whole()[g.Name()](t)
		end := rec.Edge()
		r := newRig(t, rec, options{Paused: true, Place: location.AtRound(end), W: 100, H: 60, Palette: "none"})
		if r.analysisWanted() != 0 {
			t.Error("the pace is measured before the page is open")
		}
		r.press("why")
		r.requireText("analysing")
		if r.analysisWanted() != chances.PaceResults {
			t.Errorf("wants %v", r.analysisWanted())
		}
		r.send(chances.Analysis{Snapshot: &winchance.Snapshot{PaceProgress: 0.4}})
		r.requireText("measuring: 40 %")
		r.send(chances.Analysis{Snapshot: now})
		r.requireText("relative to Demo's score")
		line := strings.Join(strings.Fields(lineWith(r.screen(), "whole match")), " ")
		want := "whole match"
		for seat := range sim.Seats {
			want += " " + strings.ReplaceAll(chances.FormatRate(now.Pace[seat].Overall), "±", "*")
		}
		if !strings.Contains(line, want) {
			t.Errorf("%s: %q, want %q", g.Name(), line, want)
		}
		if r.press("back"); r.analysisWanted() != 0 || strings.Contains(r.screen(), "whole match") {
			t.Errorf("the pace is told before the end:\n%s", r.screen())
		}
		r.press("on", "why")
		if r.analysisWanted() != 0 {
			t.Error("the pace is measured behind the closed page")
		}

		r = newRig(t, rec, options{Paused: true, Place: location.AtRound(end - 1), W: 100, H: 60, Palette: "none", NoSpoilers: true})
		r.press("why")
		r.send(chances.Analysis{Snapshot: now})
		r.checkText("whole match", false)
		if r.analysisWanted() != 0 {
			t.Error("the pace of what has not been seen is measured")
		}
	}

	rec, _ := whole()["thepurge"](t)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(rec.Edge()), W: 60, H: 60, Palette: "none"})
	r.press("why")
	for _, c := range []struct {
		in       chances.Analysis
		wantText string
	}{
		{chances.Analysis{StopReason: "too much is waiting"}, "too much is waiting"},
		{chances.Analysis{Snapshot: &winchance.Snapshot{NoPaceReason: "a player is not built in"}}, "not measured: a player is not built in"},
	} {
		r.send(c.in)
		r.requireText(c.wantText)
	}
	r = newRig(t, rec, options{Paused: true, Place: location.AtRound(rec.Edge()), W: 100, H: 60, Shell: &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanAnalyse: ""}}})
	r.press("why")
	r.checkText("whole match", false)
}

// TestTourPlaysTheMostEventfulMoments checks that a tour plays the moments in order and stops.
func TestTourPlaysTheMostEventfulMoments(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		rec := rivalRecording(t, i, -1)
		r := newRig(t, rec, options{Paused: true, Place: location.AtRound(33)})
		r.press("highlights")
		list := highlight.Moments(rec, 1, rec.Edge(), 10)
		var want, got []int
		want = highlight.Rounds(list, 0, rec.Edge())
		r.requireText("moment 1 of " + strconv.Itoa(len(list)))
		for r.view().Play.Mode == playback.Playing {
			if len(got) == 0 || got[len(got)-1] != r.at() {
				got = append(got, r.at())
			}
			r.send(ui.Tick{Elapsed: r.program.NextTick()})
		}
		if want[len(want)-1] == rec.Edge() { // The tour ends together with the match.
			got = append(got, r.at())
		}
		if !slices.Equal(got, want) || r.at() != want[len(want)-1] {
			t.Errorf("%s: plays rounds %v, want %v; ends at %d", g.Name(), got, want, r.at())
		}
	}
}

// TestATourEndsWithAnyJump also checks that pausing does not end the tour.
func TestATourEndsWithAnyJump(t *testing.T) {
	t.Parallel()
	rec := rivalRecording(t, 0, -1)
	rounds := highlight.Rounds(highlight.Moments(rec, 1, rec.Edge(), 10), 0, rec.Edge())
	// gap is the index of the last round of a moment.
	gap := slices.IndexFunc(rounds[1:], func(k int) bool { return !slices.Contains(rounds, k-1) })
	for _, c := range []struct {
		keys []string
		ends bool
	}{
		{[]string{"play", "play"}, false}, {[]string{"faster"}, false}, {[]string{"why"}, false},
		{[]string{"on", "play"}, true}, {[]string{"highlights"}, true}, {[]string{"back10", "play"}, true},
	} {
		r := newRig(t, rec, options{Paused: true})
		r.press("highlights")
		for r.at() < rounds[gap]-1 {
			r.send(ui.Tick{Elapsed: r.program.NextTick()})
		}
		r.press(c.keys...)
		for i := 0; r.at() <= rounds[gap] && i < 100; i++ {
			r.send(ui.Tick{Elapsed: time.Second / 5})
		}
		if leapt := r.at() >= rounds[gap+1]; leapt == c.ends {
			t.Errorf("%v: goes to round %d, the next moment begins at %d", c.keys, r.at(), rounds[gap+1])
		}
	}
}

// TestHighlightsKeepSecrets checks that, in no-spoilers mode, a tour only contains rounds that were
// seen.
func TestHighlightsKeepSecrets(t *testing.T) {
	t.Parallel()
	rec := rivalRecording(t, 0, -1)
	r := newRig(t, rec, options{Paused: true, NoSpoilers: true})
	r.press("highlights")
	r.requireText("no highlights yet")
	for range 60 {
		r.press("on")
	}
	r.press("highlights")
	for r.view().Play.Mode == playback.Playing {
		if r.at() > 60 {
			t.Fatalf("plays round %d", r.at())
		}
		r.send(ui.Tick{Elapsed: r.program.NextTick()})
	}
}

// TestQuietStretchesRunFaster checks that playback is four times as fast between moments, but not
// in unseen rounds.
func TestQuietStretchesRunFaster(t *testing.T) {
	t.Parallel()
	rec := rivalRecording(t, 2, -1)
	near := highlight.Rounds(highlight.Moments(rec, 1, rec.Edge(), 10), 0, rec.Edge())
	for _, secret := range []bool{false, true} {
		r := newRig(t, rec, options{NoSpoilers: secret})
		r.press("hurry")
		quick := 0
		for r.view().Play.Mode == playback.Playing {
			hurried := r.view().Play.Speed() > 5
			if want := !secret && !slices.Contains(near, r.at()); hurried != want {
				t.Fatalf("secret %v, round %d: hurries %v, want %v", secret, r.at(), hurried, want)
			}
			if hurried {
				quick++
				r.requireText("5/s ×4")
			}
			at := r.at()
			for i := 0; r.at() == at && i < 5; i++ { // A notice may expire between two ticks.
				r.send(ui.Tick{Elapsed: r.program.NextTick()})
			}
			if r.at() != at+1 {
				t.Fatalf("from round %d to %d after the wait", at, r.at())
			}
		}
		if !secret && quick < 20 {
			t.Errorf("%d quick rounds", quick)
		}
		if r.view().Play.Speed() != 5 {
			t.Error("it hurries while it is paused")
		}
	}
}

// TestWhyShowsTheShareOfTime uses a recording of the judge, which only contains shares of the
// allowed time.
func TestWhyShowsTheShareOfTime(t *testing.T) {
	t.Parallel()
	rec := rivalRecording(t, 1, -1)
	meta := *rec.Meta()
	meta.HasClock = true
	r := newRig(t, rec.WithMeta(meta), options{Paused: true, Place: location.AtRound(100), W: 100, H: 60})
	r.press("why")
	r.requireText("share of the limit")
	r.requireText("0 %")
}
