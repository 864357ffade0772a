package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// smoothedChange returns a seat's chances before and after point i, and the variance of the change.
// Chances in the last tenth of the match are not smoothed.
func (m *Match) smoothedChange(points []Chance, i, seat int) (before, after, variance float64) {
	ends := func(j int) bool { return points[j].Round >= m.rounds()-m.shortRolloutRounds() }
	weight := map[int]float64{}
	smooth := func(at int, sign float64) (mean float64) {
		first, last := at, at
		if !ends(at) {
			first, last = max(at-smoothingRadius, 0), min(at+smoothingRadius, len(points)-1)
		}
		for last > at && ends(last) {
			last--
		}
		for j := first; j <= last; j++ {
			w := 1 / float64(last-first+1)
			mean += w * points[j].WinChance[seat]
			weight[j] += sign * w
		}
		return mean
	}
	before, after = smooth(i-1, -1), smooth(i+1, 1)
	for j, w := range weight {
		variance += w * w * points[j].Error[seat] * points[j].Error[seat]
	}
	return before, after, variance
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
	least, estimate := minCandidateChange, a.Match.IsEstimateOnly()
	if estimate {
		least = minEstimateChange
	}
	points := a.pointChances(true)
	for _, i := range a.Match.largestChanges(points, maxTurningPoints, least) {
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
		t := &candidate{TurningPoint: TurningPoint{Estimate: estimate, Seat: seat, ChanceBefore: from[seat], ChanceAfter: to[seat], Error: math.Sqrt(variance[seat]),
			OtherSeat: other, OtherChanceBefore: from[other], OtherChanceAfter: to[other]}}
		if math.Abs(t.ChanceAfter-t.ChanceBefore) <= zCandidate*t.Error {
			continue
		}
		t.sign, t.planned = math.Copysign(1, t.ChanceAfter-t.ChanceBefore), splitRollouts
		t.KnownAt = points[min(i+2, len(points)-1)].Round
		a.setRounds(&t.TurningPoint, points, i)
		if slices.ContainsFunc(list, func(o *candidate) bool { return t.Round < o.EndRound && o.Round < t.EndRound }) {
			continue // overlaps a larger change
		}
		t.Reasons = a.reasons(&t.TurningPoint)
		list = append(list, t)
	}
	return list
}

// steepestInterval returns the steepest interval between points lo and hi, extended on both sides
// while the slope is at least half as steep.
func steepestInterval(t *TurningPoint, points []Chance, lo, hi int) (first, end int) {
	step := func(j int) float64 { return t.signedChange(points[j].WinChance[t.Seat], points[j+1].WinChance[t.Seat]) }
	first = lo
	for j := lo; j < hi; j++ {
		if step(j) > step(first) {
			first = j
		}
	}
	half := step(first) / 2
	for end = first + 1; end < hi && step(end) >= half; {
		end++
	}
	for first > lo && step(first-1) >= half {
		first--
	}
	return first, end
}

// setRounds sets the rounds of a turning point near point i. With rollouts, it uses the steepest
// interval. If that is too long, or without rollouts, it uses the three rounds with the largest
// change, extended while the change continues.
func (a *Analysis) setRounds(t *TurningPoint, points []Chance, i int) {
	lo, hi := max(i-2, 0), min(i+2, len(points)-1)
	if !t.Estimate {
		lo, hi = steepestInterval(t, points, lo, hi)
	}
	first, last := points[lo].Round, min(points[hi].Round, len(a.estimates)-1)
	if !t.Estimate && last-first <= maxTurningPointRounds {
		t.Round, t.EndRound = first, last
		return
	}
	along := func(from, until int) float64 {
		return t.signedChange(a.estimates[from][t.Seat], a.estimates[until][t.Seat])
	}
	best := -1.0
	for k := first; k+turningPointRounds <= last || k == first; k++ {
		end := min(k+turningPointRounds, last)
		if d := along(k, end); d > best {
			best, t.Round, t.EndRound = d, k, end
		}
	}
	for t.EndRound < last && along(t.EndRound, t.EndRound+1) >= minContinuedChange {
		t.EndRound++
	}
	for t.Round > first && along(t.Round-1, t.Round) >= minContinuedChange {
		t.Round--
	}
}

const (
	zConfirm    = 2.5               // minimum size of a confirmed change, in standard errors
	maxRollouts = 3 * splitRollouts // maximum number of rollouts of each kind
)

// nextCheck returns the next planned rollout, or nil. Unsettled candidates come first.
func (a *Analysis) nextCheck() *Piece {
	for _, settled := range []bool{false, true} {
		for _, t := range a.candidates {
			for kind := range t.rollouts {
				l := &t.rollouts[kind]
				if t.settled != settled || l.taken >= t.planned {
					continue
				}
				seed := seedOf(int(a.Match.Seed), t.Round, t.EndRound, l.taken, 2+kind)
				l.taken++
				from, until := t.Round, t.Round
				if kind != startRollouts {
					until = t.EndRound
				}
				if kind == endRollouts {
					from = t.EndRound
				}
				return a.newRolloutPiece(func() [sim.Seats]float64 {
					b := a.Match.replay(from, until, seed)
					if !t.Estimate { // otherwise rollouts are impossible
						a.Match.playOn(b, until, a.Match.Players, t.EndRound+a.Match.shortRolloutRounds()-until, seed)
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
	sure, last := t.isConfirmed(), t.planned >= maxRollouts || t.Estimate
	open := !sure && t.measuredChange()+2*t.Error > t.Source().MinChange()
	t.settled = !open || last
	if (open || sure && t.Cause() == "") && !last {
		t.planned += splitRollouts
	}
}

func (t *candidate) summarize() {
	var mean, variance, other [rolloutKinds]float64
	for kind := range t.rollouts {
		seats := &t.rollouts[kind].seats
		mean[kind], variance[kind], other[kind] = seats[t.Seat].mean(), seats[t.Seat].varianceOfMean(), seats[t.OtherSeat].mean()
	}
	t.ChanceBefore, t.ExpectedChance, t.ChanceAfter = mean[startRollouts], mean[orderRollouts], mean[endRollouts]
	t.OtherChanceBefore, t.OtherChanceAfter = other[startRollouts], other[endRollouts]
	before, usual, after := variance[startRollouts], variance[orderRollouts], variance[endRollouts]
	t.Error, t.OrdersError, t.LuckError = math.Sqrt(before+after), math.Sqrt(before+usual), math.Sqrt(usual+after)
	if t.Estimate { // without rollouts there is no sampling error
		t.Error = 0
	}
	t.Rollouts = rolloutKinds * t.planned
}

func (t *candidate) measuredChange() float64 { return t.sign * (t.ChanceAfter - t.ChanceBefore) }

func (t *candidate) isConfirmed() bool {
	return t.Rollouts > 0 && t.measuredChange() > t.Source().MinChange() && t.measuredChange() > zConfirm*t.Error
}

func (a *Analysis) TurningPoints() []TurningPoint {
	list := []TurningPoint{}
	for _, t := range a.candidates {
		if t.isConfirmed() {
			list = append(list, t.TurningPoint)
		}
	}
	slices.SortFunc(list, func(x, y TurningPoint) int { return x.Round - y.Round })
	return list
}

func (a *Analysis) CheckedCandidates() (checked, total int) {
	for _, t := range a.candidates {
		if t.settled {
			checked++
		}
	}
	return checked, len(a.candidates)
}

// A TurningPoint is a stretch of rounds in which chances changed more than noise
// explains.
type TurningPoint struct {
	Round             int     `json:"round"` // first round; EndRound is the round after the last one
	EndRound          int     `json:"until"`
	Seat              int     `json:"seat"` // seat with the largest change
	ChanceBefore      float64 `json:"from"` // the seat's win chance
	ChanceAfter       float64 `json:"to"`
	Error             float64 `json:"error"` // standard error of the change; 0 for estimates
	OtherSeat         int     `json:"other"` // seat with the largest change in the opposite direction
	OtherChanceBefore float64 `json:"other_from"`
	OtherChanceAfter  float64 `json:"other_to"`
	Reasons           Reasons `json:"reason"` // the seat that gained comes first
	// ExpectedChance is the seat's chance after the same orders with other dice.
	ExpectedChance float64 `json:"usual"`
	OrdersError    float64 `json:"orders_error"` // standard error of ExpectedChance-ChanceBefore
	LuckError      float64 `json:"luck_error"`   // standard error of ChanceAfter-ExpectedChance
	Rollouts       int     `json:"rollouts"`
	Estimate       bool    `json:"estimate"` // whether it is based on estimates alone
	KnownAt        int     `json:"-"`        // last round of the chances that revealed it
}

func (t *TurningPoint) Source() Source {
	if t.Estimate {
		return SourceEstimate
	}
	return SourceRollouts
}

func (t *TurningPoint) signedChange(before, after float64) float64 {
	if t.ChanceAfter < t.ChanceBefore {
		return before - after
	}
	return after - before
}

// Cause describes whether orders or luck caused the change. It returns "" if neither clearly did.
func (t *TurningPoint) Cause() string {
	luck, orders := t.signedChange(t.ExpectedChance, t.ChanceAfter), t.signedChange(t.ChanceBefore, t.ExpectedChance)
	// Both differences use the orderRollouts rollouts, so their error counts twice.
	differenceError := math.Sqrt(max(2*t.OrdersError*t.OrdersError+2*t.LuckError*t.LuckError-t.Error*t.Error, 0))
	lucky, ordered := luck > 2*t.LuckError, orders > 2*t.OrdersError
	switch {
	case ordered && luck < -2*t.LuckError:
		return "the orders, despite bad luck"
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

// A change in the smoothed curve is a candidate if it exceeds minCandidateChange and zCandidate
// standard errors. Rollouts must then confirm minChange. Without rollouts the threshold is
// minEstimateChange, because rollouts confirm only about half of such changes.
const (
	minChange             = 0.10
	minEstimateChange     = 0.15
	minCandidateChange    = 0.08
	zCandidate            = 1
	maxTurningPoints      = 8
	minDistance           = 3    // in points
	turningPointRounds    = 3    // initial length of a turning point; extended while chances change
	minContinuedChange    = 0.02 // change per round
	maxTurningPointRounds = 16   // in rounds
	smoothingRadius       = 1    // points on each side
)

func (s Source) MinChange() float64 {
	if s == SourceEstimate {
		return minEstimateChange
	}
	return minChange
}
