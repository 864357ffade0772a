package chance

import "game-tui/sim"

// Analysis finds the win chance over the rounds of a match, from the table to rollouts,
// its turning points, and the pace of the players. Its owner takes as many pieces of work as
// it likes, from one goroutine at a time; the same pieces on the same record give the same
// result.
type Analysis struct {
	match   Match
	table   *Table
	line    [][sim.Seats]float64 // of the table, by round
	points  []point
	near    [maxPoints + 1]bool // points that Swings is about
	turns   []*turning
	pace    *Pace
	version int // of the record, as it was read
	level   Level
	pieces  int
	broken  bool // the states of the record cannot be played on from
}

// New begins the analysis of a match: the table's line is there at once.
func New(m Match) (*Analysis, error) {
	t := tableOf(&m)
	if t == nil {
		return nil, ErrNoTable
	}
	a := &Analysis{match: m, table: t}
	a.Grow()
	return a, nil
}

// Behind reports whether there is something for Grow to take in.
func (a *Analysis) Behind() bool {
	return a.match.Record.Edge() >= len(a.line) || a.match.Record.Version() != a.version
}

// Grow takes in what the record has grown by, and what became known of it. Pieces that
// were taken are put before.
func (a *Analysis) Grow() {
	if version := a.match.Record.Version(); version != a.version {
		a.version = version
		if a.level >= Split { // its reasons are told from events and orders
			a.level, a.turns = Split, a.find()
		}
	}
	for k := len(a.line); k <= a.match.Record.Edge(); k++ {
		a.line = append(a.line, a.table.of(&a.match, a.match.Record.State(k)))
	}
	next := 0
	if n := len(a.points); n > 0 {
		next = a.points[n-1].round + 1
	}
	for k := next; k < len(a.line); k++ {
		p, ok := a.match.point(k)
		if !ok {
			continue
		}
		a.points = append(a.points, p)
		if a.level > Coarse {
			a.level, a.turns = Coarse, nil
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

// Match is what is looked at.
func (a *Analysis) Match() *Match { return &a.match }

// Default reports whether the match has the settings that the table was fitted on.
func (a *Analysis) Default() bool { return a.table.Known(a.match.Settings) }

// Level is what Next works on.
func (a *Analysis) Level() Level { return a.level }

// Why a match cannot be played on from its rounds.
const (
	strangers = "somebody plays who is not built in"
	noStates  = "these are no states that can be played on from"
)

// NoRollouts says why nothing can be played on from the rounds of the match; empty: it can.
func (a *Analysis) NoRollouts() string {
	switch {
	case a.broken:
		return noStates
	case a.match.Estimate():
		return strangers
	}
	return ""
}

// noPace says why no pace can be measured; empty: it can.
func (a *Analysis) noPace() string {
	if a.broken {
		return noStates
	}
	return a.match.noPace()
}

// Pieces is how many pieces of work were done.
func (a *Analysis) Pieces() int { return a.pieces }

// Piece is a piece of work: one rollout, which takes a tenth of a match, from Full on up
// to a whole one.
type Piece struct {
	do     func() [sim.Seats]float64
	put    func([sim.Seats]float64)
	result [sim.Seats]float64
	paces  bool // it is no rollout, but of the pace
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
	for a.level < Done {
		for len(list) < n {
			p := a.piece()
			if p == nil {
				break
			}
			list = append(list, p)
		}
		if len(list) > 0 {
			return list
		}
		a.enter(a.level + 1)
	}
	return nil
}

// TakePace returns pieces of the pace before their turn, as Take does, none where all is
// known of it.
func (a *Analysis) TakePace(n int) (list []*Piece) {
	a.measure()
	for len(list) < n && !a.broken {
		p := a.pace.piece()
		if p == nil {
			break
		}
		list = append(list, p)
	}
	return list
}

// PaceLeft reports whether TakePace has something left.
func (a *Analysis) PaceLeft() bool {
	return a.noPace() == "" && (a.pace == nil || a.pace.taken < pacePieces)
}

// measure begins with the pace, where it can be measured and is not yet.
func (a *Analysis) measure() {
	if a.pace == nil && !a.broken {
		a.pace = NewPace(a.match)
	}
}

// enter begins with a level.
func (a *Analysis) enter(l Level) {
	a.level = l
	switch l {
	case Swings:
		a.near = [maxPoints + 1]bool{}
		for _, i := range a.match.largest(a.grid(), 3, 0) {
			for j := max(i-2, 0); j <= min(i+2, maxPoints); j++ {
				a.near[j] = true
			}
		}
	case Split:
		a.turns = a.find()
	case Paces:
		a.measure()
	}
}

// Put takes in what was done. Where a piece broke, the analysis is over: see NoRollouts.
func (a *Analysis) Put(list []*Piece) {
	for _, p := range list {
		if p.broken {
			a.level, a.broken, a.pace = Done, true, nil
			return
		}
		p.put(p.result)
		if !p.paces {
			a.pieces++
		}
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
	case a.level == Split:
		return a.look()
	case a.match.Estimate():
		return nil
	case a.level == Paces:
		return a.pace.piece()
	}
	i := a.fewest()
	if i < 0 {
		return nil
	}
	p, taken := &a.points[i], a.taken(i)
	round, rounds, put := p.round, a.match.short(), &p.short
	seed := seedOf(int(a.match.Seed), round, *taken)
	if a.level == Full {
		seed, put = seedOf(int(a.match.Seed), round, *taken, 1), &p.full
	}
	if p.end || a.level == Full {
		rounds = a.match.rounds()
	}
	*taken++
	return &Piece{
		do:  func() [sim.Seats]float64 { return a.match.rollout(a.table, round, rounds, seed) },
		put: func(chance [sim.Seats]float64) { addAll(put, chance) },
	}
}
