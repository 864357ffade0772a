package play

import (
	"context"
	"fmt"
	"io"
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
	"game-tui/tui/numbers"
)

// Comparison adds up a batch while it is played.
type Comparison struct {
	request    *Request
	Batch      *match.Batch
	Names      []string // told apart
	throughput progress.Speed

	mu         sync.Mutex
	Tally      *league.Tally
	Highlights *league.Highlights
	CPU        [sim.Seats]time.Duration
	Paces      Paces    // where they are measured
	stopped    int      // matches that ended early
	outs       []string // the first who went out, and why
	moreOuts   int
	kept       [league.Kinds][sim.Seats]int // scores of the matches that --open may want
}

func newComparison(f *Request, b *match.Batch) *Comparison {
	c := &Comparison{request: f, Batch: b, throughput: progress.Speed{Begin: time.Now()}, Tally: league.NewTally(sim.Seats), Highlights: league.NewHighlights(sim.Seats), Paces: make(Paces, sim.Seats)}
	var names [sim.Seats]string
	for i, e := range b.Entries {
		names[i] = e.Seat.Title()
	}
	names = record.Apart(names)
	c.Names = names[:]
	return c
}

// add takes in a match.
func (c *Comparison) add(row *match.Row) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := row.Result
	var outs [sim.Seats]sim.Reason
	for seat, e := range row.Entries {
		c.CPU[e] += r.CPU[seat]
		if out := r.Outs[seat]; out != nil {
			outs[seat] = out.Reason
			c.addOut(fmt.Sprintf("seed %d: player %d (%s) out: %s", r.Spec.Seed, seat, clean.Line(r.Names[seat]), clean.Line(out.Text())))
		}
	}
	if p, ok := row.Seen.(*chance.Pace); ok {
		c.Paces.Add(row.Entries, p)
	}
	if row.Err != nil {
		c.stopped++
	}
	at := league.MatchRef{Task: row.N / c.perTask(), Match: row.N % c.perTask()}
	c.Tally.Add(at.Task, row.Entries, r.Scores, outs)
	c.Highlights.Add(at, row.Entries, r.Scores, r.Leads)
	for k, seen := range c.Highlights.Players[0] {
		if seen.Task == at.Task && seen.Match == at.Match {
			c.kept[k] = r.Scores
		}
	}
}

// maxOuts is how many who went out are printed.
const maxOuts = 5

func (c *Comparison) addOut(line string) {
	if len(c.outs) < maxOuts {
		c.outs = append(c.outs, line)
	} else {
		c.moreOuts++
	}
}

// PrintOuts prints who went out first in the matches of the batch, and why.
func (c *Comparison) PrintOuts(w io.Writer) {
	for _, line := range c.outs {
		fmt.Fprintln(w, line)
	}
	if c.moreOuts > 0 {
		fmt.Fprintf(w, "and %d more: --json tells all\n", c.moreOuts)
	}
}

// Why says why not all of the batch counts; nil: all does.
func (c *Comparison) Why() error {
	if c.stopped == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d matches stopped early: %w", c.stopped, c.Batch.Matches(), ErrStopped)
}

// perTask is how many matches of the batch are a task: those of a seed.
func (c *Comparison) perTask() int {
	if c.Batch.Rotate {
		return sim.Seats
	}
	return 1
}

// Match is the number, in the batch, of a place.
func (c *Comparison) Match(at league.MatchRef) int { return at.Task*c.perTask() + at.Match }

// progress says how far the batch is, and who wins.
func (c *Comparison) progress() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := c.throughput.Text(c.Tally.Matches, c.Batch.Matches())
	if c.Tally.Matches == 0 {
		return text
	}
	wins := make([]float64, len(c.Names))
	for i := range wins {
		wins[i] = c.Tally.Players[i].WinPercent()
	}
	return text + ": " + progress.FirstFew(wins, func(i int) string { return clean.Line(c.Names[i]) + " wins " + numbers.Percent(wins[i]/100) })
}

// Session is match n of the batch on its own.
func (c *Comparison) Session(n int) *Session {
	seed, entries := c.Batch.Match(n)
	s := &Session{request: c.request, game: c.Batch.Game, spec: c.Batch.Spec}
	s.spec.Seed = seed
	for seat, e := range entries {
		s.line[seat] = c.Batch.Entries[e]
		s.spec.Players[seat] = c.Batch.Entries[e].Seat
	}
	return s
}

// Again plays a match of the first player again, that of a kind.
func (c *Comparison) Again(ctx context.Context, kind string) (*Session, error) {
	k := slices.Index(SightNames(), kind)
	n := c.Match(c.Highlights.Players[0][k].MatchRef)
	seed, entries := c.Batch.Match(n)
	rec, err := Again(ctx, &c.Batch.Field, match.Seeds{Match: seed}, entries, c.kept[k])
	if err != nil {
		return nil, c.request.Fault(err)
	}
	s := c.Session(n)
	s.now.Store(rec)
	return s, nil
}

// SightNames are the words for matches worth a look.
func SightNames() []string {
	names := make([]string, league.Kinds)
	for k := range names {
		names[k] = league.Kind(k).String()
	}
	return names
}
