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
	Full                // 32 rollouts to the end of the match from every point
	Done                // nothing is left to do
)

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
	n            int
	fullSum      [sim.Seats]float64
	full         int
}

// Analysis finds the win chance over the rounds of a match, from the table to rollouts,
// and its turning points. Its owner calls Next as often as it likes, from one
// goroutine at a time; the same number of calls on the same record gives the same result.
type Analysis struct {
	match  Match
	table  *Table
	line   [][sim.Seats]float64 // of the table, by round
	points []point
	turns  []*turning
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

// Grow takes in what the record has grown by.
func (a *Analysis) Grow() {
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

// Next does the next piece of work, one rollout, and reports whether there was one. It
// takes a tenth of a match, from Full on up to a match. A recording from outside may show
// states that no match has, on which a board or a player panics: then the analysis is over,
// and Broken.
func (a *Analysis) Next() (more bool) {
	defer func() {
		if recover() != nil {
			a.level, a.broken, more = Done, true, false
		}
	}()
	for a.level < Done {
		if a.piece() {
			a.pieces++
			return true
		}
		a.level++
		if a.level == Split {
			a.turns = a.find()
		}
	}
	return false
}

// piece does a piece of the present level, false where none is left.
func (a *Analysis) piece() bool {
	if a.level == Split {
		return a.split()
	}
	if a.match.Estimate() {
		return false
	}
	if a.level == Full {
		i := a.fewest(func(p *point) int { return p.full }, func(int) bool { return true }, fullRuns)
		if i < 0 {
			return false
		}
		p := &a.points[i]
		chance := a.match.rollout(a.table, p.round, a.match.rounds(), seedOf(int(a.match.Seed), p.round, p.full, 1))
		for seat, c := range chance {
			p.fullSum[seat] += c
		}
		p.full++
		return true
	}
	i := a.fewest(func(p *point) int { return p.n }, a.wanted(), a.runs())
	if i < 0 {
		return false
	}
	a.short(&a.points[i])
	return true
}

// runs is how many short rollouts a point gets in a level.
func (a *Analysis) runs() int {
	switch a.level {
	case Coarse:
		return 2
	case Swings:
		return 16
	}
	return 4
}

// wanted says which points a level is about.
func (a *Analysis) wanted() func(i int) bool {
	switch a.level {
	case Coarse, Even:
		n := min(maxPoints, a.match.rounds())
		return func(i int) bool { return i == 0 || i*fewPoints/n != (i-1)*fewPoints/n || i == len(a.points)-1 }
	case Swings:
		near := map[int]bool{}
		for _, i := range a.largest(3, 0) {
			for j := i - 2; j <= i+2; j++ {
				near[j] = true
			}
		}
		return func(i int) bool { return near[i] }
	}
	return func(int) bool { return true }
}

// fewest is the point with the fewest rollouts below n among those wanted, the newest
// first; -1 where all have them. The end of the match is known.
func (a *Analysis) fewest(count func(p *point) int, wanted func(i int) bool, n int) int {
	best := -1
	for i := len(a.points) - 1; i >= 0; i-- {
		p := &a.points[i]
		if p.round < a.match.rounds() && wanted(i) && count(p) < n && (best < 0 || count(p) < count(&a.points[best])) {
			best = i
		}
	}
	return best
}

// short does a short rollout from a point.
func (a *Analysis) short(p *point) {
	chance := a.match.rollout(a.table, p.round, a.match.short(), seedOf(int(a.match.Seed), p.round, p.n))
	for seat, c := range chance {
		p.sum[seat] += c
		p.squares[seat] += c * c
	}
	p.n++
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
func (a *Analysis) Line() []Chance {
	points := a.Points()
	points = slices.DeleteFunc(points, func(c Chance) bool { return c.Runs == 0 && c.Round < a.match.rounds() })
	line := make([]Chance, len(a.line))
	next := 0
	for k := range line {
		for next < len(points) && points[next].Round < k {
			next++
		}
		line[k] = Chance{Round: k, Win: a.line[k]}
		switch {
		case len(points) == 0 || next == 0 && points[0].Round > k || next == len(points):
		case points[next].Round == k:
			line[k] = points[next]
		default:
			x, y := &points[next-1], &points[next]
			w := float64(k-x.Round) / float64(y.Round-x.Round)
			sum := 0.0
			for seat := range line[k].Win {
				moved := a.line[k][seat] + (1-w)*(x.Win[seat]-a.line[x.Round][seat]) + w*(y.Win[seat]-a.line[y.Round][seat])
				line[k].Win[seat] = max(moved, 0)
				line[k].Error[seat] = (1-w)*x.Error[seat] + w*y.Error[seat]
				sum += line[k].Win[seat]
			}
			for seat := range line[k].Win {
				line[k].Win[seat] /= sum
			}
		}
	}
	return line
}
