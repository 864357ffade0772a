package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// smoothedChange returns the change around point i and its variance. Rollouts to the end are not
// smoothed.
func (m *Match) smoothedChange(points []Chance, i, seat int) (from, to, variance float64) {
	ends := func(j int) bool { return points[j].Round >= m.rounds()-m.shortRounds() }
	weight := map[int]float64{}
	smooth := func(at int, sign float64) (mean float64) {
		first, last := at, at
		if !ends(at) {
			first, last = max(at-smoothedAround, 0), min(at+smoothedAround, len(points)-1)
		}
		for last > at && ends(last) {
			last--
		}
		for j := first; j <= last; j++ {
			w := 1 / float64(last-first+1)
			mean += w * points[j].Win[seat]
			weight[j] += sign * w
		}
		return mean
	}
	from, to = smooth(i-1, -1), smooth(i+1, 1)
	for j, w := range weight {
		variance += w * w * points[j].Error[seat] * points[j].Error[seat]
	}
	return from, to, variance
}

// largestChanges returns up to n points, largest change first, not too close to each other.
func (m *Match) largestChanges(points []Chance, n int, least float64) (list []int) {
	size := make([]float64, len(points))
	for i := 1; i+1 < len(points); i++ {
		for seat := range sim.Seats {
			from, to, _ := m.smoothedChange(points, i, seat)
			size[i] = max(size[i], math.Abs(to-from))
		}
	}
	for len(list) < n {
		best := 0
		for i := range size {
			apart := !slices.ContainsFunc(list, func(j int) bool { return max(i-j, j-i) < minDistance })
			if apart && size[i] > size[best] {
				best = i
			}
		}
		if best == 0 || size[best] <= least {
			return list
		}
		list = append(list, best)
		size[best] = 0
	}
	return list
}

func (a *Analysis) findCandidates() (list []*candidate) {
	if a.Match.Record.Incomplete() {
		return nil // missing rounds may hide them
	}
	least, estimate := minCandidate, a.Match.OnlyEstimate()
	if estimate {
		least = minEstimate
	}
	points := a.pointChances(true)
	for _, i := range a.Match.largestChanges(points, maxTurnings, least) {
		var from, to, variance [sim.Seats]float64
		seat, other := 0, 0 // seats with the largest change in either direction
		for k := range sim.Seats {
			from[k], to[k], variance[k] = a.Match.smoothedChange(points, i, k)
			if to[k]-from[k] > to[seat]-from[seat] {
				seat = k
			}
			if to[k]-from[k] < to[other]-from[other] {
				other = k
			}
		}
		if from[other]-to[other] > to[seat]-from[seat] {
			seat, other = other, seat
		}
		t := &candidate{Turning: Turning{Estimate: estimate, Seat: seat, From: from[seat], To: to[seat], Error: math.Sqrt(variance[seat]),
			Other: other, Before: from[other], After: to[other]}}
		if math.Abs(t.To-t.From) <= candidateErrors*t.Error {
			continue
		}
		t.sign, t.planned = math.Copysign(1, t.To-t.From), splitRuns
		t.KnownAt = points[min(i+2, len(points)-1)].Round
		a.setRounds(&t.Turning, points, i)
		if slices.ContainsFunc(list, func(o *candidate) bool { return t.Round < o.Until && o.Round < t.Until }) {
			continue // overlaps a larger one
		}
		t.Reasons = a.reasons(&t.Turning)
		list = append(list, t)
	}
	return list
}

// steepest returns the steepest part of points lo to hi, extended while the slope is at least half
// of it.
func steepest(t *Turning, points []Chance, lo, hi int) (from, until int) {
	step := func(j int) float64 { return t.along(points[j].Win[t.Seat], points[j+1].Win[t.Seat]) }
	from = lo
	for j := lo; j < hi; j++ {
		if step(j) > step(from) {
			from = j
		}
	}
	half := step(from) / 2
	for until = from + 1; until < hi && step(until) >= half; {
		until++
	}
	for from > lo && step(from-1) >= half {
		from--
	}
	return from, until
}

// setRounds sets the rounds of a turning point around point i. With rollouts it takes the steepest
// interval. In a long interval, or without rollouts, it takes the three rounds with the largest
// change, extended while the change continues.
func (a *Analysis) setRounds(t *Turning, points []Chance, i int) {
	lo, hi := max(i-2, 0), min(i+2, len(points)-1)
	if !t.Estimate {
		lo, hi = steepest(t, points, lo, hi)
	}
	first, last := points[lo].Round, min(points[hi].Round, len(a.estimates)-1)
	if !t.Estimate && last-first <= maxMoment {
		t.Round, t.Until = first, last
		return
	}
	along := func(from, until int) float64 { return t.along(a.estimates[from][t.Seat], a.estimates[until][t.Seat]) }
	best := -1.0
	for k := first; k+momentRounds <= last || k == first; k++ {
		end := min(k+momentRounds, last)
		if d := along(k, end); d > best {
			best, t.Round, t.Until = d, k, end
		}
	}
	for t.Until < last && along(t.Until, t.Until+1) >= minContinued {
		t.Until++
	}
	for t.Round > first && along(t.Round-1, t.Round) >= minContinued {
		t.Round--
	}
}
