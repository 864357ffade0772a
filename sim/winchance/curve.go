package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// A Source identifies where win chances come from.
type Source string

const (
	Estimate Source = "estimate" // from the table
	Rollouts Source = "rollouts"
)

// A Chance holds each seat's win chance in a round, with standard errors.
type Chance struct {
	Round int                `json:"round"`
	Win   [sim.Seats]float64 `json:"win"`      // adds up to 1, or all 0 if the round is missing
	Error [sim.Seats]float64 `json:"error"`    // 0 for results and estimates
	Runs  int                `json:"rollouts"` // 0 for estimates and between points
}

// IsKnown reports whether the chances are known. It returns false if the round is missing.
func (c *Chance) IsKnown() bool { return c.Win != [sim.Seats]float64{} }

func (c *Chance) Favourite() int { return slices.Index(c.Win[:], slices.Max(c.Win[:])) }

// A Curve holds the win chances for each round.
type Curve struct {
	Source Source
	Line   []Chance // callers must not modify it
}

func curveOf(table [][sim.Seats]float64, points []Chance, rounds int) Curve {
	c := Curve{Source: Estimate, Line: make([]Chance, len(table))}
	points = slices.DeleteFunc(slices.Clone(points), func(p Chance) bool { return p.Runs == 0 && p.Round < rounds || p.Round >= len(table) })
	if slices.ContainsFunc(points, func(p Chance) bool { return p.Runs > 0 }) {
		c.Source = Rollouts
	}
	next := 0
	for k := range c.Line {
		for next < len(points) && points[next].Round < k {
			next++
		}
		c.Line[k] = Chance{Round: k, Win: table[k]}
		switch {
		case next == len(points) || next == 0 && points[0].Round > k:
		case points[next].Round == k:
			c.Line[k] = points[next]
		default:
			c.Line[k].interpolate(table, &points[next-1], &points[next])
		}
	}
	return c
}

func (c *Chance) interpolate(table [][sim.Seats]float64, x, y *Chance) {
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

// Extremes holds the most notable chances in a match.
type Extremes struct {
	Source Source `json:"source"`
	// Lowest is the lowest chance of any winner, or of the leader if there is no final state.
	Lowest      float64 `json:"lowest"`
	LowestRound int     `json:"lowest_round"`
	// Thrown is the highest chance of a seat that did not win, or 0 if that is below minThrown or
	// the state is not final.
	Thrown      float64 `json:"thrown"`
	ThrownSeat  int     `json:"thrown_seat"` // or -1
	ThrownRound int     `json:"thrown_round"`
}

// minThrown is the lowest chance that is not displayed as "<1 %".
const minThrown = 0.01

// Extremes returns the extremes of the curve, given the last scores and whether they are final.
func (c Curve) Extremes(scores [sim.Seats]int, final bool) Extremes {
	e := Extremes{Source: c.Source, Lowest: 1, ThrownSeat: -1}
	for seat, best := range Shares(scores) {
		for k := range c.Line {
			switch win := c.Line[k].Win[seat]; {
			case !c.Line[k].IsKnown():
			case best > 0 && win < e.Lowest:
				e.Lowest, e.LowestRound = win, k
			case final && best == 0 && win >= minThrown && win > e.Thrown:
				e.Thrown, e.ThrownSeat, e.ThrownRound = win, seat, k
			}
		}
	}
	return e
}

// A Drift is a change in a seat's chance between two rounds.
type Drift struct {
	Seat     int
	Round    int
	Until    int
	From, To float64
}

// LargestDrift returns the largest change between two rounds, excluding the result itself.
func (c Curve) LargestDrift(rounds int) (best Drift) {
	for seat := range sim.Seats {
		low, high := 0, 0 // rounds with extreme chances
		for k := range min(len(c.Line), rounds) {
			if !c.Line[k].IsKnown() {
				continue
			}
			win := c.Line[k].Win[seat]
			for _, from := range [2]int{low, high} {
				d := Drift{Seat: seat, Round: from, Until: k, From: c.Line[from].Win[seat], To: win}
				if d.size() > best.size() {
					best = d
				}
			}
			if win < c.Line[low].Win[seat] {
				low = k
			}
			if win > c.Line[high].Win[seat] {
				high = k
			}
		}
	}
	return best
}

func (d *Drift) size() float64 { return max(d.From-d.To, d.To-d.From) }

// pointChances returns the chances at all points. If grid is set, it returns only the evenly spaced
// points. Their errors then exclude the table's error, which neighbouring points share.
func (a *Analysis) pointChances(grid bool) (list []Chance) {
	noise := a.noise()
	for i := range a.points {
		if grid && a.points[i].grid < 0 {
			continue
		}
		c, dice := a.pointChance(&a.points[i], noise)
		if grid {
			c.Error = dice
		}
		list = append(list, c)
	}
	return list
}

// noise returns the variance of rollouts that stop before the end, averaged over points, as a
// fraction of p(1-p), or 0.1 if unknown.
func (a *Analysis) noise() float64 {
	sum, of := 0.0, 0.0
	for i := range a.points {
		p := &a.points[i]
		for seat := range sim.Seats {
			if t := &p.short.seats[seat]; t.n >= 2 && !p.end {
				sum += t.squaredDeviations()
				of += float64(t.n-1) * bernoulliVariance(t.mean())
			}
		}
	}
	if of == 0 {
		return 0.1
	}
	return sum / of
}

// bernoulliVariance returns p(1-p), but at least the value for p = 1 %.
func bernoulliVariance(p float64) float64 { return max(p*(1-p), 0.01*0.99) }

const (
	priorRuns       = 4 // weight of the average noise in a point's noise, in rollouts
	estimateRuns    = 1 // weight of the estimate, in short rollouts
	endEstimateRuns = 4 // weight of an estimate with unknown error, in rollouts to the end
)

// pointChance returns a point's chances, and the part of their errors that is due to the dice.
func (a *Analysis) pointChance(p *point, noise float64) (c Chance, dice [sim.Seats]float64) {
	done, full := p.short.n(), p.full.n()
	c = Chance{Round: p.round, Win: a.estimates[p.round], Runs: done + full}
	if done == 0 {
		return c, dice
	}
	if p.end {
		return a.endChance(p, c)
	}
	n, unsure := float64(done), a.table.variance(p.round, a.Match.rounds())
	word := estimateRuns / (n + estimateRuns)
	for seat := range c.Win {
		t := &p.short.seats[seat]
		mean := (1-word)*t.mean() + word*c.Win[seat]
		variance := (1 - word) * (1 - word) * (t.squaredDeviations() + priorRuns*noise*bernoulliVariance(t.mean())) / (n - 1 + priorRuns) / n
		table := unsure * mean * (1 - mean)
		if full > 0 { // combine both kinds of rollouts, weighted by precision
			n2, games := float64(full), p.full.seats[seat].mean()
			share := (noise/n + unsure) / (noise/n + unsure + 1/n2)
			mean = (1-share)*mean + share*games
			variance = (1-share)*(1-share)*variance + share*share*bernoulliVariance(games)/n2
			table *= (1 - share) * (1 - share)
		}
		c.Win[seat], c.Error[seat], dice[seat] = mean, math.Sqrt(variance+table), math.Sqrt(variance)
	}
	return c, dice
}

// endChance combines rollouts to the end with the estimate, which never gets more weight than the
// rollouts. If the match is decided, only the rollouts count.
func (a *Analysis) endChance(p *point, c Chance) (Chance, [sim.Seats]float64) {
	n, prior := float64(c.Runs), float64(endEstimateRuns)
	if v := a.table.variance(p.round, a.Match.rounds()); v > 0 {
		prior = 1 / v
	}
	prior = min(prior, n)
	decided := c.Runs >= endRuns
	var won [sim.Seats]float64
	for seat, table := range a.estimates[p.round] {
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

// Curve returns the chances for all rounds. Between points, it shifts the estimates to match the
// rollouts.
func (a *Analysis) Curve() Curve {
	return curveOf(a.estimates, a.pointChances(false), a.Match.rounds())
}
