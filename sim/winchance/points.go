package winchance

import (
	"math"

	"game-tui/sim"
)

// pointChances returns the chances at all points, or only at evenly spaced ones. Errors of these
// exclude the table's, which neighbours share.
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
	priorRuns       = 4 // weight of the common noise in the noise of a point, in rollouts
	estimateRuns    = 1 // weight of the estimate, in short rollouts
	endEstimateRuns = 4 // weight of an estimate with unknown error, in rollouts to the end
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
func (a *Analysis) Curve() Curve {
	return curveOf(a.estimates, a.pointChances(false), a.Match.rounds())
}
