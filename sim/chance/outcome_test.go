package chance_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
)

// outcomes are what full games say of rounds of a game's matches.
func outcomes(t testing.TB, game string) []chance.Outcome {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", game+".values.txt"))
	if err != nil {
		t.Fatalf("there are no values of full games: type make fit-values: %v", err)
	}
	list, err := chance.ReadOutcomes(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestValuesAreThere: of each game there are values of 200 rounds of at least 50 matches, each
// with its error, and of nothing twice.
func TestValuesAreThere(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		list := outcomes(t, g.Name())
		matches, places := map[int32]bool{}, map[[2]int]bool{}
		for _, o := range list {
			matches[o.Seed], places[[2]int{int(o.Seed), o.Round}] = true, true
			sum := 0.0
			for seat, win := range o.Win {
				sum += win
				if !(o.Error[seat] > 0 && o.Error[seat] < 0.05) {
					t.Errorf("%s: %+v", g.Title(), o)
				}
			}
			if sum < 0.999 || sum > 1.001 {
				t.Errorf("%s: %+v", g.Title(), o)
			}
		}
		if len(list) < 200 || len(places) != len(list) || len(matches) < 50 {
			t.Errorf("%s: %d values of %d rounds of %d matches", g.Title(), len(list), len(places), len(matches))
		}
		again, err := chance.ReadOutcomes(string(chance.AppendOutcomes(nil, []string{"a note"}, list)))
		if err != nil || !reflect.DeepEqual(list, again) {
			t.Errorf("%s: other values are read than were written: %v", g.Title(), err)
		}
	}
}

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

// TestBandsHoldGamesToTheEnd takes a few of the matches whose chances full games tell: the bands hold
// these, and what is said is not far from them. make fit-check does it for all.
func TestBandsHoldGamesToTheEnd(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the whole test plays the rollouts")
	}
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			var bands chance.Bands
			list := outcomes(t, g.Name())
			for i := 0; i < len(list); i++ {
				o := &list[i]
				if o.Seed%sampled != 3 {
					continue
				}
				m, _ := played(t, g, o.Seed, o.Names[:]...)
				a := begin(t, m)
				for a.Level() <= chance.Even && a.Next() {
				}
				for line := a.Line(); i < len(list) && list[i].Seed == m.Seed; i++ {
					bands.Add(&list[i], &line[list[i].Round])
				}
				i--
			}
			favourites, seats := bands.Held()
			if bands.Points < 12 || favourites < 0.83 || seats < 0.9 {
				t.Errorf("of %d favourites the bands hold %.0f %%, of all seats %.0f %%", bands.Points, 100*favourites, 100*seats)
			}
		})
	}
}

// sampled is of how many matches one is taken.
const sampled = 13

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
