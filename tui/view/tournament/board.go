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
	// View calls read with the current standings. It blocks the tournament until read returns.
	View(read func(*league.Standings))
	// Status returns the progress of the tournament, which the standings do not contain.
	Status() Status
}

type Status struct {
	Title      string
	Rate       float64 // matches played per second, or 0 if unknown
	Remaining  time.Duration
	Running    []RunningMatch
	Outs       []OutPlayer // players who went out, newest first
	DuelResult string      // result of a duel, or ""
	EndReason  string      // why the tournament has ended, or "" while it runs
	Note       string      // important remark about the tournament, or ""
}

type RunningMatch struct {
	LineUp [sim.Seats]int // index of the player in each seat
	Seed   int32
}

type OutPlayer struct {
	Entry     int
	MatchSeed int32
	Text      string
	Match     league.MatchRef
}

// A Snapshot is the immutable state of a tournament at a point in time.
type Snapshot struct {
	Status
	Plan           *league.Plan
	PlayedMatches  int // number of matches played
	PlannedMatches int // number of matches planned
	SeedCount      int // number of seeds with results
	Rows           []Row
	tasksPerSeed   int
	pairs          []pair // results of player a against player b, at index a*n+b for n players
}

type pair struct {
	share      float64 // share of their matches in which a finished ahead of b; a tie counts as half
	matchCount int     // number of matches that both a and b played
	verdict    rating.Verdict
}

func (s *Snapshot) rowOf(entry int) int {
	return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Entry == entry })
}

func (s *Snapshot) name(entry int) string { return sanitize.Line(s.Plan.Players[entry].Name) }

// A Board holds the state of a tournament for all viewers. It is safe for concurrent use.
type Board struct {
	record.Notifier
	tournament Tournament
	isHosted   bool

	current atomic.Pointer[Snapshot]
	ratings []rating.Rating // latest ratings; accessed only by Run
}

// NewBoard returns the board of a tournament. Call Run to keep it up to date. Set hosted if the
// tournament continues after the viewer quits.
func NewBoard(t Tournament, hosted bool) *Board {
	b := &Board{tournament: t, isHosted: hosted}
	b.updateRatings()
	b.refresh()
	return b
}

func (b *Board) Snapshot() *Snapshot { return b.current.Load() }

// Run updates the board until ctx is cancelled. Updating ratings is expensive, so it takes up at
// most a twentieth of the time.
func (b *Board) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	rated, due := -1, time.Now()
	for {
		if b.Snapshot().PlayedMatches != rated && !time.Now().Before(due) {
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

func (b *Board) updateRatings() (playedMatches int) {
	var sample *rating.Sample
	b.tournament.View(func(standings *league.Standings) {
		sample = standings.Tally.Sample()
		playedMatches, _ = standings.Matches()
	})
	b.ratings = sample.Ratings()
	return playedMatches
}

func (b *Board) refresh() {
	s := &Snapshot{Status: b.tournament.Status()}
	b.tournament.View(func(standings *league.Standings) {
		s.Plan, s.SeedCount = standings.Plan, standings.Tally.Seeds()
		s.PlayedMatches, s.PlannedMatches = standings.Matches()
		s.tasksPerSeed = standings.Schedule.TasksPerSeed()
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

// Highlights returns a player's notable matches against opponent, or against all players if opponent is
// negative.
func (b *Board) Highlights(entry, opponent int) (set league.HighlightSet) {
	b.tournament.View(func(standings *league.Standings) {
		if opponent < 0 {
			set = standings.Highlights.Players[entry]
		} else {
			set = *standings.Highlights.Pair(entry, opponent)
		}
	})
	return set
}
