// Package tournament shows a running tournament: the standings, the matches in progress, players
// that went out, and notable matches. A [Board] is shared by all viewers; a [View] is what one of
// them sees.
package tournament

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/rating"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
)

// A Tournament is the tournament to show.
type Tournament interface {
	// View calls look with the current standings. The tournament waits for it.
	View(look func(*league.Standings))
	// Status returns what the standings lack.
	Status() Status
}

// Status is the progress of a tournament.
type Status struct {
	Title   string  // file of the tournament
	Rate    float64 // matches per second; 0 if unknown
	Left    time.Duration
	Playing []Playing // matches in progress
	Outs    []Out     // newest first
	Answer  string    // result of a duel
	Over    string    // why the tournament has ended, or ""
	Note    string    // important remark, or ""
}

// Playing is a match in progress.
type Playing struct {
	LineUp [sim.Seats]int // entries
	Seed   int32
}

// Out is a player that went out.
type Out struct {
	Entry int
	Seed  int32
	Text  string
	At    league.MatchRef
}

// A Snapshot is the state of a tournament at a time. It is immutable.
type Snapshot struct {
	Status
	Plan  *league.Plan
	Done  int // matches played
	All   int // matches planned
	Seeds int // seeds with results
	Rows  []Row
	// number of tasks per seed
	perSeed int
	pairs   []pair // a against b at [a*n+b]
}

type pair struct {
	share   float64 // wins plus half of the ties
	matches int     // comparisons
	verdict rating.Verdict
}

func (s *Snapshot) pair(a, b int) pair { return s.pairs[a*len(s.Plan.Players)+b] }

func (s *Snapshot) rowOf(entry int) int {
	return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Entry == entry })
}

func (s *Snapshot) name(entry int) string { return sanitize.Line(s.Plan.Players[entry].Name) }

// A Board is shared by all viewers of a tournament. It is safe for concurrent use.
type Board struct {
	record.Notifier
	t       Tournament
	isVisit bool

	now     atomic.Pointer[Snapshot]
	ratings []rating.Rating // used by Run only
}

// NewBoard returns the board of a tournament. Run keeps it up to date. If visited is set, leaving
// ends only the visit, and otherwise the tournament.
func NewBoard(t Tournament, visited bool) *Board {
	b := &Board{t: t, isVisit: visited}
	b.updateRatings()
	b.refresh()
	return b
}

func (b *Board) Now() *Snapshot { return b.now.Load() }

// Times between updates. Ratings may take longer and use only part of the time.
const (
	refreshTime     = time.Second
	ratingTimeShare = 20
)

// Run keeps the board up to date until ctx is cancelled.
func (b *Board) Run(ctx context.Context) {
	tick := time.NewTicker(refreshTime)
	defer tick.Stop()
	rated, due := -1, time.Now()
	for {
		if b.Now().Done != rated && !time.Now().Before(due) {
			began := time.Now()
			rated = b.updateRatings()
			due = time.Now().Add(ratingTimeShare * time.Since(began))
		}
		b.refresh()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (b *Board) updateRatings() (done int) {
	var sample *rating.Sample
	b.t.View(func(standings *league.Standings) {
		sample = standings.Tally.Sample()
		done, _ = standings.Matches()
	})
	b.ratings = sample.Ratings()
	return done
}

func (b *Board) refresh() {
	s := &Snapshot{Status: b.t.Status()}
	b.t.View(func(standings *league.Standings) {
		s.Plan, s.Seeds = standings.Plan, standings.Tally.Seeds()
		s.Done, s.All = standings.Matches()
		s.perSeed = standings.Schedule.TasksPerSeed()
		for _, row := range standings.Tally.Table(b.ratings) {
			if s.Plan.Format.IsDuel() && row.Entry > 1 {
				continue // opponents are not compared
			}
			e := &s.Plan.Players[row.Entry]
			s.Rows = append(s.Rows, Row{row, e.Name, e.DisplayName()})
		}
		n := len(s.Plan.Players)
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
	b.Notify()
}

// Highlights returns an entry's notable matches, against all or against another entry.
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
