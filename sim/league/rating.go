package league

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
)

// Rating is the strength of an entry in points. A difference of 400 points
// means ten to one: the stronger of the two is ten times as likely to be ahead. The mean of
// all entries is 0.
type Rating struct {
	Points float64
	// Low and High bound 95 % of the ratings that other seeds would have given;
	// -Inf and +Inf where a player was never, or always, ahead of all others.
	// Both are NaN below MinSeeds.
	Low, High float64
	// Rank is the place, from 1, as in sport: entries that cannot be told apart share one, and the
	// next place is that many further. That some are told apart wrongly happens in one of twenty
	// tournaments. It is 0 below MinSeeds.
	Rank int
	Tied bool // another entry has the same place
	// Ahead is how many entries are proven to be stronger. It is less than Rank-1 where those
	// placed before are not all proven to be.
	Ahead int
}

// MinSeeds is the number of seeds below which no interval is given.
const MinSeeds = 20

const (
	resamples = 400
	// priorPrecision pulls strengths to the mean, like a normal distribution with
	// a standard deviation of three, 520 points: weak beside a dozen matches, but
	// it keeps who always loses finite.
	priorPrecision = 1.0 / 9
)

var perPoint = 400 / math.Ln10 // points of a natural logarithm

// Seeds is the number of seeds that the tally has matches of.
func (t *Tally) Seeds() int { return t.choices.seeds }

// Ratings are those of the tally as it is now.
func (t *Tally) Ratings() []Rating { return t.Sample().Ratings() }

// Ratings fits the Plackett–Luce model to all matches at once: the chance to be
// placed next is proportional to a player's strength among those who are not placed yet.
// Online ratings depend on the order in which results arrive, this one does not.
// Intervals come from resampling whole seeds, since the seatings of a seed are
// not independent of each other.
func (s *Sample) Ratings() []Rating {
	f := newFit(s)
	theta := f.solve(s.total, make([]float64, s.n))
	list := make([]Rating, s.n)
	for i := range list {
		list[i] = Rating{Points: theta[i] * perPoint, Low: math.NaN(), High: math.NaN()}
	}
	if s.seeds < MinSeeds {
		return list
	}
	draws := f.resample(s, theta)
	for i := range list {
		list[i].Low, list[i].High = s.interval(draws, i)
	}
	rank(list, theta, draws)
	return list
}

// Points are the points of Ratings alone, which take no resampling: to look at
// while a tournament is played.
func (t *Tally) Points() []float64 {
	s := t.Sample()
	list := newFit(s).solve(s.total, make([]float64, t.n))
	for i := range list {
		list[i] *= perPoint
	}
	return list
}

// interval are the 2.5 and 97.5 percentiles of an entry's rating. Where an entry
// was never ahead of anybody, or never behind, more seeds could only say more.
func (s *Sample) interval(draws [][]float64, i int) (low, high float64) {
	one := make([]float64, len(draws))
	for k, d := range draws {
		one[k] = d[i] * perPoint
	}
	slices.Sort(one)
	low, high = quantile(one, 0.025), quantile(one, 0.975)
	if s.never[i] {
		low = math.Inf(-1)
	}
	if s.always[i] {
		high = math.Inf(1)
	}
	return low, high
}

// quantile interpolates between the sorted values; q is below 1.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// rank gives places: an entry stands behind all who are proven to be stronger, and
// never before one with more points. All pairs are looked at together: were all
// entries equal, in 19 of 20 tournaments all would share the first place. So a
// difference, in its standard deviations, must be larger than the largest of all pairs is
// by chance, which the draws tell.
func rank(list []Rating, theta []float64, draws [][]float64) {
	spread := spreads(theta, draws)
	largest := make([]float64, len(draws))
	for k, d := range draws {
		for i := range theta {
			for j := range i {
				if sd := spread[i*len(theta)+j]; sd > leastSpread {
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
	group, place := 0, 0 // most that were proven to be stronger so far, and where their group begins
	for k, i := range order {
		better := 0
		for _, j := range order[:k] {
			if theta[j]-theta[i] > max(bound*spread[max(i, j)*len(theta)+min(i, j)], leastSpread) {
				better++
			}
		}
		list[i].Ahead = better
		if k == 0 || better > group {
			group, place = better, k
		} else {
			list[i].Tied, list[order[place]].Tied = true, true
		}
		list[i].Rank = place + 1
	}
}

// leastSpread is what counts as none: of entries that always tie, or whose order
// never changes.
const leastSpread = 1e-6

// spreads are the standard deviations of differences, of i and j < i at [i*n+j].
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

// fit finds the strengths, as natural logarithms, under which the choices are
// most likely.
type fit struct {
	n      int
	groups []group
	grad   []float64
	hess   []float64 // n×n, negative second derivatives; then its Cholesky factor
	expo   []float64
}

func newFit(s *Sample) *fit {
	return &fit{s.n, s.groups, make([]float64, s.n), make([]float64, s.n*s.n), make([]float64, s.n)}
}

// derive computes the gradient of the log likelihood with the prior, and its second derivatives.
func (f *fit) derive(count [][sim.Seats]float64, theta []float64) {
	clear(f.hess)
	for i, x := range theta {
		f.expo[i] = math.Exp(x)
		f.grad[i] = -priorPrecision * x
		f.hess[i*f.n+i] = priorPrecision
	}
	for g := range f.groups {
		members := f.groups[g]
		n := &count[g]
		times := n[0] + n[1] + n[2] + n[3]
		if times == 0 {
			continue
		}
		sum, size := 0.0, 0
		for size < sim.Seats && members[size] >= 0 {
			sum += f.expo[members[size]]
			size++
		}
		for i := range size {
			a := int(members[i])
			p := f.expo[a] / sum
			f.grad[a] += n[i] - times*p
			f.hess[a*f.n+a] += times * p
			for j := range size {
				b := int(members[j])
				f.hess[a*f.n+b] -= times * p * f.expo[b] / sum
			}
		}
	}
}

// maxTheta bounds strengths, and stepMax a step towards them.
const (
	maxTheta = 30
	stepMax  = 2
)

// solve takes Newton's steps from theta until they are small. The log likelihood
// is concave, and the prior makes its maximum unique.
func (f *fit) solve(count [][sim.Seats]float64, theta []float64) []float64 {
	theta = slices.Clone(theta)
	for range 100 {
		f.derive(count, theta)
		f.factor()
		if f.step(theta) < 1e-9 {
			break
		}
	}
	return theta
}

// step moves theta by the solution of hess·x = grad and returns the largest
// component, bounded.
func (f *fit) step(theta []float64) float64 {
	f.substitute()
	largest := 0.0
	for _, x := range f.grad {
		largest = max(largest, math.Abs(x))
	}
	scale := min(1, stepMax/max(largest, 1e-300))
	for i, x := range f.grad {
		theta[i] = min(max(theta[i]+scale*x, -maxTheta), maxTheta)
	}
	return largest
}

// factor replaces the second derivatives by their Cholesky factor.
func (f *fit) factor() {
	n, h := f.n, f.hess
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

// substitute replaces the gradient by the solution.
func (f *fit) substitute() {
	n, h, x := f.n, f.hess, f.grad
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

// resample fits strengths to as many seeds drawn with replacement, many times
// over. Its draws are the same for the same matches.
func (f *fit) resample(s *Sample, theta []float64) [][]float64 {
	draws := make([][]float64, resamples)
	rand := dice.Source(len(s.bundles))
	count := make([][sim.Seats]float64, len(s.groups))
	for d := range draws {
		clear(count)
		for range s.bundles {
			for _, b := range s.bundles[rand.Below(len(s.bundles))] {
				for i, n := range b.n {
					count[b.group][i] += float64(n)
				}
			}
		}
		draws[d] = f.solve(count, theta)
	}
	return draws
}
