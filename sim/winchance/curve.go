package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// A Source identifies where win chances come from.
type Source string

const (
	SourceEstimate Source = "estimate" // from the table
	SourceRollouts Source = "rollouts"
)

// A Chance holds each seat's win chance in a round, with standard errors.
type Chance struct {
	Round     int                `json:"round"`
	WinChance [sim.Seats]float64 `json:"win"`      // adds up to 1, or all 0 if the round is missing
	Error     [sim.Seats]float64 `json:"error"`    // 0 for results and estimates
	Rollouts  int                `json:"rollouts"` // 0 for estimates and between points
}

// IsKnown reports whether the chances are known. It returns false if the round is missing.
func (c *Chance) IsKnown() bool { return c.WinChance != [sim.Seats]float64{} }

func (c *Chance) Favorite() int { return slices.Index(c.WinChance[:], slices.Max(c.WinChance[:])) }

// A Curve holds the win chances for each round.
type Curve struct {
	Source  Source
	Chances []Chance // callers must not modify it
}

func curveOf(estimates [][sim.Seats]float64, points []Chance, rounds int) Curve {
	c := Curve{Source: SourceEstimate, Chances: make([]Chance, len(estimates))}
	points = slices.DeleteFunc(slices.Clone(points), func(p Chance) bool { return p.Rollouts == 0 && p.Round < rounds || p.Round >= len(estimates) })
	if slices.ContainsFunc(points, func(p Chance) bool { return p.Rollouts > 0 }) {
		c.Source = SourceRollouts
	}
	next := 0
	for k := range c.Chances {
		for next < len(points) && points[next].Round < k {
			next++
		}
		c.Chances[k] = Chance{Round: k, WinChance: estimates[k]}
		switch {
		case next == len(points) || next == 0 && points[0].Round > k:
		case points[next].Round == k:
			c.Chances[k] = points[next]
		default:
			c.Chances[k].interpolate(estimates, &points[next-1], &points[next])
		}
	}
	return c
}

func (c *Chance) interpolate(estimates [][sim.Seats]float64, prev, next *Chance) {
	w := float64(c.Round-prev.Round) / float64(next.Round-prev.Round)
	sum := 0.0
	for seat := range c.WinChance {
		moved := c.WinChance[seat] + (1-w)*(prev.WinChance[seat]-estimates[prev.Round][seat]) + w*(next.WinChance[seat]-estimates[next.Round][seat])
		c.WinChance[seat] = max(moved, 0)
		c.Error[seat] = (1-w)*prev.Error[seat] + w*next.Error[seat]
		sum += c.WinChance[seat]
	}
	for seat := range c.WinChance {
		c.WinChance[seat] /= sum
	}
}

// Extremes holds the most notable chances in a match.
type Extremes struct {
	Source Source `json:"source"`
	// LowestChance is the lowest chance of any winner, or of the leader if there is no final state.
	LowestChance float64 `json:"lowest"`
	LowestRound  int     `json:"lowest_round"`
	// BestLoserChance is the highest chance of a seat that did not win, or 0 if that is below
	// minLoserChance or the state is not final.
	BestLoserChance float64 `json:"thrown"`
	BestLoserSeat   int     `json:"thrown_seat"` // or -1
	BestLoserRound  int     `json:"thrown_round"`
}

// minLoserChance is the lowest chance that is not displayed as "<1 %".
const minLoserChance = 0.01

// Extremes returns the extremes of the curve, given the last scores and whether they are final.
func (c Curve) Extremes(scores [sim.Seats]int, final bool) Extremes {
	e := Extremes{Source: c.Source, LowestChance: 1, BestLoserSeat: -1}
	for seat, best := range WinShares(scores) {
		for k := range c.Chances {
			switch win := c.Chances[k].WinChance[seat]; {
			case !c.Chances[k].IsKnown():
			case best > 0 && win < e.LowestChance:
				e.LowestChance, e.LowestRound = win, k
			case final && best == 0 && win >= minLoserChance && win > e.BestLoserChance:
				e.BestLoserChance, e.BestLoserSeat, e.BestLoserRound = win, seat, k
			}
		}
	}
	return e
}

// A Change is a change in a seat's chance between two rounds.
type Change struct {
	Seat                      int
	StartRound                int
	EndRound                  int
	ChanceBefore, ChanceAfter float64
}

// LargestChange returns the largest change between two rounds, excluding the result itself.
func (c Curve) LargestChange(rounds int) (best Change) {
	for seat := range sim.Seats {
		low, high := 0, 0 // rounds with extreme chances
		for k := range min(len(c.Chances), rounds) {
			if !c.Chances[k].IsKnown() {
				continue
			}
			win := c.Chances[k].WinChance[seat]
			for _, from := range [2]int{low, high} {
				d := Change{Seat: seat, StartRound: from, EndRound: k, ChanceBefore: c.Chances[from].WinChance[seat], ChanceAfter: win}
				if d.size() > best.size() {
					best = d
				}
			}
			if win < c.Chances[low].WinChance[seat] {
				low = k
			}
			if win > c.Chances[high].WinChance[seat] {
				high = k
			}
		}
	}
	return best
}

func (d *Change) size() float64 {
	return max(d.ChanceBefore-d.ChanceAfter, d.ChanceAfter-d.ChanceBefore)
}

// pointChances returns the chances at all points. If gridOnly is set, it returns only the evenly spaced
// points. Their errors then exclude the table's error, which neighbouring points share.
func (a *Analysis) pointChances(gridOnly bool) (list []Chance) {
	noise := a.noise()
	for i := range a.points {
		if gridOnly && a.points[i].gridIndex < 0 {
			continue
		}
		c, diceErrors := a.pointChance(&a.points[i], noise)
		if gridOnly {
			c.Error = diceErrors
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
			if t := &p.short.seats[seat]; t.n >= 2 && !p.reachesEnd {
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
	priorRollouts       = 4 // weight of the average noise in a point's noise, in rollouts
	estimateRollouts    = 1 // weight of the estimate, in short rollouts
	endEstimateRollouts = 4 // weight of an estimate with unknown error, in rollouts to the end
)

// pointChance returns a point's chances, and the part of their errors that is due to the dice.
func (a *Analysis) pointChance(p *point, noise float64) (c Chance, diceErrors [sim.Seats]float64) {
	done, full := p.short.n(), p.full.n()
	c = Chance{Round: p.round, WinChance: a.estimates[p.round], Rollouts: done + full}
	if done == 0 {
		return c, diceErrors
	}
	if p.reachesEnd {
		return a.endChance(p, c)
	}
	n, tableVariance := float64(done), a.table.variance(p.round, a.Match.rounds())
	weight := estimateRollouts / (n + estimateRollouts)
	for seat := range c.WinChance {
		t := &p.short.seats[seat]
		mean := (1-weight)*t.mean() + weight*c.WinChance[seat]
		variance := (1 - weight) * (1 - weight) * (t.squaredDeviations() + priorRollouts*noise*bernoulliVariance(t.mean())) / (n - 1 + priorRollouts) / n
		table := tableVariance * mean * (1 - mean)
		if full > 0 { // combine both kinds of rollouts, weighted by precision
			n2, games := float64(full), p.full.seats[seat].mean()
			share := (noise/n + tableVariance) / (noise/n + tableVariance + 1/n2)
			mean = (1-share)*mean + share*games
			variance = (1-share)*(1-share)*variance + share*share*bernoulliVariance(games)/n2
			table *= (1 - share) * (1 - share)
		}
		c.WinChance[seat], c.Error[seat], diceErrors[seat] = mean, math.Sqrt(variance+table), math.Sqrt(variance)
	}
	return c, diceErrors
}

// endChance combines rollouts to the end with the estimate, which never gets more weight than the
// rollouts. If the match is decided, only the rollouts count.
func (a *Analysis) endChance(p *point, c Chance) (Chance, [sim.Seats]float64) {
	n, prior := float64(c.Rollouts), float64(endEstimateRollouts)
	if v := a.table.variance(p.round, a.Match.rounds()); v > 0 {
		prior = 1 / v
	}
	prior = min(prior, n)
	decided := c.Rollouts >= minDecidedRollouts
	var won [sim.Seats]float64
	for seat, table := range a.estimates[p.round] {
		sum := p.short.seats[seat].sum + p.full.seats[seat].sum
		won[seat] = sum / n
		c.WinChance[seat] = (sum + prior*table) / (n + prior)
		c.Error[seat] = math.Sqrt(c.WinChance[seat] * (1 - c.WinChance[seat]) / (n + prior))
		decided = decided && (sum == 0 || sum == n)
	}
	if decided {
		c.WinChance = won
	}
	return c, c.Error
}

// Curve returns the chances for all rounds. Between points, it shifts the estimates to match the
// rollouts.
func (a *Analysis) Curve() Curve {
	return curveOf(a.estimates, a.pointChances(false), a.Match.rounds())
}
