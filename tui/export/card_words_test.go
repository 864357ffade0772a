package export

import (
	"slices"
	"testing"

	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
	"game-tui/tui/plain"
	"game-tui/tui/tuitest"
	"game-tui/tui/view/match"
)

func TestCardStatesUnsmoothedEstimate(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, name := range []string{"demo-s30", "mixed-s30", "rival-s2001"} {
		rec := tuitest.ReadRecording(t, "harrypotter", name)
		m := match.NewMatch(rec)
		c := newCard(m, &Options{Rounds: []int{rec.Rounds()}})
		a, err := winchance.NewEstimateOnly(rec)
		if err != nil {
			t.Fatal(err)
		}
		estimate := a.Curve().Extremes(rec.State(rec.Rounds()).Scores(), true)
		thrown := chances.ClosestLoser(&estimate, &m.Names)
		if thrown == "" {
			continue
		}
		checked++
		want := plain.Capitalize(chances.ClosestToWinning) + ": " + thrown
		if got := c.captions(); !slices.ContainsFunc(got, func(s caption) bool { return s.sentence == want }) {
			t.Errorf("%s: got %+v, want the sentence %q", name, got, want)
		}
	}
	if checked == 0 {
		t.Error("no match has a lost lead")
	}
}
