package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// Turning is a moment at which the chances changed more than noise explains.
type Turning struct {
	Round   int     `json:"round"` // the rounds of the moment: Round … Until-1
	Until   int     `json:"until"`
	Seat    int     `json:"seat"` // whose chance changed most on the line
	From    float64 `json:"from"` // its chance before and after
	To      float64 `json:"to"`
	Error   float64 `json:"error"` // standard error of the change; 0 in an estimate
	Other   int     `json:"other"` // whose chance changed most the other way
	Before  float64 `json:"other_from"`
	After   float64 `json:"other_to"`
	Reasons Reasons `json:"reason"` // from the events of the moment, that of who gained first
	// Usual is what the seat's chance comes to with the same orders in the moment and other
	// dice, To what these dice made of it. Runs is how many rollouts said all this.
	Usual       float64 `json:"usual"`
	OrdersError float64 `json:"orders_error"` // standard error of Usual less From
	LuckError   float64 `json:"luck_error"`   // standard error of To less Usual
	Runs        int     `json:"rollouts"`
	Estimate    bool    `json:"estimate"` // the table alone says so
	KnownAt     int     `json:"-"`        // the last round that it takes to know of it
}

// Source is where the chances of the turning point come from.
func (t *Turning) Source() Source {
	if t.Estimate {
		return Estimate
	}
	return Rollouts
}

// Reason is what brought a turning point about, of a seat; of no seat, -1, where nothing did.
type Reason struct {
	Seat int
	Text string // begins with the name of the seat
}

// Reasons are those of the seats that gained and lost, as far as there are any.
type Reasons []Reason

// MarshalText writes the reasons as one text for exports.
func (list Reasons) MarshalText() (text []byte, err error) {
	for i, r := range list {
		if i > 0 {
			text = append(text, "; "...)
		}
		text = append(text, r.Text...)
	}
	return text, nil
}

// tally adds up what rollouts say of a seat.
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

// scatter is the sum of the squared differences from the mean.
func (t *tally) scatter() float64 { return max(t.squares-t.mean()*t.sum, 0) }

// variance is that of the mean.
func (t *tally) variance() float64 {
	if t.n < 2 {
		return 0
	}
	return t.scatter() / float64(t.n-1) / float64(t.n)
}

// rollouts are those of one kind: what they say, and how many were given away to be done.
type rollouts struct {
	seats [sim.Seats]tally
	taken int
}

// n is how many of them are done.
func (r *rollouts) n() int { return r.seats[0].n }

// add takes in what one says of all seats.
func (r *rollouts) add(chance [sim.Seats]float64) {
	for seat := range chance {
		r.seats[seat].add(chance[seat])
	}
}

// The rule: a change of the line, smoothed over a point before and after, is looked at where it
// is larger than 8 points of 100 and than its standard error, and shown where rollouts of its
// own confirm it as one of more than 10: see look. The table's word alone, of whose swings rollouts confirm about half,
// has to be half as large again, and is shown as an estimate.
const (
	minChange      = 0.10
	minEstimate    = 0.15
	minLook        = 0.08
	minErrors      = 1
	maxTurnings    = 8
	turningsApart  = 3    // points
	momentRounds   = 3    // at first; it grows by rounds that change at least
	goesOn         = 0.02 // so much the same way
	maxMoment      = 16   // rounds, where rollouts alone find it
	smoothedAround = 1    // points before and after
)

// change is how much the smoothed line changes from the point before i to the one
// behind it, and its variance. What games to the end say is not smoothed, nor what comes before
// with it: the result is known.
func (m *Match) change(points []Chance, i, seat int) (from, to, variance float64) {
	ends := func(j int) bool { return points[j].Round >= m.rounds()-m.short() }
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

// largest are the points with the largest changes, apart from each other, of those above
// least: the largest first.
func (m *Match) largest(points []Chance, n int, least float64) (list []int) {
	size := make([]float64, len(points))
	for i := 1; i+1 < len(points); i++ {
		for seat := range sim.Seats {
			from, to, _ := m.change(points, i, seat)
			size[i] = max(size[i], math.Abs(to-from))
		}
	}
	for len(list) < n {
		best := 0
		for i := range size {
			apart := !slices.ContainsFunc(list, func(j int) bool { return max(i-j, j-i) < turningsApart })
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

// find finds what may be turning points by the rule, the largest first.
func (a *Analysis) find() (list []*turning) {
	if a.Match.Record.Incomplete() {
		return nil // it may have turned in the missing rounds
	}
	least, estimate := minLook, a.Match.Estimate()
	if estimate {
		least = minEstimate
	}
	points := a.grid()
	for _, i := range a.Match.largest(points, maxTurnings, least) {
		var from, to, variance [sim.Seats]float64
		seat, other := 0, 0 // who gains and who loses most, or the other way round
		for k := range sim.Seats {
			from[k], to[k], variance[k] = a.Match.change(points, i, k)
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
		t := &turning{Turning: Turning{Estimate: estimate, Seat: seat, From: from[seat], To: to[seat], Error: math.Sqrt(variance[seat]),
			Other: other, Before: from[other], After: to[other]}}
		if math.Abs(t.To-t.From) <= minErrors*t.Error {
			continue
		}
		t.down, t.runs = t.To < t.From, splitRuns
		t.KnownAt = points[min(i+2, len(points)-1)].Round
		a.moment(&t.Turning, points, i)
		if slices.ContainsFunc(list, func(o *turning) bool { return t.Round < o.Until && o.Round < t.Until }) {
			continue // a larger one is in the same rounds
		}
		t.Reasons = a.reasons(&t.Turning)
		list = append(list, t)
	}
	return list
}

// along is how far it is from a chance to another one the way that the turning point goes.
func (t *Turning) along(from, to float64) float64 {
	if t.To < t.From {
		return from - to
	}
	return to - from
}

// steepest are the points in lo … hi between which a chance went the way of a turning point
// most, with those before and after between which it went at least half as fast.
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

// moment finds the rounds around a point in which the chance of the seat changed. By
// rollouts: those from one point to the next between which it went that way most, and from
// there on as far as it went on at least half as fast. Within them, where they are many, and
// where there are no rollouts, by the table's line: three rounds in which it changes most,
// and those before and after in which it goes on.
func (a *Analysis) moment(t *Turning, points []Chance, i int) {
	lo, hi := max(i-2, 0), min(i+2, len(points)-1)
	if !t.Estimate {
		lo, hi = steepest(t, points, lo, hi)
	}
	first, last := points[lo].Round, points[hi].Round
	last = min(last, len(a.line)-1)
	if !t.Estimate && last-first <= maxMoment {
		t.Round, t.Until = first, last
		return
	}
	along := func(from, until int) float64 { return t.along(a.line[from][t.Seat], a.line[until][t.Seat]) }
	best := -1.0
	for k := first; k+momentRounds <= last || k == first; k++ {
		end := min(k+momentRounds, last)
		if d := along(k, end); d > best {
			best, t.Round, t.Until = d, k, end
		}
	}
	for t.Until < last && along(t.Until, t.Until+1) >= goesOn {
		t.Until++
	}
	for t.Round > first && along(t.Round-1, t.Round) >= goesOn {
		t.Round--
	}
}
