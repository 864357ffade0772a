package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// Level is how deep an analysis has gone; each is finer than the one before it.
type Level int

// The levels of an analysis, in their order.
const (
	Coarse Level = iota // 20 points, 2 rollouts each
	Even                // 4 each
	Fine                // 50 points
	Swings              // 16 around the three largest swings
	Split               // turning points split into orders and luck
	Paces               // the pace of each player, where the match is over
	Full                // 32 rollouts to the end of the match from every point
	Done                // nothing is left to do
)

// String words what a level is about.
func (l Level) String() string {
	return [...]string{"20 points", "20 points", "50 points", "largest swings", "orders and luck", "pace", "full rollouts", "done"}[l]
}

const (
	maxPoints = 50
	fewPoints = 20
	fullRuns  = 32
	splitRuns = 16
	// fullPrior is how many full rollouts the short ones and their table count for.
	fullPrior = 16
)

// point is a place on the timeline.
type point struct {
	round        int
	sum, squares [sim.Seats]float64 // of short rollouts
	n, taken     int                // done, and given away to be done
	fullSum      [sim.Seats]float64
	full         int
	fullTaken    int
}

// Analysis finds the win chance over the rounds of a match, from the table to rollouts,
// its turning points, and the pace of the players. Its owner takes as many pieces of work as
// it likes, from one goroutine at a time; the same pieces on the same record give the same
// result.
type Analysis struct {
	match  Match
	table  *Table
	line   [][sim.Seats]float64 // of the table, by round
	points []point
	near   [maxPoints + 1]bool // points that Swings is about
	turns  []*turning
	pace   *Pace
	known  *sim.Turn // the first one, which is another one when more is known of the record
	level  Level
	pieces int
	broken bool
}

// New begins the analysis of a match: the table's line is there at once.
func New(m Match) (*Analysis, error) {
	t := TableOf(m.Game)
	if t == nil {
		return nil, ErrNoTable
	}
	a := &Analysis{match: m, table: t}
	a.Grow()
	return a, nil
}

// Grow takes in what the record has grown by, and what became known of it. Pieces that
// were taken are put before.
func (a *Analysis) Grow() {
	if known := a.match.Record.Turn(0); known != a.known {
		a.known = known
		if a.level >= Split { // its reasons are told from events and orders
			a.level, a.turns = Split, a.find()
		}
	}
	for k := len(a.line); k <= a.match.Record.Edge(); k++ {
		a.line = append(a.line, a.table.Of(a.match.Game, a.match.Record.State(k), a.match.rounds()))
	}
	n := min(maxPoints, a.match.rounds())
	for i := len(a.points); i <= n && i*a.match.rounds()/n < len(a.line); i++ {
		a.points = append(a.points, point{round: i * a.match.rounds() / n})
		if a.level > Coarse {
			a.level, a.turns = Coarse, nil
		}
	}
}

// Match is what is looked at.
func (a *Analysis) Match() *Match { return &a.match }

// Estimate reports whether only the table can tell chances: see Match.Estimate.
func (a *Analysis) Estimate() bool { return a.match.Estimate() }

// Default reports whether the match has the settings that the table was fitted on.
func (a *Analysis) Default() bool { return a.table.Known(a.match.Settings) }

// Level is what Next works on.
func (a *Analysis) Level() Level { return a.level }

// Broken reports whether the states of the record cannot be played on from.
func (a *Analysis) Broken() bool { return a.broken }

// Pieces is how many pieces of work were done.
func (a *Analysis) Pieces() int { return a.pieces }

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

// enter begins with a level.
func (a *Analysis) enter(l Level) {
	a.level = l
	switch l {
	case Swings:
		a.near = [maxPoints + 1]bool{}
		for _, i := range a.largest(3, 0) {
			for j := max(i-2, 0); j <= min(i+2, maxPoints); j++ {
				a.near[j] = true
			}
		}
	case Split:
		a.turns = a.find()
	case Paces:
		if a.pace == nil {
			a.pace = NewPace(a.match, a.match.Reference)
		}
	}
}

// Put takes in what was done. Where a piece broke, the analysis is over, and Broken.
func (a *Analysis) Put(list []*Piece) {
	for _, p := range list {
		if p.broken {
			a.level, a.broken, a.pace = Done, true, nil
			return
		}
		p.put(p.result)
		if a.level != Paces {
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
		return a.split()
	case a.match.Estimate():
		return nil
	case a.level == Paces:
		return a.pace.piece()
	}
	i, run := a.fewest(), 0
	if i < 0 {
		return nil
	}
	p := &a.points[i]
	round, rounds, seed := p.round, a.match.short(), int32(0)
	if a.level == Full {
		run, rounds = p.fullTaken, a.match.rounds()
		seed = seedOf(int(a.match.Seed), round, run, 1)
		p.fullTaken++
	} else {
		run = p.taken
		seed = seedOf(int(a.match.Seed), round, run)
		p.taken++
	}
	full := a.level == Full
	return &Piece{
		do:  func() [sim.Seats]float64 { return a.match.rollout(a.table, round, rounds, seed) },
		put: func(chance [sim.Seats]float64) { a.points[i].add(chance, full) },
	}
}

func (p *point) add(chance [sim.Seats]float64, full bool) {
	for seat, c := range chance {
		if full {
			p.fullSum[seat] += c
		} else {
			p.sum[seat] += c
			p.squares[seat] += c * c
		}
	}
	if full {
		p.full++
	} else {
		p.n++
	}
}

// runs is how many rollouts a point gets in a level.
func (a *Analysis) runs() int {
	switch a.level {
	case Coarse:
		return 2
	case Swings:
		return 16
	case Full:
		return fullRuns
	}
	return 4
}

// wanted reports whether a level is about a point. The end of the match is known.
func (a *Analysis) wanted(i int) bool {
	if a.points[i].round >= a.match.rounds() {
		return false
	}
	switch a.level {
	case Coarse, Even:
		n := min(maxPoints, a.match.rounds())
		return i == 0 || i*fewPoints/n != (i-1)*fewPoints/n || i == len(a.points)-1
	case Swings:
		return a.near[i]
	}
	return true
}

// taken is how many rollouts a point has been given of the level's kind.
func (a *Analysis) taken(i int) int {
	if a.level == Full {
		return a.points[i].fullTaken
	}
	return a.points[i].taken
}

// fewest is the point that the level is about with the fewest rollouts, the newest
// first; -1 where all have as many as they get.
func (a *Analysis) fewest() int {
	best := -1
	for i := len(a.points) - 1; i >= 0; i-- {
		if a.wanted(i) && a.taken(i) < a.runs() && (best < 0 || a.taken(i) < a.taken(best)) {
			best = i
		}
	}
	return best
}

// Part is how much of its level is done, 0 … 1.
func (a *Analysis) Part() float64 {
	done, of := 0, 0
	switch a.level {
	case Split:
		for _, t := range a.turns {
			done, of = done+t.usual.n+t.made.n, of+2*splitRuns
		}
	case Paces:
		if a.pace != nil {
			done, of = a.pace.done, pacePieces
		}
	default:
		for i := range a.points {
			if a.wanted(i) {
				done, of = done+min(a.taken(i), a.runs()), of+a.runs()
			}
		}
	}
	return float64(done) / float64(max(of, 1))
}

// Chance is the chance of each seat in a round, and the standard error of it.
type Chance struct {
	Round int                `json:"round"`
	Win   [sim.Seats]float64 `json:"win"`      // together 1
	Error [sim.Seats]float64 `json:"error"`    // 0: the result, or the table's word alone
	Runs  int                `json:"rollouts"` // behind it; 0: the table's word alone, or between points
}

// Points are the chances at the points of the timeline so far.
func (a *Analysis) Points() []Chance {
	noise := a.noise()
	list := make([]Chance, len(a.points))
	for i := range a.points {
		list[i] = a.chance(&a.points[i], noise)
	}
	return list
}

// noise is the variance of short rollouts, as a part of p(1-p), over all points.
func (a *Analysis) noise() float64 {
	sum, of := 0.0, 0.0
	for i := range a.points {
		p := &a.points[i]
		if p.n < 2 {
			continue
		}
		for seat := range p.sum {
			mean := p.sum[seat] / float64(p.n)
			sum += max(p.squares[seat]-mean*p.sum[seat], 0)
			of += float64(p.n-1) * spread(mean)
		}
	}
	if of == 0 {
		return 0.1
	}
	return sum / of
}

// spread is p(1-p), not below that of 1 %.
func spread(p float64) float64 { return max(p*(1-p), 0.01*0.99) }

// priorRuns is how many rollouts the noise of all points counts for in that of one.
const priorRuns = 4

func (a *Analysis) chance(p *point, noise float64) Chance {
	c := Chance{Round: p.round, Win: a.line[p.round], Runs: p.n + p.full}
	if p.n == 0 {
		return c
	}
	n := float64(p.n)
	for seat := range c.Win {
		mean := p.sum[seat] / n
		own := max(p.squares[seat]-mean*p.sum[seat], 0)
		variance := (own + priorRuns*noise*spread(mean)) / (n - 1 + priorRuns) / n
		if p.full > 0 {
			full := float64(p.full)
			share := full / (full + fullPrior)
			mean = (1-share)*mean + share*p.fullSum[seat]/full
			variance = (1-share)*(1-share)*variance + share*share*spread(mean)/full
		}
		c.Win[seat], c.Error[seat] = mean, math.Sqrt(variance)
	}
	return c
}

// Line is the chance in every round: at the points what rollouts say, between them the
// table's line, moved by what rollouts say around it.
func (a *Analysis) Line() []Chance { return lineOf(a.line, a.Points(), a.match.rounds()) }

// lineOf is the line of a table with what rollouts say at points.
func lineOf(table [][sim.Seats]float64, points []Chance, rounds int) []Chance {
	points = slices.DeleteFunc(points, func(c Chance) bool { return c.Runs == 0 && c.Round < rounds })
	line := make([]Chance, len(table))
	next := 0
	for k := range line {
		for next < len(points) && points[next].Round < k {
			next++
		}
		line[k] = Chance{Round: k, Win: table[k]}
		switch {
		case len(points) == 0 || next == 0 && points[0].Round > k || next == len(points):
		case points[next].Round == k:
			line[k] = points[next]
		default:
			line[k].between(table, &points[next-1], &points[next])
		}
	}
	return line
}

// between moves what the table says of a round by what rollouts say before and after it.
func (c *Chance) between(table [][sim.Seats]float64, x, y *Chance) {
	w := float64(c.Round-x.Round) / float64(y.Round-x.Round)
	sum := 0.0
	for seat := range c.Win {
		moved := c.Win[seat] + (1-w)*(x.Win[seat]-table[x.Round][seat]) + w*(y.Win[seat]-table[y.Round][seat])
		c.Win[seat] = max(moved, 0)
		c.Error[seat] = (1-w)*x.Error[seat] + w*y.Error[seat]
		sum += c.Win[seat]
	}
	for seat := range c.Win {
		c.Win[seat] /= sum
	}
}
