package main

import (
	"math"
	"os"
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/winchance"
)

// limits bound the median width of the favourites' bands, and the Brier score, on the rounds with
// stored values: vague bands hold more easily. The widths are 2.5 times those that dice alone would
// give, and 4 times in The Purge, whose table errs most. The scores are those of the generic table.
var limits = map[string]struct{ width, brier float64 }{
	"harrypotter": {0.166, 0.1777},
	"moneyheist":  {0.174, 0.1384},
	"thepurge":    {0.320, 0.3172},
}

// minTurnings is how many turning points there must be in all games together.
const minTurnings = 170

// TestBandsHoldTheValuesOfFullGames analyses five matches of each game briefly. With GAME_TUI_FIT_CHECK
// it analyses all of them up to their turning points, and also checks widths, scores and numbers.
func TestBandsHoldTheValuesOfFullGames(t *testing.T) {
	if testing.Short() {
		t.Skip("plays rollouts for seconds")
	}
	all := os.Getenv("GAME_TUI_FIT_CHECK") != ""
	turnings := 0
	for _, g := range catalog.Games() {
		list, level, held := stored[value](t, g, "values"), winchance.LevelSplit, 0.9
		if !all {
			list, level, held = list[:5*roundsPerMatch], winchance.LevelCoarse, 0.83
		}
		line, table, found := analyse(t, g, list, level)
		turnings += found
		n := float64(len(list))
		favourites, seats, width := float64(line.favourites)/n, float64(line.seats)/n/sim.Seats, line.medianWidth()
		t.Logf("%s, %d rounds: bands hold %.1f %% of favourites' values (%.1f %% of all seats'), half are narrower than %.3f; "+
			"Brier score %.4f (of the table alone %.4f); %d turning points", g.Title(), len(list), 100*favourites, 100*seats, width, line.brier/n, table.brier/n, found)
		if favourites < held || seats < 0.9 {
			t.Errorf("%s: got %.3f of favourites and %.3f of all seats within bands, want %.2f and 0.90", g.Title(), favourites, seats, held)
		}
		if !all {
			continue
		}
		for i, b := range line.bins() {
			t.Log(b)
			if b.cases > 0 && !b.within(0.06, 2) {
				t.Errorf("%d to %d %%: %s", 10*i, 10*i+10, b)
			}
		}
		if limit := limits[g.Name()]; favourites > 0.99 || width > limit.width || line.brier/n > limit.brier || line.brier >= table.brier {
			t.Errorf("want at most 99 %% of favourites, a width of %.3f, and a Brier score of %.4f that beats the table's", limit.width, limit.brier)
		}
	}
	if all && turnings < minTurnings {
		t.Errorf("got %d turning points in all games, want at least %d", turnings, minTurnings)
	}
}

// analyse analyses the matches of some values up to a level, and compares the final lines and those of
// the table with the values.
func analyse(t *testing.T, g sim.Game, list []value, level winchance.Level) (line, table bands, turnings int) {
	type analysed struct {
		table, line []winchance.Chance
		turnings    int
	}
	all, err := collect(t.Context(), g, valueSeed, len(list)/roundsPerMatch, func(m *winchance.Match) ([]analysed, error) {
		a, err := winchance.New(*m)
		if err != nil {
			return nil, err
		}
		before := a.Curve().Chances
		for a.Level <= level && t.Context().Err() == nil && a.Next() {
		}
		return []analysed{{before, a.Curve().Chances, len(a.TurningPoints())}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		a, v := &all[i/roundsPerMatch], &list[i]
		line.add(v, &a.line[v.Round])
		table.add(v, &a.table[v.Round])
	}
	for _, a := range all {
		turnings += a.turnings
	}
	return line, table, turnings
}

// bands compares chances and their bands of two standard errors with values.
type bands struct {
	calibration           // of all seats
	favourites  int       // favourites whose band holds the value
	seats       int       // seats whose band holds the value
	brier       float64   // sum of the expected scores
	widths      []float64 // of favourites, from end to end
}

func (b *bands) add(v *value, c *winchance.Chance) {
	favourite := c.Favorite()
	for seat, win := range v.Win {
		d := c.WinChance[seat] - win
		b.brier += d*d + win*(1-win)
		if v.agrees(c, seat) {
			b.seats++
		}
	}
	if v.agrees(c, favourite) {
		b.favourites++
	}
	b.widths = append(b.widths, 4*c.Error[favourite])
	b.calibration.add(int(v.Seed), c.WinChance, v.Win)
}

// agrees reports whether a chance and the value of a seat differ by at most two standard errors of
// both.
func (v *value) agrees(c *winchance.Chance, seat int) bool {
	return math.Abs(v.Win[seat]-c.WinChance[seat]) <= 2*math.Hypot(v.Error[seat], c.Error[seat])
}

func (b *bands) medianWidth() float64 {
	slices.Sort(b.widths)
	return b.widths[len(b.widths)/2]
}
