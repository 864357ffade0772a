// Package tournament shows a tournament while it is played: how the players stand, who
// plays now, who went out, and which matches are worth a look. A Board holds what all
// watchers share, a View is what one of them looks at.
package tournament

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/record"
	"game-tui/tui/numbers"
)

// Tournament is what is shown.
type Tournament interface {
	// View shows the standings as they are now. The tournament waits meanwhile.
	View(look func(*league.Standings))
	// Status is how it goes.
	Status() Status
}

// Status is what the standings do not say.
type Status struct {
	Title   string  // of the tournament: its file
	Rate    float64 // matches a second; 0 while it is not known
	Rest    numbers.Rest
	Playing []Playing // now
	Outs    []Out     // the newest first; as many as are worth keeping
	Answer  string    // in a comparison of two players, the result
	Over    string    // why it has ended; empty: it goes on
	Note    string    // what must be said of it
}

// Playing is a line-up that is being played.
type Playing struct {
	LineUp [sim.Seats]int // entries
	Seed   int32
}

// Out is a player's going out.
type Out struct {
	Entry int
	Seed  int32
	Text  string
	At    league.MatchRef
}

// Snapshot is a tournament at a moment. It is immutable.
type Snapshot struct {
	Status
	Plan  *league.Plan
	Done  int // matches
	All   int // matches that are planned
	Seeds int // of which there are results
	Rows  []Row
	// perSeed is the number of tasks of a seed.
	perSeed int
	pairs   []pair // n×n: of a with b at [a*n+b]
}

// Row is how an entry stands.
type Row = league.Standing

// pair is how an entry stands against another.
type pair struct {
	share   float64 // ahead, and half of level
	matches int     // comparisons; 0: they have not met
	verdict league.Verdict
}

func (s *Snapshot) pair(a, b int) pair { return s.pairs[a*len(s.Plan.Player)+b] }

// place is the row of an entry, -1: none.
func (s *Snapshot) place(entry int) int {
	return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Entry == entry })
}

func (s *Snapshot) name(entry int) string { return clean.Line(s.Plan.Player[entry].Name) }

// Board is what the watchers of a tournament share. It may be used by many goroutines.
type Board struct {
	record.Watchers
	t       Tournament
	visited bool

	now     atomic.Pointer[Snapshot]
	ratings []league.Rating // those of the one who runs it
}

// NewBoard is the board of a tournament. Run keeps it up to date. Who leaves it ends the
// tournament, or where it is visited nothing but the visit.
func NewBoard(t Tournament, visited bool) *Board {
	b := &Board{t: t, visited: visited}
	b.rate()
	b.refresh()
	return b
}

// Now is how the tournament stands.
func (b *Board) Now() *Snapshot { return b.now.Load() }

// refreshTime is how often the board is brought up to date. Rating takes longer, so at
// most a part of the time goes into it.
const (
	refreshTime = time.Second
	ratingPart  = 20
)

// Run keeps the board up to date until ctx ends.
func (b *Board) Run(ctx context.Context) {
	tick := time.NewTicker(refreshTime)
	defer tick.Stop()
	rated, due := -1, time.Now()
	for {
		if b.Now().Done != rated && !time.Now().Before(due) {
			began := time.Now()
			rated = b.rate()
			due = time.Now().Add(ratingPart * time.Since(began))
		}
		b.refresh()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// rate computes the ratings, and returns of how many matches.
func (b *Board) rate() (done int) {
	var sample *league.Sample
	b.t.View(func(standings *league.Standings) {
		sample = standings.Tally.Sample()
		done, _ = standings.Matches()
	})
	b.ratings = sample.Ratings()
	return done
}

// refresh takes a snapshot.
func (b *Board) refresh() {
	s := &Snapshot{Status: b.t.Status()}
	b.t.View(func(standings *league.Standings) {
		s.Plan, s.Seeds = standings.Plan, standings.Tally.Seeds()
		s.Done, s.All = standings.Matches()
		s.perSeed = standings.Schedule.TasksPerSeed()
		s.Rows = standings.Tally.Table(b.ratings)
		if s.Plan.Design == league.Against { // rivals are no part of the question
			s.Rows = slices.DeleteFunc(s.Rows, func(r Row) bool { return r.Entry > 1 })
		}
		n := len(s.Plan.Player)
		s.pairs = make([]pair, n*n)
		for i := range n {
			for j := range n {
				if p := standings.Tally.Pair(i, j); i != j {
					s.pairs[i*n+j] = pair{p.Share(), p.Matches(), standings.Duels.Verdict(i, j)}
				}
			}
		}
	})
	b.now.Store(s)
	b.Grown()
}

// Highlights are the matches of an entry that are worth a look, against all or against
// another one.
func (b *Board) Highlights(entry, other int) (sight league.HighlightSet) {
	b.t.View(func(standings *league.Standings) {
		if other < 0 {
			sight = standings.Highlights.Players[entry]
		} else {
			sight = *standings.Highlights.Pair(entry, other)
		}
	})
	return sight
}
