package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/chance"
)

// The values that are kept: matches, games to the end from rounds of each, and how many rounds: one of
// each of as many equal parts.
const (
	valueMatches   = 50
	valueGames     = 200
	roundsPerMatch = 4
)

// outcome is what comes of a round of a match with other dice: full games from it tell the
// chance that everything else estimates. They cost seconds, and are kept to judge the rest by.
type outcome struct {
	Seed  int32 // of the match
	Round int
	Win   [sim.Seats]float64 // the share of wins, together 1
	Error [sim.Seats]float64 // its standard error
}

// keepValues plays rounds of matches to the end, many times each, and writes who won.
func keepValues(ctx context.Context, g sim.Game) error {
	list, err := perMatch(ctx, g, g.Title()+", games to the end", valueSeed, valueMatches, func(m *chance.Match, _ int) ([]outcome, error) {
		return playOut(ctx, m, valueGames)
	})
	if err != nil {
		return err
	}
	return save(dataFile(g, "values"), list)
}

// playOut plays so many games from rounds of a match to the end.
func playOut(ctx context.Context, m *chance.Match, games int) (list []outcome, err error) {
	dice := sim.NewRand(int32(uint32(m.Seed) * 2654435769 >> 1)) // neighbouring seeds draw alike
	n := m.Settings.Rounds()
	for part := range roundsPerMatch {
		o := outcome{Seed: m.Seed, Round: dice.Random(part*n/roundsPerMatch, (part+1)*n/roundsPerMatch-1)}
		w := chance.WhatIf{Match: *m, Round: o.Round}
		v, err := w.NewWorth(games)
		if err != nil {
			return nil, fmt.Errorf("seed %d, round %d: %w", m.Seed, o.Round, err)
		}
		for v.Next(ctx) {
		}
		for seat := range o.Win {
			was := v.Value(seat).Was
			o.Win[seat], o.Error[seat] = was.Mean, was.Error
		}
		list = append(list, o)
	}
	return list, ctx.Err()
}

// limits are what the analysis of a match must keep to, on the rounds whose chances were played
// out: the median width of the favourites' bands, and the Brier score. Who says less, or in wider
// bands, holds more easily what it says. The widths are 2.5 times those of bands of the dice alone,
// which do not hold what full games say; the scores those of a table that does not know who plays.
type limits struct{ width, brier float64 }

var limitsOf = map[string]limits{
	"harrypotter": {0.166, 0.1777},
	"moneyheist":  {0.174, 0.1384},
	"thepurge":    {0.192, 0.2243},
}

// Of the favourites' bands so many must hold what full games say. What is said must be what
// happens, in each tenth of what can be said, within 6 points of 100 or two standard errors.
const leastHeld, mostHeld = 0.90, 0.99

// leastTurnings is how many turning points there must be over all games: half of those that a line
// shows whose changes are not looked at closer.
const leastTurnings = 186

// checked is an analysed match beside full games from its rounds.
type checked struct {
	outcomes    []outcome
	table, line []chance.Chance // at first, and in the end
	turnings    int
}

// analyse analyses the matches of some outcomes, up to a level.
func analyse(ctx context.Context, g sim.Game, matches int, list []outcome, level chance.Level) (bands, table bands, turnings int, err error) {
	all, err := perMatch(ctx, g, g.Title(), valueSeed, matches, func(m *chance.Match, i int) ([]checked, error) {
		a, err := chance.New(*m)
		if err != nil {
			return nil, err
		}
		c := checked{outcomes: list[i*roundsPerMatch : (i+1)*roundsPerMatch], table: a.Line()}
		for a.Level() <= level && ctx.Err() == nil && a.Next() {
		}
		c.line, c.turnings = a.Line(), len(a.Turnings())
		return []checked{c}, nil
	})
	for _, c := range all {
		turnings += c.turnings
		for i := range c.outcomes {
			o := &c.outcomes[i]
			bands.add(o, &c.line[o.Round])
			table.add(o, &c.table[o.Round])
		}
	}
	return bands, table, turnings, err
}

// compare holds what an analysis says, up to its turning points, against full games.
func compare(ctx context.Context, g sim.Game, turnings *int) error {
	var list []outcome
	if err := load(dataFile(g, "values"), &list); err != nil {
		return err
	}
	after, table, found, err := analyse(ctx, g, len(list)/roundsPerMatch, list, chance.Split)
	if err != nil {
		return err
	}
	*turnings += found
	n := float64(len(list))
	favourites, width := float64(after.favourites)/n, after.width()
	brier, tableBrier := after.brier/n, table.brier/n
	fmt.Printf("%s, %d rounds: bands hold what full games say in %.1f %% of favourites (%.1f %% of all seats), half of them are narrower than %.3f; "+
		"Brier score %.4f (of the table alone %.4f); %d turning points\n",
		g.Title(), len(list), 100*favourites, 100*float64(after.seats)/n/sim.Seats, width, brier, tableBrier, found)
	var faults []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	for i, b := range after.bins() {
		fmt.Println("  ", b)
		fault(b.cases > 0 && !b.within(0.06, 2), "%d to %d %%: %s", 10*i, 10*i+10, b)
	}
	limit := limitsOf[g.Name()]
	fault(favourites < leastHeld || favourites > mostHeld, "the favourites' bands hold %.1f %%, want %.0f to %.0f", 100*favourites, 100*leastHeld, 100*mostHeld)
	fault(width > limit.width, "half of the bands are wider than %.3f, want at most %.3f", width, limit.width)
	fault(brier > limit.brier, "Brier score %.4f, want at most %.4f", brier, limit.brier)
	fault(brier >= tableBrier, "rollouts are no better than the table")
	return errors.Join(faults...)
}

// bands compares what is said of rounds, with its bands of two standard errors, with what full
// games say.
type bands struct {
	calibration           // of all seats
	favourites  int       // whose band holds the value of full games
	seats       int       // the same of all seats
	brier       float64   // sum of the scores that are to be expected by what full games say
	widths      []float64 // of favourites, from end to end
}

func (b *bands) add(o *outcome, c *chance.Chance) {
	favourite := 0
	for seat, win := range o.Win {
		if c.Win[seat] > c.Win[favourite] {
			favourite = seat
		}
		d := c.Win[seat] - win
		b.brier += d*d + win*(1-win)
		if o.within(c, seat) {
			b.seats++
		}
	}
	if o.within(c, favourite) {
		b.favourites++
	}
	b.widths = append(b.widths, 4*c.Error[favourite])
	b.calibration.add(int(o.Seed), c.Win, o.Win)
}

// within reports whether a chance of a seat and what full games say of it agree: their
// difference is at most two standard errors, of both together.
func (o *outcome) within(c *chance.Chance, seat int) bool {
	return math.Abs(o.Win[seat]-c.Win[seat]) <= 2*math.Hypot(o.Error[seat], c.Error[seat])
}

// width is the median of the widths.
func (b *bands) width() float64 {
	slices.Sort(b.widths)
	return b.widths[len(b.widths)/2]
}
