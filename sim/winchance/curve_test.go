package winchance_test

import (
	"reflect"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
)

// TestEstimateHasOneSource checks that all functions that return the estimate of a match agree, and
// that rollouts do not change it.
func TestEstimateHasOneSource(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		m, rec := played(t, g, 3, "Greedy", "Null", "Greedy", "Null")
		alone, err := winchance.NewEstimateOnly(rec)
		if err != nil {
			t.Fatal(err)
		}
		a, want := newAnalysis(t, m), alone.Curve()
		if !reflect.DeepEqual(a.Curve(), want) {
			t.Errorf("%s: the curves of New and NewEstimate differ", g.Title())
		}
		for k, o := 0, winchance.NewOutlook(rec); k <= rec.Edge(); k++ {
			if got := o.At(k); got != want.Chances[k] {
				t.Fatalf("%s, round %d: Outlook returns %+v, want %+v", g.Title(), k, got, want.Chances[k])
			}
		}
		for range 60 {
			a.Next()
		}
		s, scores := a.Summary(), rec.State(rec.Edge()).Scores()
		if got, want := a.Curve().Source, winchance.SourceRollouts; got != want {
			t.Errorf("%s: source of the curve: got %v, want %v", g.Title(), got, want)
		}
		if got, want := s.Extremes, a.Curve().Extremes(scores, true); got != want {
			t.Errorf("%s: rollouts: got %+v, want %+v", g.Title(), got, want)
		}
		if want := want.Extremes(scores, true); s.Estimate == nil || *s.Estimate != want {
			t.Errorf("%s: estimate: got %+v, want %+v", g.Title(), s.Estimate, want)
		}
	}
}

func TestLargestDriftExcludesTheResult(t *testing.T) {
	t.Parallel()
	curve := func(first ...float64) (c winchance.Curve) {
		for k, win := range first {
			c.Chances = append(c.Chances, winchance.Chance{Round: k, WinChance: [sim.Seats]float64{win, (1 - win) / 3, (1 - win) / 3, (1 - win) / 3}})
		}
		return c
	}
	for _, c := range []struct {
		line []float64
		want winchance.Change
	}{
		{[]float64{0.5, 0.75, 0.6, 0.08, 0.2, 1}, winchance.Change{StartRound: 1, EndRound: 3, ChanceBefore: 0.75, ChanceAfter: 0.08}},
		{[]float64{0.4, 0.2, 0.6, 0.9, 0.8, 0}, winchance.Change{StartRound: 1, EndRound: 3, ChanceBefore: 0.2, ChanceAfter: 0.9}},
	} {
		if got := curve(c.line...).LargestChange(len(c.line) - 1); got != c.want {
			t.Errorf("%v: got %+v, want %+v", c.line, got, c.want)
		}
	}
}
