package chance_test

import (
	"testing"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
)

// TestWithinAllowsForBothErrors compares what is said with what full games say: neither is
// exact.
func TestWithinAllowsForBothErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, error, games, gamesError float64
		want                           bool
	}{
		{0.5, 0.05, 0.59, 0, true},
		{0.5, 0.05, 0.61, 0, false},
		{0.5, 0, 0.59, 0.05, true},
		{0.5, 0.03, 0.59, 0.04, true},
		{0.5, 0.03, 0.61, 0.04, false},
	} {
		o := chance.Outcome{Win: [sim.Seats]float64{c.games}, Error: [sim.Seats]float64{c.gamesError}}
		said := chance.Chance{Win: [sim.Seats]float64{c.said}, Error: [sim.Seats]float64{c.error}}
		if o.Within(&said, 0) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// FuzzOutcomes gives any text to the reader of values.
func FuzzOutcomes(f *testing.F) {
	f.Add(string(chance.AppendOutcomes(nil, nil, []chance.Outcome{{Seed: 7, Names: [sim.Seats]string{"A", "B", "C", "D"}, Games: 3}})))
	f.Add("1 | A B C D | 3 | 4 | 0.1 0.1 | 0.1 0.1 | 0.1 0.1")
	f.Add("1 | A B C D | -3 | 4 | 0.1 0.1 | 0.1 0.1 | NaN 0.1 | 0.1 2")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := chance.ReadOutcomes(text)
		if err != nil {
			return
		}
		for _, o := range list {
			for seat := range o.Win {
				if o.Round < 0 || o.Games < 1 || !(o.Win[seat] >= 0 && o.Win[seat] <= 1 && o.Error[seat] >= 0 && o.Error[seat] <= 1) {
					t.Errorf("%+v", o)
				}
			}
		}
	})
}

// TestLastRoundsAreRolledToTheEnd: in the last rounds each has games to the end of its own, which
// say of a lead that nobody can catch up with that it is decided.
func TestLastRoundsAreRolledToTheEnd(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		m, l := played(t, g, 11, "Demo", "Null", "Null", "Null")
		a := begin(t, m)
		for a.Level() <= chance.Fine && a.Next() {
		}
		won := chance.Shares(l.State(l.Rounds()).Scores())
		line := a.Line()
		for k := l.Rounds() - 8; k < l.Rounds(); k++ {
			if line[k].Runs < 16 {
				t.Errorf("%s, round %d: %d games", g.Title(), k, line[k].Runs)
			}
		}
		if last := line[l.Rounds()-1]; last.Win != won {
			t.Errorf("%s: one round before the end %v, then %v", g.Title(), last.Win, won)
		}
	}
}
