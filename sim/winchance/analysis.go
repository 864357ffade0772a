// Package winchance computes win chances, turning points and the pace of players, and plays
// branches of a match.
//
// [New] starts an analysis with an estimate for each round. Each call to [Analysis.Next] does one
// piece of work, which improves the chances ([Analysis.Curve]) or finds turning points
// ([Analysis.TurningPoints]). A [WhatIf] plays a branch with other players, orders or dice.
//
// Each game has a table for estimates: a conditional logit fitted on matches of the built-in
// players. A rollout plays on for a tenth of the match, or to the end if it is near, and applies
// the table to the resulting state. Standard errors include the table's error.
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
	Match         Match
	table         *Table
	estimates     [][sim.Seats]float64 // indexed by round
	points        []point
	nearSwing     [maxPoints + 1]bool // points around the largest swings
	candidates    []*candidate
	pace          *Pace
	recordVersion int // version of the record
	Level         Level
	PiecesDone    int
	broken        bool
}

type point struct {
	round       int
	gridIndex   int  // index among evenly spaced points, or -1
	reachesEnd  bool // whether short rollouts go to the end of the match
	short, full rollouts
}

// A candidate is a possible turning point. It is checked by three kinds of rollouts, which all end
// in the same round.
type candidate struct {
	TurningPoint
	sign     float64 // -1 if the seat's chance falls, otherwise 1
	rollouts [rolloutKinds]rollouts
	planned  int  // planned rollouts of each kind
	settled  bool // confirmed, rejected, or out of rollouts
}

const (
	startRollouts = iota
	orderRollouts
	endRollouts
	rolloutKinds
)

// A Level is a stage of an analysis, from coarse to fine.
type Level int

const (
	LevelCoarse Level = iota // 20 points, 4 rollouts each
	LevelFine                // 50 points
	LevelSwings              // 16 rollouts at each point around the three largest swings
	LevelSplit               // turning points, split into orders and luck
	LevelPaces               // players' pace
	LevelFull                // 32 rollouts from each point to the end
	LevelDone
)

func (l Level) String() string {
	return [...]string{"estimating", "refining", "checking swings", "explaining", "measuring pace", "playing to the end", "done"}[l]
}

const (
	maxPoints     = 50
	coarsePoints  = 20
	fullRollouts  = 32
	splitRollouts = 16 // initial number of rollouts of each kind per candidate

	// Rollouts to the end only show who won, so points near the end get endFactor times as many
	// rollouts as others, or twice that in the last tenth. If minDecidedRollouts or more rollouts
	// all agree, the match is considered decided.
	endFactor          = 2
	minDecidedRollouts = 16
	// Up to this many of the last rounds are all points.
	lastRounds = 10
)

func (m *Match) gridPoints() int { return min(maxPoints, m.rounds()) }

// A Piece is a unit of work, usually one rollout.
type Piece struct {
	do     func() [sim.Seats]float64
	put    func([sim.Seats]float64)
	result [sim.Seats]float64
	broken bool
}

// Do does the work. Different pieces may run concurrently. Do recovers from panics, because
// untrusted recordings may contain impossible states.
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
	Record *record.Record // may still be growing
	// Players holds a constructor for each seat's player, or nil if the player is not built in.
	Players [sim.Seats]func() sim.Player
	// Reference is the player whose score defines pace 1, or nil.
	Reference *sim.Builtin
}

// NewMatch returns a Match for a record. It calls find to look up built-in players.
func NewMatch(rec *record.Record, find func(game, name string) (sim.Builtin, bool)) Match {
	m := Match{Meta: *rec.Meta(), Record: rec}
	for seat, name := range m.Names {
		if b, ok := find(m.Game.Name(), name); ok {
			m.Players[seat] = b.New
		}
	}
	return m
}

func (m *Match) noRolloutsReason() string {
	switch {
	case m.Record.IsIncomplete():
		return "rounds are missing from the recording"
	case m.hasExternalPlayer():
		return "a player is not built in"
	}
	return ""
}

// IsEstimateOnly reports whether rollouts are impossible, because a player is not built in or rounds
// are missing.
func (m *Match) IsEstimateOnly() bool { return m.noRolloutsReason() != "" }

func (m *Match) hasExternalPlayer() bool {
	return slices.ContainsFunc(m.Players[:], func(p func() sim.Player) bool { return p == nil })
}

// NameOf returns the name of a seat's player, followed by the seat if several players have that
// name.
func (m *Match) NameOf(seat int) string { return record.UniqueNames(m.Names)[seat] }

func (m *Match) rounds() int { return m.Settings.Rounds() }

func (m *Match) shortRolloutRounds() int { return max(m.rounds()/10, 1) }

func (m *Match) isNearEnd(round int) bool { return m.rounds()-round <= 2*m.shortRolloutRounds() }

func seedOf(numbers ...int) int32 {
	h := uint64(14695981039346656037)
	for _, n := range numbers {
		h = (h ^ uint64(uint32(n))) * 1099511628211
		h ^= h >> 29
	}
	return int32(h >> 33)
}
