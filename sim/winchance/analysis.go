// Package winchance computes win chances, turning points and the pace of players, and plays branches
// of a match.
//
// [New] starts an analysis with an estimate for each round. Each call of [Analysis.Next] does a
// piece of work, which improves the chances ([Analysis.Curve]) and finds turning points
// ([Analysis.Turnings]). A [WhatIf] plays a branch with other players, orders or dice.
//
// Estimates come from a table per game, a conditional logit fitted on matches of the built-in
// players. Rollouts play on for a tenth of the match, or to its end if it is near, and apply the
// table to the result. Standard errors include that of the table.
//
// The same pieces of work on the same record give the same results.
package winchance

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

// An Analysis computes win chances over the rounds of a match. It is not safe for concurrent use.
type Analysis struct {
	Match      Match
	table      *Table
	estimates  [][sim.Seats]float64 // by round
	points     []point
	nearSwing  [maxPoints + 1]bool // around the largest swings
	candidates []*candidate
	pace       *Pace
	version    int // of the record
	Level      Level
	Pieces     int  // rollouts done
	broken     bool // a rollout panicked
}

type point struct {
	round       int
	grid        int  // index among evenly spaced points, or -1
	end         bool // short rollouts go to the end of the match
	short, full rollouts
}

// A candidate is a possible turning point. Three kinds of rollouts check it; all end in one round.
type candidate struct {
	Turning
	sign     float64 // -1 if the seat's chance falls, or 1
	rollouts [rolloutKinds]rollouts
	planned  int  // of each kind
	settled  bool // confirmed, rejected, or out of rollouts
}

const (
	fromStart = iota
	sameOrders
	fromEnd
	rolloutKinds
)

// A Level is a stage of an analysis, from coarse to fine.
type Level int

const (
	Coarse Level = iota // 20 points, 4 rollouts each
	Fine                // 50 points
	Swings              // 16 around the three largest swings
	Split               // turning points, split into orders and luck
	Paces               // pace of the players
	Full                // 32 rollouts from each point to the end
	Done
)

// String describes the work of a level.
func (l Level) String() string {
	return [...]string{"estimating", "refining", "checking swings", "explaining", "pace", "games to the end", "done"}[l]
}

const (
	maxPoints = 50
	fewPoints = 20
	fullRuns  = 32
	splitRuns = 16 // first rollouts of each kind

	// Rollouts to the end only show who won, so a point gets endTimes as many, and twice that in
	// the last rounds. If endRuns agree, the match is decided.
	endTimes = 2
	endRuns  = 16
	// all of these are points
	lastRounds = 10
)

func (m *Match) gridPoints() int { return min(maxPoints, m.rounds()) }

// A Piece is usually one rollout.
type Piece struct {
	do     func() [sim.Seats]float64
	put    func([sim.Seats]float64)
	result [sim.Seats]float64
	broken bool
}

// Do does the work. It is safe for concurrent use with other pieces. It recovers from panics,
// because untrusted recordings may have impossible states.
func (p *Piece) Do() {
	p.broken = true
	defer func() { _ = recover() }()
	p.result = p.do()
	p.broken = false
}

func takePieces(n int, next func() *Piece) (list []*Piece) {
	for p := next(); p != nil; p = next() {
		if list = append(list, p); len(list) == n {
			break
		}
	}
	return list
}

// A Match is the input of an analysis.
type Match struct {
	record.Meta
	Record *record.Record // may be growing
	// Players create the players of the seats. They are nil for players that are not built in.
	Players [sim.Seats]func() sim.Player
	// Reference is the player that pace is measured against, or nil.
	Reference *sim.Builtin
}

// NewMatch returns the match of a record; find returns built-in players.
func NewMatch(rec *record.Record, find func(game, name string) (sim.Builtin, bool)) Match {
	m := Match{Meta: *rec.Meta(), Record: rec}
	for seat, name := range m.Names {
		if b, ok := find(m.Game.Name(), name); ok {
			m.Players[seat] = b.New
		}
	}
	return m
}

func (m *Match) noRollouts() string {
	switch {
	case m.Record.Incomplete():
		return "rounds of the recording are missing"
	case m.hasExternal():
		return "a player is not built in"
	}
	return ""
}

// OnlyEstimate reports whether rollouts are impossible, because a player is not built in or rounds
// are missing.
func (m *Match) OnlyEstimate() bool { return m.noRollouts() != "" }

func (m *Match) hasExternal() bool {
	return slices.ContainsFunc(m.Players[:], func(p func() sim.Player) bool { return p == nil })
}

// NameOf returns the name of a seat's player, with the seat if it is not unique.
func (m *Match) NameOf(seat int) string { return record.UniqueNames(m.Names)[seat] }

func (m *Match) rounds() int { return m.Settings.Rounds() }

func (m *Match) shortRounds() int { return max(m.rounds()/10, 1) }

func (m *Match) nearEnd(round int) bool { return m.rounds()-round <= 2*m.shortRounds() }

func seedOf(numbers ...int) int32 {
	h := uint64(14695981039346656037)
	for _, n := range numbers {
		h = (h ^ uint64(uint32(n))) * 1099511628211
		h ^= h >> 29
	}
	return int32(h >> 33)
}
