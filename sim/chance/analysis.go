// Package chance finds who will win a match, when that changed and why. [New] begins the
// analysis of a match, whose chances by round are there at once ([Analysis.Line]); each call of
// [Analysis.Next] makes them surer, and finds turning points ([Analysis.Turnings]) and the pace of
// the players. A [WhatIf] is a branch: what would have been with other players, orders or dice.
//
// Chances come from two sources. The table of a game, which is fitted on matches of the built-in
// players (make fit), weighs what a state shows, and where it knows them who plays, and costs
// next to nothing. Short rollouts play the state on for a tenth of the match, with the players
// that it has, and ask the table about where that led; near the end they go to the end.
// Every chance has an error that includes the table's own: full games, which are kept
// (make fit-values), show what it is.
//
// Nothing here has a clock, a goroutine or a generator but sim's. An Analysis is
// driven by its owner, a piece of work at a time, and finds the same after the same
// number of pieces. Players are given as functions.
package chance

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// Analysis finds the win chance over the rounds of a match, from the table to rollouts,
// its turning points, and the pace of the players. Its owner takes as many pieces of work as
// it likes, from one goroutine at a time; the same pieces on the same record give the same
// result.
type Analysis struct {
	Match   Match // what is looked at
	table   *Table
	line    [][sim.Seats]float64 // of the table, by round
	points  []point
	near    [maxPoints + 1]bool // points that Swings is about
	turns   []*turning
	pace    *Pace
	version int   // of the record, as it was read
	Level   Level // what Next works on
	Pieces  int   // rollouts that were done
	broken  bool  // the states of the record cannot be played on from
}

// New begins the analysis of a match: the table's line is there at once.
func New(m Match) (*Analysis, error) {
	return begin(m, tableOf(&m))
}

// NewEstimate begins the analysis of a record by the estimate alone, that of [Outlook]: nothing is
// played on from its rounds, so it takes milliseconds and is the same for everybody.
func NewEstimate(rec *record.Record) (*Analysis, error) {
	m := Match{Meta: *rec.Meta(), Record: rec}
	return begin(m, tableFor(&m, true))
}

func begin(m Match, t *Table) (*Analysis, error) {
	if t == nil {
		return nil, ErrNoTable
	}
	a := &Analysis{Match: m, table: t}
	a.Grow()
	return a, nil
}

// Behind reports whether there is something for Grow to take in.
func (a *Analysis) Behind() bool {
	return a.Match.Record.Edge() >= len(a.line) || a.Match.Record.Version() != a.version
}

// Grow takes in what the record has grown by, and what became known of it. Pieces that
// were taken are put before.
func (a *Analysis) Grow() {
	if version := a.Match.Record.Version(); version != a.version {
		a.version = version
		if a.Level >= Split { // its reasons come from events and orders
			a.Level, a.turns = Split, a.find()
		}
	}
	for k := len(a.line); k <= a.Match.Record.Edge(); k++ {
		if a.Match.Record.Missing(k) {
			a.line = append(a.line, [sim.Seats]float64{})
			continue
		}
		a.line = append(a.line, a.table.of(&a.Match, a.Match.Record.State(k)))
	}
	if a.pace == nil && !a.broken {
		a.pace = NewPace(a.Match)
	}
	next := 0
	if n := len(a.points); n > 0 {
		next = a.points[n-1].round + 1
	}
	for k := next; k < len(a.line); k++ {
		p, ok := a.Match.point(k)
		if !ok || a.Match.Record.Missing(k) {
			continue
		}
		a.points = append(a.points, p)
		if a.Level > Coarse {
			a.Level, a.turns = Coarse, nil
		}
	}
}

// point is the point in a round: some that are as far from each other, and near the end, where
// a lead changes fast what it is worth, every round. ok is false where there is none.
func (m *Match) point(k int) (p point, ok bool) {
	rounds, n := m.rounds(), m.gridPoints()
	left := rounds - k
	p = point{round: k, grid: (k*n + rounds - 1) / rounds, end: m.nearEnd(k)}
	if p.grid*rounds/n != k {
		p.grid = -1
	}
	return p, p.grid >= 0 || left <= min(2*rounds/n, lastRounds)
}

// gridPoints is how many steps there are from one of the points that are as far from each
// other to the next.
func (m *Match) gridPoints() int { return min(maxPoints, m.rounds()) }

// Default reports whether the match has the settings that the table was fitted on.
func (a *Analysis) Default() bool { return a.table.Known(a.Match.Settings) }

// Why a match cannot be played on from its rounds.
const (
	strangers = "somebody plays who is not built in"
	noStates  = "these are no states that can be played on from"
	noRounds  = "rounds of the recording are missing"
)

// NoRollouts says why nothing can be played on from the rounds of the match; empty: it can.
func (a *Analysis) NoRollouts() string {
	switch {
	case a.broken:
		return noStates
	case a.Match.Record.Incomplete():
		return noRounds
	case a.Match.Estimate():
		return strangers
	}
	return ""
}

// noPace says why no pace can be measured; empty: it can.
func (a *Analysis) noPace() string {
	if a.broken {
		return noStates
	}
	return a.Match.noPace()
}

// Piece is a piece of work: one rollout, which takes a tenth of a match, from Full on up
// to a whole one.
type Piece struct {
	do     func() [sim.Seats]float64
	put    func([sim.Seats]float64)
	result [sim.Seats]float64
	broken bool
}

// Do does it, in any goroutine, beside others. A recording from outside may show states
// that no match has, on which a board or a player panics.
func (p *Piece) Do() {
	p.broken = true
	defer func() { _ = recover() }()
	p.result = p.do()
	p.broken = false
}

// Take returns up to n pieces of work that do not depend on each other, none where all is
// done. All of them are to be done, and put before the next are taken.
func (a *Analysis) Take(n int) (list []*Piece) {
	for a.Level < Done {
		if list = take(n, a.piece); list != nil {
			break
		}
		a.enter(a.Level + 1)
	}
	return list
}

// take takes up to n pieces, as long as there is a next one.
func take(n int, next func() *Piece) (list []*Piece) {
	for len(list) < n {
		p := next()
		if p == nil {
			break
		}
		list = append(list, p)
	}
	return list
}

// TakePace returns pieces of the pace before their turn, as Take does, none where all is
// known of it.
func (a *Analysis) TakePace(n int) []*Piece { return take(n, a.pace.piece) }

// PaceLeft reports whether TakePace has something left.
func (a *Analysis) PaceLeft() bool { return a.pace != nil && a.pace.taken < pacePieces }

// enter begins with a level.
func (a *Analysis) enter(l Level) {
	a.Level = l
	switch l {
	case Swings:
		a.near = [maxPoints + 1]bool{}
		for _, i := range a.Match.largest(a.grid(), 3, 0) {
			for j := max(i-2, 0); j <= min(i+2, maxPoints); j++ {
				a.near[j] = true
			}
		}
	case Split:
		a.turns = a.find()
	}
}

// Put takes in what was done. Where a piece broke, the analysis is over: see NoRollouts.
func (a *Analysis) Put(list []*Piece) {
	for _, p := range list {
		if p.broken {
			a.Level, a.broken, a.pace = Done, true, nil
			return
		}
		p.put(p.result)
	}
}

// Next does the next piece of work and reports whether there was one.
func (a *Analysis) Next() bool {
	list := a.Take(1)
	for _, p := range list {
		p.Do()
	}
	a.Put(list)
	return len(list) > 0 && !a.broken
}

// piece is a piece of the present level, nil where none is left.
func (a *Analysis) piece() *Piece {
	switch {
	case a.Level == Split:
		return a.look()
	case a.Match.Estimate():
		return nil
	case a.Level == Paces:
		return a.pace.piece()
	}
	i := a.fewest()
	if i < 0 {
		return nil
	}
	r, round, rounds := a.rollouts(i), a.points[i].round, a.Match.short()
	seed := seedOf(int(a.Match.Seed), round, r.taken)
	if a.Level == Full {
		seed = seedOf(int(a.Match.Seed), round, r.taken, 1)
	}
	if a.points[i].end || a.Level == Full {
		rounds = a.Match.rounds()
	}
	r.taken++
	return a.rollout(func() [sim.Seats]float64 { return a.Match.rollout(a.table, round, rounds, seed) }, r.add)
}

// rollout is a piece that counts as one.
func (a *Analysis) rollout(do func() [sim.Seats]float64, put func([sim.Seats]float64)) *Piece {
	return &Piece{do: do, put: func(chance [sim.Seats]float64) {
		a.Pieces++
		put(chance)
	}}
}

// Level is how deep an analysis has gone; each is finer than the one before it.
type Level int

// The levels of an analysis, in their order.
const (
	Coarse Level = iota // 20 points, 4 rollouts each
	Fine                // 50 points
	Swings              // 16 around the three largest swings
	Split               // turning points split into orders and luck
	Paces               // the pace of each player, where the match is over
	Full                // 32 rollouts to the end of the match from every point
	Done                // nothing is left to do
)

// String describes what is done in a level.
func (l Level) String() string {
	return [...]string{"first look", "closer look", "where it turned", "why it turned", "pace", "games to the end", "done"}[l]
}

const (
	maxPoints = 50
	fewPoints = 20
	fullRuns  = 32
	splitRuns = 16 // of each kind, at first

	// From a point near the end a rollout goes to the end, and says only who won: there are so
	// many times as many, and in the last half of these rounds, where they are shorter, so many
	// times again. What endRuns agree on is decided.
	endTimes = 2
	endRuns  = 16
	// lastRounds are rounds at the end of which each is a point, at most.
	lastRounds = 10
)

// runs is how many rollouts a point gets in a level.
func (a *Analysis) runs(i int) (n int) {
	switch a.Level {
	case Full:
		return fullRuns
	case Swings:
		n = 16
	default:
		n = 4
	}
	if a.points[i].end {
		n *= endTimes
		if a.Match.rounds()-a.points[i].round <= a.Match.short() {
			n *= endTimes
		}
	}
	return min(n, fullRuns)
}

// wanted reports whether a level is about a point. The end of the match is known.
func (a *Analysis) wanted(i int) bool {
	if a.points[i].round >= a.Match.rounds() {
		return false
	}
	at, n := a.points[i].grid, a.Match.gridPoints()
	switch a.Level {
	case Coarse:
		return i == len(a.points)-1 || at == 0 || at > 0 && at*fewPoints/n != (at-1)*fewPoints/n
	case Swings:
		return at >= 0 && a.near[at]
	case Full:
		return a.points[i].short.n() > 0 // which of them have short ones depends on the time there was
	}
	return true
}

// rollouts are those of a point, of the level's kind.
func (a *Analysis) rollouts(i int) *rollouts {
	if a.Level == Full {
		return &a.points[i].full
	}
	return &a.points[i].short
}

// fewest is the point that the level is about with the fewest rollouts, the newest
// first; -1 where all have as many as they get.
func (a *Analysis) fewest() int {
	best := -1
	for i := len(a.points) - 1; i >= 0; i-- {
		if taken := a.rollouts(i).taken; a.wanted(i) && taken < a.runs(i) && (best < 0 || taken < a.rollouts(best).taken) {
			best = i
		}
	}
	return best
}

// part is how much of its level is done, 0 … 1.
func (a *Analysis) part() float64 {
	done, of := 0, 0
	switch a.Level {
	case Split:
		for _, t := range a.turns {
			for i := range t.looks {
				done, of = done+t.looks[i].n(), of+t.runs
			}
		}
	case Paces:
		return a.pacePart()
	default:
		for i := range a.points {
			if a.wanted(i) {
				done, of = done+min(a.rollouts(i).taken, a.runs(i)), of+a.runs(i)
			}
		}
	}
	return float64(done) / float64(max(of, 1))
}
