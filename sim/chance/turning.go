package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// A Turning is a turning point: rounds in which chances changed more than noise explains.
type Turning struct {
	Round   int     `json:"round"` // rounds Round to Until-1
	Until   int     `json:"until"`
	Seat    int     `json:"seat"` // seat with the largest change
	From    float64 `json:"from"` // its chance before and after
	To      float64 `json:"to"`
	Error   float64 `json:"error"` // of the change; 0 in an estimate
	Other   int     `json:"other"` // seat with the largest opposite change
	Before  float64 `json:"other_from"`
	After   float64 `json:"other_to"`
	Reasons Reasons `json:"reason"` // the winning seat comes first
	// Usual is the seat's chance after the same orders with other dice. To is its chance after the
	// real dice.
	Usual       float64 `json:"usual"`
	OrdersError float64 `json:"orders_error"` // of Usual-From
	LuckError   float64 `json:"luck_error"`   // of To-Usual
	Runs        int     `json:"rollouts"`
	Estimate    bool    `json:"estimate"` // from the table only
	KnownAt     int     `json:"-"`        // last round needed to find it
}

func (t *Turning) Source() Source {
	if t.Estimate {
		return Estimate
	}
	return Rollouts
}

// A Reason explains a turning point for a seat.
type Reason struct {
	Seat int
	Text string // begins with the player's name
}

type Reasons []Reason

// MarshalText joins the reasons.
func (list Reasons) MarshalText() (text []byte, err error) {
	for i, r := range list {
		if i > 0 {
			text = append(text, "; "...)
		}
		text = append(text, r.Text...)
	}
	return text, nil
}

type tally struct {
	n            int
	sum, squares float64
}

func (t *tally) add(x float64) {
	t.n++
	t.sum += x
	t.squares += x * x
}

func (t *tally) mean() float64 { return t.sum / float64(max(t.n, 1)) }

func (t *tally) squaredDeviations() float64 { return max(t.squares-t.mean()*t.sum, 0) }

// variance returns the variance of the mean.
func (t *tally) variance() float64 {
	if t.n < 2 {
		return 0
	}
	return t.squaredDeviations() / float64(t.n-1) / float64(t.n)
}

type rollouts struct {
	seats [sim.Seats]tally
	taken int
}

func (r *rollouts) n() int { return r.seats[0].n }

func (r *rollouts) add(chance [sim.Seats]float64) {
	for seat := range chance {
		r.seats[seat].add(chance[seat])
	}
}

// A change of the smoothed curve is a candidate if it exceeds minCandidate and candidateErrors
// standard errors. Rollouts must confirm minChange. Estimates need more, because rollouts confirm
// only about half of them.
const (
	minChange       = 0.10
	minEstimate     = 0.15
	minCandidate    = 0.08
	candidateErrors = 1
	maxTurnings     = 8
	minDistance     = 3    // points
	momentRounds    = 3    // at first; extended while chances change
	minContinued    = 0.02 // change per round
	maxMoment       = 16   // rounds
	smoothedAround  = 1    // points before and after
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

// findCandidates returns possible turning points, largest first.
func (a *Analysis) findCandidates() (list []*candidate) {
	if a.Match.Record.Incomplete() {
		return nil // missing rounds may hide them
	}
	least, estimate := minCandidate, a.Match.OnlyEstimate()
	if estimate {
		least = minEstimate
	}
	points := a.gridChances()
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
		t.falls, t.planned = t.To < t.From, splitRuns
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

func (t *Turning) along(from, to float64) float64 {
	if t.To < t.From {
		return from - to
	}
	return to - from
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
	first, last := points[lo].Round, points[hi].Round
	last = min(last, len(a.estimates)-1)
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
