package report

import (
	"math"
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest/model"
)

// TestStrongTablesHaveTwoOfTheThreeStrongest also counts a player that has two seats.
func TestStrongTablesHaveTwoOfTheThreeStrongest(t *testing.T) {
	t.Parallel()
	r := &ratedFields{}
	r.Strong.Strongest = []string{"A", "B", "C"}
	for _, c := range []struct {
		table [sim.Seats]string
		want  bool
	}{
		{[sim.Seats]string{"A", "x", "B", "y"}, true},
		{[sim.Seats]string{"C", "C", "C", "B"}, true},
		{[sim.Seats]string{"A", "A", "x", "A"}, false},
		{[sim.Seats]string{"x", "x", "y", "A"}, false},
		{[sim.Seats]string{"x", "x", "y", "y"}, false},
	} {
		if got := r.isStrong(c.table); got != c.want {
			t.Errorf("%q: got %v, want %v", c.table, got, c.want)
		}
	}
}

// TestMeanOfEstimatesHasTheNarrowerInterval checks that errors of independent estimates partly
// cancel out. The mean is unbounded if one estimate is.
func TestMeanOfEstimatesHasTheNarrowerInterval(t *testing.T) {
	t.Parallel()
	if got, want := meanOf(estimate{100, 70, 130}, estimate{200, 160, 240}), (estimate{150, 125, 175}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := meanOf(estimate{100, 70, math.Inf(1)}, estimate{200, 160, 240}); !math.IsInf(got.high, 1) || got.low != 125 {
		t.Errorf("got %v, want no upper bound and 125 as the lower one", got)
	}
}

// TestRatingsComeFromBothFields checks that every game has enough matches in each field to separate
// its three strongest players from the others. Players are sorted by the mean of both fields.
func TestRatingsComeFromBothFields(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		if g.Name() == model.Game.Name() {
			continue // the model game for tests has no ratings
		}
		p, err := newPlayersReport(g)
		if err != nil {
			t.Fatal(err)
		}
		if p.Fields == nil {
			t.Errorf("%s: got no ratings, want some", g.Title())
			continue
		}
		for name, f := range map[string]ratedField{"all": p.Fields.All, "strong": p.Fields.Strong.ratedField} {
			if got, want := f.Matches, 700; got < want {
				t.Errorf("%s: field %s has %d matches, want at least %d", g.Title(), name, got, want)
			}
		}
		for i, one := range p.Players {
			if got, want := *one.Points, (*one.Fields.All.Points+*one.Fields.Strong.Points)/2; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %s has %g points, want %g", g.Title(), one.Name, got, want)
			}
			if i > 0 && *one.Points > *p.Players[i-1].Points {
				t.Errorf("%s: %s is listed behind %s, which has fewer points", g.Title(), one.Name, p.Players[i-1].Name)
			}
			if got, want := i < numStrongest, slices.Contains(p.Fields.Strong.Strongest, one.Name); got != want {
				t.Errorf("%s: %s is one of the first three: %v; one of the three strongest: %v", g.Title(), one.Name, got, want)
			}
		}
	}
}
