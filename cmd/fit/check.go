package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"game-tui/sim"
	"game-tui/sim/chance"
)

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

// compare holds what an analysis says, up to its turning points, against full games.
func (f *flags) compare(ctx context.Context, g sim.Game) error {
	text, err := os.ReadFile(filepath.Join(f.dir, "testdata", g.Name()+".values.txt"))
	if err != nil {
		return err
	}
	list, err := chance.ReadOutcomes(string(text))
	if err != nil {
		return fmt.Errorf("%s.values.txt: %w", g.Name(), err)
	}
	matches := len(list) / perMatch
	var (
		mu           sync.Mutex
		table, after chance.Bands
		turnings     int
		spent        time.Duration
	)
	err = f.each(ctx, g.Title(), matches, func(i int) error {
		m, err := playOne(ctx, g, list[i*perMatch].Seed)
		if err != nil {
			return err
		}
		a, err := chance.New(m)
		if err != nil {
			return err
		}
		before := a.Line()
		var plan time.Duration
		begin := time.Now()
		for a.Level() <= chance.Split && ctx.Err() == nil && a.Next() {
			if a.Level() <= chance.Fine {
				plan = time.Since(begin)
			}
		}
		line := a.Line()
		mu.Lock()
		defer mu.Unlock()
		spent += plan
		turnings += len(a.Turnings())
		for k := i * perMatch; k < (i+1)*perMatch; k++ {
			table.Add(&list[k], &before[list[k].Round])
			after.Add(&list[k], &line[list[k].Round])
		}
		return nil
	})
	if err != nil {
		return err
	}
	favourites, seats := after.Held()
	fmt.Printf("%s, %d rounds of %d matches: bands hold what full games say in %.1f %% of favourites (%.1f %% of all seats), half of them are narrower than %.3f; "+
		"Brier score %.4f (of the table alone %.4f); %d turning points; %.2f s of rollouts at %d points a match\n",
		g.Title(), after.Points, matches, 100*favourites, 100*seats, after.Width(), after.Brier(), table.Brier(), turnings, spent.Seconds()/float64(matches), len(list)/matches)
	var faults []error
	fault := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	for i, b := range after.Bins() {
		fmt.Println("  ", b.String())
		fault(b.Cases > 0 && !b.Within(0.06, 2), "%d to %d %%: %s", 10*i, 10*i+10, b.String())
	}
	limit := limitsOf[g.Name()]
	fault(favourites < leastHeld || favourites > mostHeld, "the favourites' bands hold %.1f %%, want %.0f to %.0f", 100*favourites, 100*leastHeld, 100*mostHeld)
	fault(after.Width() > limit.width, "half of the bands are wider than %.3f, want at most %.3f", after.Width(), limit.width)
	fault(after.Brier() > limit.brier, "Brier score %.4f, want at most %.4f", after.Brier(), limit.brier)
	fault(after.Brier() >= table.Brier(), "rollouts are no better than the table")
	f.turnings += turnings
	return errors.Join(faults...)
}
