package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// point is a place on the timeline.
type point struct {
	round       int
	grid        int      // its place among points that are as far from each other, -1: it is none of them
	end         bool     // its short rollouts go to the end of the match
	short, full rollouts // short ones, and those to the end
}

// Chance is the chance of each seat in a round, and the standard error of it.
type Chance struct {
	Round int                `json:"round"`
	Win   [sim.Seats]float64 `json:"win"`      // together 1, or all 0 if the round is missing
	Error [sim.Seats]float64 `json:"error"`    // 0: the result, or the table's word alone
	Runs  int                `json:"rollouts"` // behind it; 0: the table's word alone, or between points
}

// Known reports whether the chances are known: those of a missing round are not.
func (c *Chance) Known() bool { return c.Win != [sim.Seats]float64{} }

// Favourite is the seat that is most likely to win.
func (c *Chance) Favourite() int {
	best := 0
	for seat, win := range c.Win {
		if win > c.Win[best] {
			best = seat
		}
	}
	return best
}

// allPoints are the chances at the points of the timeline so far.
func (a *Analysis) allPoints() []Chance {
	noise := a.noise()
	list := make([]Chance, len(a.points))
	for i := range a.points {
		list[i], _ = a.chance(&a.points[i], noise)
	}
	return list
}

// grid are the chances at those points that are as far from each other, with the error of the
// dice alone: that of the table is much the same at neighbouring points, whose difference
// it hardly changes.
func (a *Analysis) grid() (list []Chance) {
	noise := a.noise()
	for i := range a.points {
		if a.points[i].grid >= 0 {
			c, dice := a.chance(&a.points[i], noise)
			c.Error = dice
			list = append(list, c)
		}
	}
	return list
}

// noise is the variance of short rollouts that the table judges, as a part of p(1-p), over
// all points.
func (a *Analysis) noise() float64 {
	sum, of := 0.0, 0.0
	for i := range a.points {
		p := &a.points[i]
		for seat := range sim.Seats {
			if t := &p.short.seats[seat]; t.n >= 2 && !p.end {
				sum += t.scatter()
				of += float64(t.n-1) * spread(t.mean())
			}
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
	// wordRuns is how many short rollouts the table's word about the round itself counts for.
	wordRuns = 1
	// endPrior is how many games to the end the word of a table counts for whose error is
	// not known.
	endPrior = 4
)

// chance is what is known at a point, and the part of its errors that comes of the dice.
func (a *Analysis) chance(p *point, noise float64) (c Chance, dice [sim.Seats]float64) {
	done, full := p.short.n(), p.full.n()
	c = Chance{Round: p.round, Win: a.line[p.round], Runs: done + full}
	if done == 0 {
		return c, dice
	}
	if p.end {
		return a.ending(p, c)
	}
	n, unsure := float64(done), a.table.variance(p.round, a.Match.rounds())
	word := wordRuns / (n + wordRuns)
	for seat := range c.Win {
		t := &p.short.seats[seat]
		mean := (1-word)*t.mean() + word*c.Win[seat]
		variance := (1 - word) * (1 - word) * (t.scatter() + priorRuns*noise*spread(t.mean())) / (n - 1 + priorRuns) / n
		table := unsure * mean * (1 - mean)
		if full > 0 { // each counts as much as it is sure
			n2, games := float64(full), p.full.seats[seat].mean()
			share := (noise/n + unsure) / (noise/n + unsure + 1/n2)
			mean = (1-share)*mean + share*games
			variance = (1-share)*(1-share)*variance + share*share*spread(games)/n2
			table *= (1 - share) * (1 - share)
		}
		c.Win[seat], c.Error[seat], dice[seat] = mean, math.Sqrt(variance+table), math.Sqrt(variance)
	}
	return c, dice
}

// ending is the chance by games to the end and the table's word, which counts for as many of them as
// it is sure, but for no more than there are. What all games agree on is decided.
func (a *Analysis) ending(p *point, c Chance) (Chance, [sim.Seats]float64) {
	n, prior := float64(c.Runs), float64(endPrior)
	if v := a.table.variance(p.round, a.Match.rounds()); v > 0 {
		prior = 1 / v
	}
	prior = min(prior, n)
	decided := c.Runs >= endRuns
	var won [sim.Seats]float64
	for seat, table := range a.line[p.round] {
		sum := p.short.seats[seat].sum + p.full.seats[seat].sum
		won[seat] = sum / n
		c.Win[seat] = (sum + prior*table) / (n + prior)
		c.Error[seat] = math.Sqrt(c.Win[seat] * (1 - c.Win[seat]) / (n + prior))
		decided = decided && (sum == 0 || sum == n)
	}
	if decided {
		c.Win = won
	}
	return c, c.Error
}

// Line is the chance in every round: at the points what rollouts say, between them the
// table's line, moved by what rollouts say around it.
func (a *Analysis) Line() []Chance { return a.Curve().Line }

// Curve is the line with its source.
func (a *Analysis) Curve() Curve { return curveOf(a.line, a.allPoints(), a.Match.rounds()) }

// estimate is the table's line alone.
func (a *Analysis) estimate() Curve { return curveOf(a.line, nil, a.Match.rounds()) }

// lineOf is the line of a table with what rollouts say at the points in its rounds.
func lineOf(table [][sim.Seats]float64, points []Chance, rounds int) []Chance {
	points = slices.DeleteFunc(slices.Clone(points), func(c Chance) bool { return c.Runs == 0 && c.Round < rounds || c.Round >= len(table) })
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

// Snapshot is what an analysis knew at a time. It never changes and is shared by all
// who look at the match.
type Snapshot struct {
	Level    Level
	Part     float64 // of its level that is done, 0 … 1
	Pieces   int     // rollouts behind it
	Estimate bool    // from the table alone: see Match.Estimate
	Default  bool    // the table was fitted on these rules
	Broken   bool    // the states of the record cannot be played on from
	Turnings []Turning
	Pace     *[sim.Seats]PaceOf // nil: not measured
	PacePart float64            // of the pace that is measured, 0 … 1
	NoPace   string             // why it cannot be; empty: it can
	// Incomplete means that rounds are missing, so that turning points are not looked for.
	Incomplete bool
	Looked     int // how many changes have been looked at closer
	Changes    int // how many there are to look at: see Analysis.Looked

	rounds int
	table  [][sim.Seats]float64
	points []Chance
	curve  Curve
}

// Snapshot is what is known now.
func (a *Analysis) Snapshot() *Snapshot {
	table, points := a.line[:len(a.line):len(a.line)], a.allPoints()
	looked, changes := a.Looked()
	return &Snapshot{
		Looked: looked, Changes: changes,
		Level: a.Level, Part: a.part(), Pieces: a.Pieces, Estimate: a.Match.Estimate(), Default: a.Default(), Broken: a.broken,
		Turnings: a.Turnings(), Pace: a.Pace(), PacePart: a.pacePart(), NoPace: a.noPace(), Incomplete: a.Match.Record.Incomplete(),
		rounds: a.Match.rounds(), table: table, points: points, curve: curveOf(table, points, a.Match.rounds()),
	}
}

// Pace is the pace of each player, nil where it has not been measured.
func (a *Analysis) Pace() *[sim.Seats]PaceOf {
	if a.pace == nil || a.pace.done < pacePieces {
		return nil
	}
	var all [sim.Seats]PaceOf
	for seat := range all {
		all[seat] = a.pace.Of(seat)
	}
	return &all
}

// pacePart is how much of the pace is measured.
func (a *Analysis) pacePart() float64 {
	if a.pace == nil {
		return 0
	}
	return float64(a.pace.done) / pacePieces
}

// Edge is the last round of which the chance is known.
func (s *Snapshot) Edge() int { return len(s.curve.Line) - 1 }

// Line is the chance in every round up to a horizon, by nothing that lies
// behind it. The list is shared: read only.
func (s *Snapshot) Line(horizon int) []Chance { return s.Curve(horizon).Line }

// Curve is the line up to a horizon with its source.
func (s *Snapshot) Curve(horizon int) Curve {
	if horizon >= s.Edge() {
		return s.curve
	}
	return curveOf(s.table[:max(horizon+1, 1)], s.points, s.rounds)
}

// Seen are the turning points that are known at a horizon.
func (s *Snapshot) Seen(horizon int) []Turning {
	return slices.DeleteFunc(slices.Clone(s.Turnings), func(t Turning) bool { return t.KnownAt > horizon })
}

// Summary are figures of a whole match. They cost next to nothing.
type Summary struct {
	Winners []int `json:"winners"`
	// Excitement is the length of the curve: how many whole wins changed hands. It is that
	// of the table's line, rollouts or not, and so compares one match with another.
	Excitement float64 `json:"excitement"`
	Extremes           // by the best source that there is
	// Estimate are the extremes of the estimate, which all outputs can show; nil where Extremes are those.
	Estimate *Extremes `json:"estimate,omitempty"`
}

// Summary returns the figures of the match as far as it goes.
func (a *Analysis) Summary() Summary {
	last := len(a.line) - 1
	scores, final := a.Match.Record.State(last).Scores(), a.Match.Record.Final(last)
	s := Summary{Winners: a.Match.Record.Winners(), Extremes: a.Curve().Extremes(scores, final)}
	if s.Source != Estimate {
		estimate := a.estimate().Extremes(scores, final)
		s.Estimate = &estimate
	}
	// Along the points, not the rounds: what changes and comes back at once is no excitement.
	before := a.line[0]
	for i := range a.points {
		if a.points[i].grid < 0 {
			continue
		}
		now := a.line[a.points[i].round]
		for seat := range sim.Seats {
			s.Excitement += math.Abs(now[seat]-before[seat]) / 2
		}
		before = now
	}
	return s
}
