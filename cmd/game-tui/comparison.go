package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/progress"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/tui/numbers"
)

// comparison adds up a batch while it is played.
type comparison struct {
	batch      *match.Batch
	names      []string // told apart
	throughput progress.Speed

	mu      sync.Mutex
	tally   *league.Tally
	sights  *league.Sights
	cpu     [sim.Seats]time.Duration
	paces   *paces                       // where they are measured
	stopped int                          // matches that ended early
	kept    [league.Kinds][sim.Seats]int // scores of the matches that --open may want
}

func newComparison(b *match.Batch) *comparison {
	c := &comparison{batch: b, throughput: progress.Speed{Begin: time.Now()}, tally: league.NewTally(sim.Seats), sights: league.NewSights(sim.Seats), paces: newPaces(sim.Seats)}
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
	at := c.where(row.N)
	c.tally.Add(at.Task, row.Entries, r.Scores, &outs)
	c.sights.Add(at, row.Entries, r.Scores, r.Leads)
	for k, seen := range c.sights.Players[0] {
		if seen.Task == at.Task && seen.Match == at.Match {
			c.kept[k] = r.Scores
		}
	}
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

// text writes the tables.
func (c *comparison) text(w io.Writer, f *runFlags) {
	r := &standings{names: c.names, tally: c.tally, sights: c.sights, Matches: c.tally.Matches,
		command: func(at league.Where) (int32, string) {
			s := c.session(c.match(at))
			return s.spec.Seed, s.command(&f.matchFlags, s.spec.Seed)
		}}
	r.fill()
	slices.SortStableFunc(r.Players, func(a, b standing) int {
		return cmp.Or(cmp.Compare(b.WinPercent, a.WinPercent), cmp.Compare(b.Mean, a.Mean))
	})
	head := []string{"", "player", "win %", "wins", "shared", "mean score", "spread", "matches", "outs", "cpu ms"}
	var rows [][]string
	for i := range r.Players {
		s := &r.Players[i]
		rows = append(rows, []string{strconv.Itoa(i + 1), clean.Line(s.Name), numbers.Decimal(s.WinPercent), numbers.Grouped(s.Wins), numbers.Grouped(s.Shared), numbers.Decimal(s.Mean),
			numbers.Decimal(s.Deviation), numbers.Grouped(s.Matches), strconv.Itoa(s.Out),
			strconv.FormatFloat(c.cpu[s.entry].Seconds()*1000/float64(max(s.Matches, 1)), 'f', 2, 64)})
	}
	fmt.Fprintln(w, inText.table(head, rows))
	r.paced(c.paces)
	r.paces(w, inText)
	r.matrix(w, inText)
	if c.batch.Rotate {
		r.effect(w, inText)
	}
	i := slices.IndexFunc(r.Players, func(s standing) bool { return s.entry == 0 })
	section(w, inText, "Worth a look, of "+clean.Line(r.Players[i].Name)+" (--open opens such a match)")
	r.Players[i].looks(w, inText)
}

// session is match n of the batch on its own.
func (c *comparison) session(n int) *session {
	seed, entries := c.batch.Match(n)
	s := &session{game: c.batch.Game, spec: c.batch.Spec}
	s.spec.Seed = seed
	for seat, e := range entries {
		s.line[seat] = c.batch.Entries[e]
		s.spec.Players[seat] = c.batch.Entries[e].Seat
	}
	return s
}

// open plays a match of the first player again and shows it.
func (c *comparison) open(ctx context.Context, f *runFlags) error {
	k := slices.Index(sightNames(), f.open)
	n := c.match(c.sights.Players[0][k].Where)
	seed, entries := c.batch.Match(n)
	progress.Note(f.stderr, "playing it again…")
	rec, err := playedAgain(ctx, &c.batch.Field, match.Seeds{Match: seed}, entries, c.kept[k])
	progress.Clear(f.stderr)
	if err != nil {
		return f.fault(err)
	}
	s := c.session(n)
	s.now.Store(rec)
	var look viewFlags
	look.add(&cobra.Command{}) // as where nothing is typed
	if err := look.prefer(ctx); err != nil {
		return err
	}
	opts := look.options(ctx, rec)
	opts.Link = s.link(&f.matchFlags)
	if err := open(ctx, opts); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "again: "+s.command(&f.matchFlags, seed))
	return nil
}

// sightNames are the words for matches worth a look.
func sightNames() []string {
	names := make([]string, league.Kinds)
	for k := range names {
		names[k] = league.Kind(k).String()
	}
	return names
}
