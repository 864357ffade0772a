package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// TestOneFactHasOneNumber checks that the end panel and all output formats of analyse show the same
// estimate for a match and label rollout results as such.
func TestOneFactHasOneNumber(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	checked := 0
	for _, game := range []string{"harrypotter", "moneyheist", "thepurge"} {
		data := simtest.Recordings(t, game)["mixed-s30"]
		rec, _, err := res.Read(data, catalog.Games(), "")
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "match.res")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		analyse := func(format Format, rollouts int) string {
			t.Helper()
			var out, notes bytes.Buffer
			f := &Analysis{Format: format, Quiet: true, SortBy: "excitement", Rollouts: rollouts, HasRollouts: true, Stdout: &out, Stderr: &notes}
			if err := f.Run(t.Context(), []string{file}); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		estimate, err := winchance.NewEstimateOnly(rec)
		if err != nil {
			t.Fatal(err)
		}
		want := estimate.Curve().Extremes(rec.State(rec.Edge()).Scores(), rec.IsFinal(rec.Edge()))
		var alone, both struct{ Summary winchance.Summary }
		unmarshal(t, analyse(JSON, 0), &alone)
		unmarshal(t, analyse(JSON, 40), &both)
		if got := alone.Summary.Extremes; got != want || alone.Summary.Estimate != nil {
			t.Errorf("%s: without rollouts: got %+v, want %+v", game, got, want)
		}
		if got := both.Summary.Estimate; got == nil || *got != want || both.Summary.Source != winchance.SourceRollouts {
			t.Errorf("%s: with rollouts: got %+v of %v, want %+v", game, got, both.Summary.Source, want)
		}
		words := analyse(Text, 40)
		for _, e := range []*winchance.Extremes{both.Summary.Estimate, &both.Summary.Extremes} {
			for _, peak := range []string{chances.FormatPeak(e.BestLoserChance, e.BestLoserRound, e.Source), chances.FormatPeak(e.LowestChance, e.LowestRound, e.Source)} {
				if !strings.Contains(words, peak) {
					t.Errorf("%s: the text lacks %q:\n%s", game, peak, words)
				}
			}
		}
		m := match.NewMatch(rec)
		p := ui.NewProgram(ui.Options{W: 240, H: 60, Profile: theme.TrueColor}, m.NewState(ui.OpenOptions{Paused: true, Place: location.AtRound(rec.Rounds())}))
		if thrown := chances.ClosestLoser(&want, &m.Names); thrown != "" {
			checked++
			g := &screen.Grid{}
			p.Draw(g)
			if got := tuitest.Show(t, g).String(); !strings.Contains(got, thrown) {
				t.Errorf("%s: the end lacks %q:\n%s", game, thrown, got)
			}
		}
	}
	if checked == 0 {
		t.Error("nobody threw a lead away in any match")
	}
}

func unmarshal(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatal(err)
	}
}
