package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

type point struct {
	round       int
	grid        int  // index among evenly spaced points, or -1
	end         bool // short rollouts go to the end of the match
	short, full rollouts
}

// A Chance holds the win chances of a round with their standard errors.
type Chance struct {
	Round int                `json:"round"`
	Win   [sim.Seats]float64 `json:"win"`      // sum 1, or all 0 if the round is missing
	Error [sim.Seats]float64 `json:"error"`    // 0 for results and estimates
	Runs  int                `json:"rollouts"` // 0 for estimates and between points
}

// Known reports whether the chances are known.
func (c *Chance) Known() bool { return c.Win != [sim.Seats]float64{} }

func (c *Chance) Favourite() int {
	best := 0
	for seat, win := range c.Win {
		if win > c.Win[best] {
			best = seat
		}
	}
	return best
}

func (a *Analysis) pointChances() []Chance {
	noise := a.noise()
	list := make([]Chance, len(a.points))
	for i := range a.points {
		list[i], _ = a.pointChance(&a.points[i], noise)
	}
	return list
}

// gridChances returns the chances at evenly spaced points. Errors exclude the table's, which
// neighbours share.
func (a *Analysis) gridChances() (list []Chance) {
	noise := a.noise()
	for i := range a.points {
		if a.points[i].grid >= 0 {
			c, dice := a.pointChance(&a.points[i], noise)
			c.Error = dice
			list = append(list, c)
		}
	}
	return list
}

// noise returns the variance of short rollouts over all points, as a share of p(1-p).
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

// bernoulliVariance returns p(1-p), with p between 1 and 99 %.
func bernoulliVariance(p float64) float64 { return max(p*(1-p), 0.01*0.99) }

const (
	// weight of the common noise in the noise of a point, in rollouts
	priorRuns = 4
	// weight of the estimate, in short rollouts
	estimateRuns = 1
	// weight of an estimate with unknown error, in rollouts to the end
	endEstimateRuns = 4
)

// pointChance also returns the part of the errors that is due to dice.
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
		if full > 0 { // weighted by precision
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

// endChance combines rollouts to the end with the estimate, which never outweighs them.
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

// Curve returns the chances of all rounds. Between points it adjusts the estimates to the rollouts.
func (a *Analysis) Curve() Curve { return curveOf(a.estimates, a.pointChances(), a.Match.rounds()) }

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

// A Snapshot holds the results of an analysis at a time. It is immutable.
type Snapshot struct {
	Level        Level
	Progress     float64 // of the level, 0 to 1
	Pieces       int     // rollouts done
	OnlyEstimate bool    // see Match.OnlyEstimate
	FitsSettings bool    // see Analysis.FitsSettings
	Broken       bool    // a rollout panicked
	Turnings     []Turning
	Pace         *[sim.Seats]PaceOf // nil if not measured
	PaceProgress float64            // 0 to 1
	NoPace       string             // why the pace cannot be measured, or ""
	// Incomplete means that rounds are missing, which excludes turning points.
	Incomplete bool
	Checked    int // possible turning points that have been checked
	Candidates int // all possible turning points

	rounds int
	table  [][sim.Seats]float64
	points []Chance
	curve  Curve
}

func (a *Analysis) Snapshot() *Snapshot {
	table, points := a.estimates[:len(a.estimates):len(a.estimates)], a.pointChances()
	looked, changes := a.CheckedTurnings()
	return &Snapshot{
		Checked: looked, Candidates: changes,
		Level: a.Level, Progress: a.progress(), Pieces: a.Pieces, OnlyEstimate: a.Match.OnlyEstimate(), FitsSettings: a.FitsSettings(), Broken: a.broken,
		Turnings: a.Turnings(), Pace: a.Pace(), PaceProgress: a.paceProgress(), NoPace: a.noPace(), Incomplete: a.Match.Record.Incomplete(),
		rounds: a.Match.rounds(), table: table, points: points, curve: curveOf(table, points, a.Match.rounds()),
	}
}

func (a *Analysis) Pace() *[sim.Seats]PaceOf {
	if a.pace == nil || a.pace.done < pacePieces {
		return nil
	}
	var all [sim.Seats]PaceOf
	for seat := range all {
		all[seat] = a.pace.Seat(seat)
	}
	return &all
}

func (a *Analysis) paceProgress() float64 {
	if a.pace == nil {
		return 0
	}
	return float64(a.pace.done) / pacePieces
}

// Edge returns the last analysed round.
func (s *Snapshot) Edge() int { return len(s.curve.Line) - 1 }

// Curve returns the curve up to a horizon, independent of later rounds. Callers must not modify it.
func (s *Snapshot) Curve(horizon int) Curve {
	if horizon >= s.Edge() {
		return s.curve
	}
	return curveOf(s.table[:max(horizon+1, 1)], s.points, s.rounds)
}

// TurningsUntil returns the turning points that are known at a horizon.
func (s *Snapshot) TurningsUntil(horizon int) []Turning {
	return slices.DeleteFunc(slices.Clone(s.Turnings), func(t Turning) bool { return t.KnownAt > horizon })
}

type Summary struct {
	Winners []int `json:"winners"`
	// Excitement is the length of the curve of estimates, in wins that changed hands.
	Excitement float64 `json:"excitement"`
	Extremes           // from rollouts if there are any
	// Estimate holds the extremes of the estimates if Extremes are from rollouts.
	Estimate *Extremes `json:"estimate,omitempty"`
}

func (a *Analysis) Summary() Summary {
	last := len(a.estimates) - 1
	scores, final := a.Match.Record.State(last).Scores(), a.Match.Record.IsFinal(last)
	s := Summary{Winners: a.Match.Record.Winners(), Extremes: a.Curve().Extremes(scores, final)}
	if s.Source != Estimate {
		estimate := curveOf(a.estimates, nil, a.Match.rounds()).Extremes(scores, final)
		s.Estimate = &estimate
	}
	// points instead of rounds, to ignore short fluctuations
	before := a.estimates[0]
	for i := range a.points {
		if a.points[i].grid < 0 {
			continue
		}
		now := a.estimates[a.points[i].round]
		for seat := range sim.Seats {
			s.Excitement += math.Abs(now[seat]-before[seat]) / 2
		}
		before = now
	}
	return s
}
