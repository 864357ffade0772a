// Package rating rates the players of a tournament. Add matches to a [Tally]. It holds sums and
// pairwise comparisons, and [Tally.Ratings] returns ratings with intervals. P(pass) is the share of
// matches in which a player would pass a round of the play-off. [Duels] decides as early as
// possible which of two players is better.
package rating

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
)

// A Rating is the strength of an entry. An entry rated 400 points above another is ten times as
// likely to be ahead. The mean rating is 0.
type Rating struct {
	Points float64
	// Low and High bound the 95 % interval. Low is -Inf if the player was always behind, and High
	// is +Inf if it was always ahead. Both are NaN with fewer than MinSeeds seeds.
	Low, High float64
	// Rank is the place, from 1; entries that cannot be distinguished share one. It is 0 with fewer
	// than MinSeeds seeds.
	Rank int
	Tied bool
	// StrongerCount is the number of entries proven to be stronger. It may be less than Rank-1.
	StrongerCount int
}

// MinSeeds is the minimum number of seeds for intervals and ranks.
const MinSeeds = 20

const (
	resamples = 400
	// priorPrecision keeps the strength of players that always win or lose finite: a normal prior
	// with a standard deviation of 520 points.
	priorPrecision = 1.0 / 9
)

var pointsPerTheta = 400 / math.Ln10

func (t *Tally) Seeds() int { return t.choices.seedCount }

func (t *Tally) Ratings() []Rating { return t.Sample().Ratings() }

// Ratings fits the Plackett–Luce model: the probability of the next place is proportional to the
// strengths of the entries not yet placed. Intervals come from resampling seeds, because matches of
// a seed are not independent.
func (s *Sample) Ratings() []Rating {
	f := newFit(s)
	theta := f.solve(s.totals, make([]float64, s.n))
	list := make([]Rating, s.n)
	for i := range list {
		list[i] = Rating{Points: theta[i] * pointsPerTheta, Low: math.NaN(), High: math.NaN()}
	}
	if s.seedCount < MinSeeds {
		return list
	}
	draws := f.resample(s, theta)
	for i := range list {
		points := make([]float64, len(draws))
		for k, d := range draws {
			points[k] = d[i] * pointsPerTheta
		}
		slices.Sort(points)
		list[i].Low, list[i].High = quantile(points, 0.025), quantile(points, 0.975)
		if s.alwaysBehind[i] {
			list[i].Low = math.Inf(-1)
		}
		if s.alwaysAhead[i] {
			list[i].High = math.Inf(1)
		}
	}
	assignRanks(list, theta, draws)
	return list
}

// Points returns the points that Ratings would return. It does not resample, so it is fast enough
// for a running tournament.
func (t *Tally) Points() []float64 {
	s := t.Sample()
	list := newFit(s).solve(s.totals, make([]float64, t.n))
	for i := range list {
		list[i] *= pointsPerTheta
	}
	return list
}

func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// assignRanks ranks an entry below all entries proven to be stronger, and never above one with more
// points. A proven difference exceeds, in standard deviations, the largest one expected by chance
// among all pairs. So equal entries share the first rank in 19 of 20 tournaments.
func assignRanks(list []Rating, theta []float64, draws [][]float64) {
	spread := spreads(theta, draws)
	largest := make([]float64, len(draws))
	for k, d := range draws {
		for i := range theta {
			for j := range i {
				if sd := spread[i*len(theta)+j]; sd > minSpread {
					largest[k] = max(largest[k], math.Abs(d[i]-d[j]-theta[i]+theta[j])/sd)
				}
			}
		}
	}
	slices.Sort(largest)
	bound := quantile(largest, 0.95)
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(theta[b], theta[a]) })
	group, place := 0, 0
	for k, i := range order {
		better := 0
		for _, j := range order[:k] {
			if theta[j]-theta[i] > max(bound*spread[max(i, j)*len(theta)+min(i, j)], minSpread) {
				better++
			}
		}
		list[i].StrongerCount = better
		if k == 0 || better > group {
			group, place = better, k
		} else {
			list[i].Tied, list[order[place]].Tied = true, true
		}
		list[i].Rank = place + 1
	}
}

// Spreads and differences below minSpread count as 0, as between entries that always tie.
const minSpread = 1e-6

// spreads returns the standard deviation of the difference between entries i and j < i at [i*n+j].
func spreads(theta []float64, draws [][]float64) []float64 {
	n := len(theta)
	list := make([]float64, n*n)
	for _, d := range draws {
		for i := range n {
			for j := range i {
				x := d[i] - d[j] - theta[i] + theta[j]
				list[i*n+j] += x * x
			}
		}
	}
	for i := range list {
		list[i] = math.Sqrt(list[i] / float64(len(draws)))
	}
	return list
}

// fit finds the most probable strengths, as natural logarithms.
type fit struct {
	n        int
	groups   []group
	gradient []float64
	hessian  []float64
	expTheta []float64
}

func newFit(s *Sample) *fit {
	return &fit{s.n, s.groups, make([]float64, s.n), make([]float64, s.n*s.n), make([]float64, s.n)}
}

func (f *fit) differentiate(totals [][sim.Seats]float64, theta []float64) {
	clear(f.hessian)
	for i, x := range theta {
		f.expTheta[i] = math.Exp(x)
		f.gradient[i] = -priorPrecision * x
		f.hessian[i*f.n+i] = priorPrecision
	}
	for g := range f.groups {
		members := f.groups[g]
		n := &totals[g]
		times := n[0] + n[1] + n[2] + n[3]
		if times == 0 {
			continue
		}
		sum, size := 0.0, 0
		for size < sim.Seats && members[size] >= 0 {
			sum += f.expTheta[members[size]]
			size++
		}
		for i := range size {
			a := int(members[i])
			p := f.expTheta[a] / sum
			f.gradient[a] += n[i] - times*p
			f.hessian[a*f.n+a] += times * p
			for j := range size {
				b := int(members[j])
				f.hessian[a*f.n+b] -= times * p * f.expTheta[b] / sum
			}
		}
	}
}

const (
	maxTheta = 30
	maxStep  = 2
)

func (f *fit) solve(totals [][sim.Seats]float64, theta []float64) []float64 {
	theta = slices.Clone(theta)
	for range 100 {
		f.differentiate(totals, theta)
		f.factorize()
		f.substitute()
		largest := 0.0
		for _, x := range f.gradient {
			largest = max(largest, math.Abs(x))
		}
		scale := min(1, maxStep/max(largest, 1e-300))
		for i, x := range f.gradient {
			theta[i] = min(max(theta[i]+scale*x, -maxTheta), maxTheta)
		}
		if largest < 1e-9 {
			break
		}
	}
	return theta
}

func (f *fit) factorize() {
	n, h := f.n, f.hessian
	for i := range n {
		for j := range i + 1 {
			sum := h[i*n+j]
			for k := range j {
				sum -= h[i*n+k] * h[j*n+k]
			}
			if i == j {
				h[i*n+i] = math.Sqrt(max(sum, 1e-12))
			} else {
				h[i*n+j] = sum / h[j*n+j]
			}
		}
	}
}

func (f *fit) substitute() {
	n, h, x := f.n, f.hessian, f.gradient
	for i := range n {
		for k := range i {
			x[i] -= h[i*n+k] * x[k]
		}
		x[i] /= h[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= h[k*n+i] * x[k]
		}
		x[i] /= h[i*n+i]
	}
}

func (f *fit) resample(s *Sample, theta []float64) [][]float64 {
	draws := make([][]float64, resamples)
	rand := dice.Source(len(s.bundles))
	totals := make([][sim.Seats]float64, len(s.groups))
	for d := range draws {
		clear(totals)
		for range s.bundles {
			for _, b := range s.bundles[rand.IntN(len(s.bundles))] {
				for i, n := range b.counts {
					totals[b.groupIndex][i] += float64(n)
				}
			}
		}
		draws[d] = f.solve(totals, theta)
	}
	return draws
}
