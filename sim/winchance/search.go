package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// smoothedChange returns a seat's chances before and after point i, and the variance of the change.
// Chances in the last tenth of the match are not smoothed.
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

// largestChanges returns up to n points with changes above threshold, the largest first. Points are
// at least minDistance apart.
func (m *Match) largestChanges(points []Chance, n int, threshold float64) (list []int) {
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
		if best == 0 || size[best] <= threshold {
			return list
		}
		list = append(list, best)
		size[best] = 0
	}
	return list
}

func (a *Analysis) findCandidates() (list []*candidate) {
	if a.Match.Record.IsIncomplete() {
		return nil // missing rounds may hide turning points
	}
	least, estimate := minCandidate, a.Match.OnlyEstimate()
	if estimate {
		least = minEstimate
	}
	points := a.pointChances(true)
	for _, i := range a.Match.largestChanges(points, maxTurnings, least) {
		var from, to, variance [sim.Seats]float64
		seat, other := 0, 0 // seats whose chances rose the most and fell the most
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
			Other: other, OtherFrom: from[other], OtherTo: to[other]}}
		if math.Abs(t.To-t.From) <= candidateErrors*t.Error {
			continue
		}
		t.sign, t.planned = math.Copysign(1, t.To-t.From), splitRuns
		t.KnownAt = points[min(i+2, len(points)-1)].Round
		a.setRounds(&t.Turning, points, i)
		if slices.ContainsFunc(list, func(o *candidate) bool { return t.Round < o.Until && o.Round < t.Until }) {
			continue // overlaps a larger change
		}
		t.Reasons = a.reasons(&t.Turning)
		list = append(list, t)
	}
	return list
}

// steepestInterval returns the steepest interval between points lo and hi, extended on both sides while the
// slope is at least half as steep.
func steepestInterval(t *Turning, points []Chance, lo, hi int) (from, until int) {
	step := func(j int) float64 { return t.signedChange(points[j].Win[t.Seat], points[j+1].Win[t.Seat]) }
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

// setRounds sets the rounds of a turning point near point i. With rollouts, it uses the steepest
// interval. If that is too long, or without rollouts, it uses the three rounds with the largest
// change, extended while the change continues.
func (a *Analysis) setRounds(t *Turning, points []Chance, i int) {
	lo, hi := max(i-2, 0), min(i+2, len(points)-1)
	if !t.Estimate {
		lo, hi = steepestInterval(t, points, lo, hi)
	}
	first, last := points[lo].Round, min(points[hi].Round, len(a.estimates)-1)
	if !t.Estimate && last-first <= maxMoment {
		t.Round, t.Until = first, last
		return
	}
	along := func(from, until int) float64 {
		return t.signedChange(a.estimates[from][t.Seat], a.estimates[until][t.Seat])
	}
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

const (
	confirmErrors = 2.5           // minimum size of a confirmed change, in standard errors
	maxRuns       = 3 * splitRuns // maximum number of rollouts of each kind
)

// nextCheck returns the next planned rollout, or nil. Unsettled candidates come first.
func (a *Analysis) nextCheck() *Piece {
	for _, over := range []bool{false, true} {
		for _, t := range a.candidates {
			for kind := range t.rollouts {
				l := &t.rollouts[kind]
				if t.settled != over || l.taken >= t.planned {
					continue
				}
				seed := seedOf(int(a.Match.Seed), t.Round, t.Until, l.taken, 2+kind)
				l.taken++
				from, until := t.Round, t.Round
				if kind != startRollouts {
					until = t.Until
				}
				if kind == endRollouts {
					from = t.Until
				}
				return a.rolloutPiece(func() [sim.Seats]float64 {
					b := a.Match.replay(from, until, seed)
					if !t.Estimate { // otherwise rollouts are impossible
						a.Match.playOn(b, until, a.Match.Players, t.Until+a.Match.shortRounds()-until, seed)
					}
					return a.Match.chances(a.table, b)
				}, func(chance [sim.Seats]float64) { t.add(kind, chance) })
			}
		}
	}
	return nil
}

func (t *candidate) add(kind int, chance [sim.Seats]float64) {
	t.rollouts[kind].add(chance)
	for i := range t.rollouts {
		if t.rollouts[i].n() < t.planned {
			return
		}
	}
	t.summarize()
	sure, last := t.isConfirmed(), t.planned >= maxRuns || t.Estimate
	open := !sure && t.measured()+2*t.Error > t.Source().MinChange()
	t.settled = !open || last
	if (open || sure && t.Cause() == "") && !last {
		t.planned += splitRuns
	}
}

func (t *candidate) summarize() {
	var mean, variance, other [rolloutKinds]float64
	for kind := range t.rollouts {
		seats := &t.rollouts[kind].seats
		mean[kind], variance[kind], other[kind] = seats[t.Seat].mean(), seats[t.Seat].variance(), seats[t.Other].mean()
	}
	t.From, t.Usual, t.To = mean[startRollouts], mean[orderRollouts], mean[endRollouts]
	t.OtherFrom, t.OtherTo = other[startRollouts], other[endRollouts]
	before, usual, after := variance[startRollouts], variance[orderRollouts], variance[endRollouts]
	t.Error, t.OrdersError, t.LuckError = math.Sqrt(before+after), math.Sqrt(before+usual), math.Sqrt(usual+after)
	if t.Estimate { // without rollouts there is no sampling error
		t.Error = 0
	}
	t.Runs = rolloutKinds * t.planned
}

func (t *candidate) measured() float64 { return t.sign * (t.To - t.From) }

func (t *candidate) isConfirmed() bool {
	return t.Runs > 0 && t.measured() > t.Source().MinChange() && t.measured() > confirmErrors*t.Error
}

func (a *Analysis) Turnings() []Turning {
	list := []Turning{}
	for _, t := range a.candidates {
		if t.isConfirmed() {
			list = append(list, t.Turning)
		}
	}
	slices.SortFunc(list, func(x, y Turning) int { return x.Round - y.Round })
	return list
}

func (a *Analysis) CheckedTurnings() (done, total int) {
	for _, t := range a.candidates {
		if t.settled {
			done++
		}
	}
	return done, len(a.candidates)
}

// A Turning is a turning point: a stretch of rounds in which chances changed more than noise
// explains.
type Turning struct {
	Round     int     `json:"round"` // first round; Until is the round after the last one
	Until     int     `json:"until"`
	Seat      int     `json:"seat"` // seat with the largest change
	From      float64 `json:"from"` // chance before the change; To is the chance afterwards
	To        float64 `json:"to"`
	Error     float64 `json:"error"` // standard error of the change; 0 for estimates
	Other     int     `json:"other"` // seat with the largest change in the opposite direction
	OtherFrom float64 `json:"other_from"`
	OtherTo   float64 `json:"other_to"`
	Reasons   Reasons `json:"reason"` // the seat that gained comes first
	// Usual is the seat's expected chance after the same orders with other dice.
	Usual       float64 `json:"usual"`
	OrdersError float64 `json:"orders_error"` // standard error of Usual-From
	LuckError   float64 `json:"luck_error"`   // standard error of To-Usual
	Runs        int     `json:"rollouts"`
	Estimate    bool    `json:"estimate"` // whether it is based on estimates alone
	KnownAt     int     `json:"-"`        // last round of the chances that revealed it
}

func (t *Turning) Source() Source {
	if t.Estimate {
		return Estimate
	}
	return Rollouts
}

func (t *Turning) signedChange(from, to float64) float64 {
	if t.To < t.From {
		return from - to
	}
	return to - from
}

// Cause describes whether orders or luck caused the change. It returns "" if neither clearly did.
func (t *Turning) Cause() string {
	luck, orders := t.signedChange(t.Usual, t.To), t.signedChange(t.From, t.Usual)
	// Both differences use the orderRollouts rollouts, so their error counts twice.
	differenceError := math.Sqrt(max(2*t.OrdersError*t.OrdersError+2*t.LuckError*t.LuckError-t.Error*t.Error, 0))
	lucky, ordered := luck > 2*t.LuckError, orders > 2*t.OrdersError
	switch {
	case ordered && luck < -2*t.LuckError:
		return "the orders, despite the dice"
	case lucky && orders < -2*t.OrdersError:
		return "luck, despite the orders"
	case lucky && ordered:
		return "orders and luck"
	case lucky && luck-orders > 2*differenceError:
		return "luck"
	case ordered && orders-luck > 2*differenceError:
		return "the orders"
	}
	return ""
}

// A Reason explains a turning point for a seat.
type Reason struct {
	Seat int
	Text string // begins with the player's name if Seat is not -1
}

type Reasons []Reason

func (list Reasons) MarshalText() (text []byte, err error) {
	for i, r := range list {
		if i > 0 {
			text = append(text, "; "...)
		}
		text = append(text, r.Text...)
	}
	return text, nil
}

// A change in the smoothed curve is a candidate if it exceeds minCandidate and candidateErrors
// standard errors. Rollouts must then confirm minChange. Without rollouts the threshold is
// minEstimate, because rollouts confirm only about half of such changes.
const (
	minChange       = 0.10
	minEstimate     = 0.15
	minCandidate    = 0.08
	candidateErrors = 1
	maxTurnings     = 8
	minDistance     = 3    // in points
	momentRounds    = 3    // initial length of a turning point; extended while chances change
	minContinued    = 0.02 // change per round
	maxMoment       = 16   // in rounds
	smoothedAround  = 1    // points on each side
)

func (s Source) MinChange() float64 {
	if s == Estimate {
		return minEstimate
	}
	return minChange
}
