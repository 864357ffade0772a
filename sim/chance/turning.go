package chance

import (
	"context"
	"math"
	"slices"

	"game-tui/sim"
)

// Turning is a moment at which the chances changed more than noise explains.
type Turning struct {
	Round  int     `json:"round"` // the rounds of the moment: Round … Until-1
	Until  int     `json:"until"`
	Seat   int     `json:"seat"` // whose chance changed most
	From   float64 `json:"from"` // its smoothed chance before and after
	To     float64 `json:"to"`
	Error  float64 `json:"error"` // standard error of the change; 0 in an estimate
	Other  int     `json:"other"` // whose chance changed most the other way
	Before float64 `json:"other_from"`
	After  float64 `json:"other_to"`
	Reason string  `json:"reason"` // from the events of the moment
	// Usual is what the seat's chance comes to with the same orders in the moment and other
	// dice, Made what these dice made of it. Runs is how many rollouts said so, 0: not looked at.
	Usual      float64 `json:"usual"`
	Made       float64 `json:"made"`
	SplitError float64 `json:"split_error"` // standard error of Made less Usual
	Runs       int     `json:"rollouts"`
	Estimate   bool    `json:"estimate"` // the table alone says so
	Told       int     `json:"-"`        // the last round that it is told from
}

// turning is a turning point that is being looked at.
type turning struct {
	Turning
	usual, made           tally
	usualTaken, madeTaken int
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

// variance is that of the mean.
func (t *tally) variance() float64 {
	if t.n < 2 {
		return 0
	}
	n := float64(t.n)
	return max(t.squares-t.sum*t.sum/n, 0) / (n - 1) / n
}

// The rule: a change of the line, smoothed over a point before and after, is told when it
// is larger than 10 points of 100 and than 2.5 standard errors. The table's word alone, of
// whose swings rollouts confirm about half, has to be half as large again.
const (
	minChange      = 0.10
	minEstimate    = 0.15
	minErrors      = 2.5
	maxTurnings    = 8
	turningsApart  = 3    // points
	momentRounds   = 3    // at first; it grows by rounds that change at least
	goesOn         = 0.02 // so much the same way
	maxMoment      = 16   // rounds that rollouts alone may tell
	smoothedAround = 1    // points before and after
)

// change is how much the smoothed line changes from the point before i to the one
// behind it, and its variance.
func change(points []Chance, i, seat int) (from, to, variance float64) {
	n := len(points)
	weight := map[int]float64{}
	smooth := func(at int, sign float64) (mean float64) {
		first, last := max(at-smoothedAround, 0), min(at+smoothedAround, n-1)
		for j := first; j <= last; j++ {
			w := 1 / float64(last-first+1)
			mean += w * points[j].Win[seat]
			weight[j] += sign * w
		}
		return mean
	}
	from, to = smooth(i-1, -1), smooth(i+1, 1)
	for j := max(i-2, 0); j <= min(i+2, n-1); j++ {
		variance += weight[j] * weight[j] * points[j].Error[seat] * points[j].Error[seat]
	}
	return from, to, variance
}

// largest are the points with the largest changes, apart from each other, of those above
// least: the largest first.
func (a *Analysis) largest(n int, least float64) (list []int) {
	points := a.Points()
	size := make([]float64, len(points))
	for i := 1; i+1 < len(points); i++ {
		for seat := range sim.Seats {
			from, to, _ := change(points, i, seat)
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

// find finds the turning points by the rule.
func (a *Analysis) find() (list []*turning) {
	least := minChange
	if a.Estimate() {
		least = minEstimate
	}
	points := a.Points()
	for _, i := range a.largest(maxTurnings, least) {
		t := &turning{Turning: Turning{Estimate: a.Estimate(), Seat: -1}}
		for seat := range sim.Seats {
			from, to, variance := change(points, i, seat)
			up, down := to-from > t.To-t.From, to-from < t.After-t.Before
			switch {
			case t.Seat < 0:
				t.Seat, t.From, t.To, t.Error = seat, from, to, math.Sqrt(variance)
				t.Other, t.Before, t.After = seat, from, to
			case up:
				t.Seat, t.From, t.To, t.Error = seat, from, to, math.Sqrt(variance)
			case down:
				t.Other, t.Before, t.After = seat, from, to
			}
		}
		if t.Before-t.After > t.To-t.From {
			t.swap(points, i)
		}
		if math.Abs(t.To-t.From) <= minErrors*t.Error {
			continue
		}
		t.Told = points[min(i+2, len(points)-1)].Round
		a.moment(&t.Turning, points, i)
		if slices.ContainsFunc(list, func(o *turning) bool { return t.Round < o.Until && o.Round < t.Until }) {
			continue // a larger one is told of the same rounds
		}
		t.Reason = a.reason(&t.Turning)
		list = append(list, t)
	}
	slices.SortFunc(list, func(x, y *turning) int { return x.Round - y.Round })
	return list
}

// swap tells a turning point from the side of who lost most.
func (t *turning) swap(points []Chance, i int) {
	t.Seat, t.Other = t.Other, t.Seat
	t.From, t.Before = t.Before, t.From
	t.To, t.After = t.After, t.To
	_, _, variance := change(points, i, t.Seat)
	t.Error = math.Sqrt(variance)
}

// steepest are the points in lo … hi between which a chance went the way of a turning point
// most, with those before and after between which it went at least half as fast.
func steepest(t *Turning, points []Chance, lo, hi int) (from, until int) {
	step := func(j int) float64 {
		d := points[j+1].Win[t.Seat] - points[j].Win[t.Seat]
		if t.To < t.From {
			return -d
		}
		return d
	}
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

// moment finds the rounds around a point in which the chance of the seat changed. Rollouts
// tell them: those from one point to the next between which it went that way most, and from
// there on as far as it went on at least half as fast. Within them, where they are many, and
// where there are no rollouts, the table's line tells: three rounds in which it changes most,
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
	along := func(from, until int) float64 {
		d := a.line[until][t.Seat] - a.line[from][t.Seat]
		if t.To < t.From {
			return -d
		}
		return d
	}
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

// Cause says what a turning point came of, by its split; empty where that is too close to tell.
// ok is false where the split says nothing: it was not looked for, or the change is not in
// these rounds.
func (t *Turning) Cause() (cause string, ok bool) {
	change, luck, orders := t.To-t.From, t.Made-t.Usual, t.Usual-t.From
	if change < 0 {
		change, luck, orders = -change, -luck, -orders
	}
	sure := math.Abs(luck) > 2*t.SplitError
	switch {
	case t.Runs == 0 || luck+orders < change/3:
		return "", false
	case sure && luck < 0:
		return "the orders, in spite of the dice", true
	case sure && orders < luck/3:
		return "luck", true
	case sure:
		return "orders and luck", true
	case orders >= change/2:
		return "the orders", true
	}
	return "", true
}

// split is a rollout that tells the orders of a turning point from its luck, nil where
// all is told: with the same orders and other dice through the moment, or from its end.
func (a *Analysis) split() *Piece {
	for i, t := range a.turns {
		judge := func(b sim.Board, seed int32) [sim.Seats]float64 {
			if !t.Estimate {
				a.match.sit(t.Until, a.match.Players, seed).play(context.Background(), b, a.match.short(), a.match.rounds())
			}
			return a.match.judge(a.table, b)
		}
		if t.usualTaken < splitRuns {
			seed := seedOf(int(a.match.Seed), i, t.usualTaken, 2)
			t.usualTaken++
			return &Piece{
				do:  func() [sim.Seats]float64 { return judge(a.match.replay(t.Round, t.Until, seed), seed) },
				put: func(chance [sim.Seats]float64) { t.usual.add(chance[t.Seat]) },
			}
		}
		if t.madeTaken < splitRuns {
			seed := seedOf(int(a.match.Seed), i, t.madeTaken, 3)
			t.madeTaken++
			return &Piece{
				do: func() [sim.Seats]float64 {
					b, _ := a.match.Game.BoardFrom(a.match.Record.State(t.Until), sim.NewRand(seed))
					return judge(b, seed)
				},
				put: func(chance [sim.Seats]float64) { t.made.add(chance[t.Seat]) },
			}
		}
	}
	return nil
}

// Turnings are the turning points, once the analysis has come to Split, in the order of
// the match.
func (a *Analysis) Turnings() []Turning {
	list := make([]Turning, len(a.turns))
	for i, t := range a.turns {
		list[i] = t.Turning
		if t.made.n > 0 {
			list[i].Usual, list[i].Made, list[i].Runs = t.usual.mean(), t.made.mean(), t.usual.n+t.made.n
			list[i].SplitError = math.Sqrt(t.usual.variance() + t.made.variance())
		}
	}
	return list
}
