package chance

import (
	"math"
	"slices"

	"game-tui/sim"
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

const (
	// priorRuns is how many rollouts the noise of all points counts for in that of one.
	priorRuns = 4
	// fullPrior is how many full rollouts the short ones and their table count for.
	fullPrior = 16
)

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
