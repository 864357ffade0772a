package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"game-tui/cmd/game-tui/progress"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// comparison adds up a batch while it is played.
type comparison struct {
	request    *matchFlags
	batch      *match.Batch
	names      []string // told apart
	throughput progress.Speed

	mu      sync.Mutex
	tally   *league.Tally
	sights  *league.Sights
	cpu     [sim.Seats]time.Duration
	paces   *paces // where they are measured
	stopped int    // matches that ended early
	outs    outList
	kept    [league.Kinds][sim.Seats]int // scores of the matches that --open may want
}

func newComparison(f *matchFlags, b *match.Batch) *comparison {
	c := &comparison{request: f, batch: b, throughput: progress.Speed{Begin: time.Now()}, tally: league.NewTally(sim.Seats), sights: league.NewSights(sim.Seats), paces: newPaces(sim.Seats)}
	var names [sim.Seats]string
	for i, e := range b.Entries {
		names[i] = cmp.Or(e.Seat.Shown, e.Seat.Name)
	}
	names = record.Apart(names)
	c.names = names[:]
	return c
}

// add takes in a match.
func (c *comparison) add(row *match.Row) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := row.Result
	var outs [sim.Seats]sim.Reason
	for seat, e := range row.Entries {
		c.cpu[e] += r.CPU[seat]
		if r.Outs[seat] != nil {
			outs[seat] = r.Outs[seat].Reason
		}
	}
	if p, ok := row.Seen.(*chance.Pace); ok {
		c.paces.add(row.Entries, p)
	}
	if row.Err != nil {
		c.stopped++
	}
	c.outs.add(r)
	at := c.where(row.N)
	c.tally.Add(at.Task, row.Entries, r.Scores, &outs)
	c.sights.Add(at, row.Entries, r.Scores, r.Leads)
	for k, seen := range c.sights.Players[0] {
		if seen.Task == at.Task && seen.Match == at.Match {
			c.kept[k] = r.Scores
		}
	}
}

// why says why not all of the batch counts; nil: all does.
func (c *comparison) why() error {
	if c.stopped == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d matches stopped early: %w", c.stopped, c.batch.Matches(), errStopped)
}

// where is a match of the batch: a seed is a task.
func (c *comparison) where(n int) league.Where {
	if c.batch.Rotate {
		return league.Where{Task: n / sim.Seats, Match: n % sim.Seats}
	}
	return league.Where{Task: n}
}

// match is the number, in the batch, of a place.
func (c *comparison) match(at league.Where) int {
	if c.batch.Rotate {
		return at.Task*sim.Seats + at.Match
	}
	return at.Task
}

// progress says how far the batch is, and who wins.
func (c *comparison) progress() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := c.throughput.Text(c.tally.Matches, c.batch.Matches())
	if c.tally.Matches == 0 {
		return text
	}
	wins := make([]float64, len(c.names))
	for i := range wins {
		wins[i] = c.tally.Players[i].WinPercent()
	}
	return text + ": " + progress.FirstFew(wins, func(i int) string { return fmt.Sprintf("%s wins %.0f %%", clean.Line(c.names[i]), wins[i]) })
}

// session is match n of the batch on its own.
func (c *comparison) session(n int) *session {
	seed, entries := c.batch.Match(n)
	s := &session{request: c.request, game: c.batch.Game, spec: c.batch.Spec}
	s.spec.Seed = seed
	for seat, e := range entries {
		s.line[seat] = c.batch.Entries[e]
		s.spec.Players[seat] = c.batch.Entries[e].Seat
	}
	return s
}

// again plays a match of the first player again, that of a kind.
func (c *comparison) again(ctx context.Context, kind string) (*session, error) {
	k := slices.Index(sightNames(), kind)
	n := c.match(c.sights.Players[0][k].Where)
	seed, entries := c.batch.Match(n)
	rec, err := playedAgain(ctx, &c.batch.Field, match.Seeds{Match: seed}, entries, c.kept[k])
	if err != nil {
		return nil, c.request.fault(err)
	}
	s := c.session(n)
	s.now.Store(rec)
	return s, nil
}

// sightNames are the words for matches worth a look.
func sightNames() []string {
	names := make([]string, league.Kinds)
	for k := range names {
		names[k] = league.Kind(k).String()
	}
	return names
}
