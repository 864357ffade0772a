// Package tournament shows a running tournament: the standings, the matches in progress, players
// who went out, and notable matches. All viewers share a [Board]; a [View] is what one viewer sees.
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

// A Tournament provides a tournament's standings and progress.
type Tournament interface {
	// View calls look with the current standings. It blocks the tournament until look returns.
	View(look func(*league.Standings))
	// Status returns the progress of the tournament, which the standings do not contain.
	Status() Status
}

type Status struct {
	Title     string
	Rate      float64 // matches played per second, or 0 if unknown
	Remaining time.Duration
	Running   []RunningMatch
	Outs      []Out  // players who went out, newest first
	Answer    string // result of a duel, or ""
	Over      string // why the tournament has ended, or "" while it runs
	Note      string // important remark about the tournament, or ""
}

type RunningMatch struct {
	LineUp [sim.Seats]int // index of the player in each seat
	Seed   int32
}

type Out struct {
	Entry int
	Seed  int32
	Text  string
	At    league.MatchRef
}

// A Snapshot is the immutable state of a tournament at a point in time.
type Snapshot struct {
	Status
	Plan    *league.Plan
	Done    int // number of matches played
	All     int // number of matches planned
	Seeds   int // number of seeds with results
	Rows    []Row
	perSeed int
	pairs   []pair // results of player a against player b, at index a*n+b for n players
}

type pair struct {
	share   float64 // share of their matches in which a finished ahead of b; a tie counts as half
	matches int     // number of matches that both a and b played
	verdict rating.Verdict
}

func (s *Snapshot) rowOf(entry int) int {
	return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Entry == entry })
}

func (s *Snapshot) name(entry int) string { return sanitize.Line(s.Plan.Players[entry].Name) }

// A Board holds the state of a tournament for all viewers. It is safe for concurrent use.
type Board struct {
	record.Notifier
	t       Tournament
	isVisit bool

	current atomic.Pointer[Snapshot]
	ratings []rating.Rating // latest ratings; accessed only by Run
}

// NewBoard returns the board of a tournament. Call Run to keep it up to date. Set visited if the
// tournament continues after the viewer quits.
func NewBoard(t Tournament, visited bool) *Board {
	b := &Board{t: t, isVisit: visited}
	b.updateRatings()
	b.refresh()
	return b
}

func (b *Board) Now() *Snapshot { return b.current.Load() }

// Run updates the board until ctx is cancelled. Updating ratings is expensive, so it takes up at
// most a twentieth of the time.
func (b *Board) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	rated, due := -1, time.Now()
	for {
		if b.Now().Done != rated && !time.Now().Before(due) {
			began := time.Now()
			rated = b.updateRatings()
			due = time.Now().Add(20 * time.Since(began))
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
				continue // In a duel, the opponents are not compared with each other.
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
	b.current.Store(s)
	b.Notify()
}

// Highlights returns a player's notable matches against other, or against all players if other is
// negative.
func (b *Board) Highlights(entry, other int) (set league.HighlightSet) {
	b.t.View(func(standings *league.Standings) {
		if other < 0 {
			set = standings.Highlights.Players[entry]
		} else {
			set = *standings.Highlights.Pair(entry, other)
		}
	})
	return set
}
