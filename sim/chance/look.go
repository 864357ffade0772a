package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// turning is a possible turning point that is checked with rollouts: from its first round, through
// its orders with other dice, and from its last round, all to the same round.
type turning struct {
	Turning
	down  bool // the seat's chance falls
	looks [looks]rollouts
	runs  int  // planned rollouts of each kind
	over  bool // the check is complete
}

// Kinds of rollouts.
const (
	lookBefore = iota
	lookUsual
	lookAfter
	looks
)

const (
	// sureErrors is the least change that is shown, in standard errors.
	sureErrors = 2.5
	// maxSplit is the most rollouts of each kind.
	maxSplit = 3 * splitRuns
)

// look returns a rollout that checks a turning point, largest first, then those with unclear
// causes. It returns nil if all are taken.
func (a *Analysis) look() *Piece {
	for _, over := range []bool{false, true} {
		for _, t := range a.turns {
			for kind := range t.looks {
				l := &t.looks[kind]
				if t.over != over || l.taken >= t.runs {
					continue
				}
				seed := seedOf(int(a.Match.Seed), t.Round, t.Until, l.taken, 2+kind)
				l.taken++
				return a.rollout(func() [sim.Seats]float64 { return a.lookAt(t, kind, seed) },
					func(chance [sim.Seats]float64) { t.put(kind, chance) })
			}
		}
	}
	return nil
}

// lookAt runs a rollout of a kind. In an estimate it only applies the table.
func (a *Analysis) lookAt(t *turning, kind int, seed int32) [sim.Seats]float64 {
	m, from, until := &a.Match, t.Round, t.Round
	if kind != lookBefore {
		until = t.Until
	}
	if kind == lookAfter {
		from = t.Until
	}
	b := m.replay(from, until, seed)
	if !t.Estimate {
		m.playOn(b, until, m.Players, t.Until+m.short()-until, seed)
	}
	return m.judge(a.table, b)
}

// put adds a result and, when all planned ones are there, decides whether more are needed.
func (t *turning) put(kind int, chance [sim.Seats]float64) {
	t.looks[kind].add(chance)
	for i := range t.looks {
		if t.looks[i].n() < t.runs {
			return
		}
	}
	t.judge()
	sure, last := t.confirmed(), t.runs >= maxSplit || t.Estimate
	open := !sure && t.size()+2*t.Error > t.least()
	t.over = !open || last
	if (open || sure && t.Cause() == "") && !last {
		t.runs += splitRuns
	}
}

// judge computes the turning point from the rollouts.
func (t *turning) judge() {
	var mean, variance, other [looks]float64
	for kind := range t.looks {
		seats := &t.looks[kind].seats
		mean[kind], variance[kind], other[kind] = seats[t.Seat].mean(), seats[t.Seat].variance(), seats[t.Other].mean()
	}
	t.From, t.Usual, t.To = mean[lookBefore], mean[lookUsual], mean[lookAfter]
	t.Before, t.After = other[lookBefore], other[lookAfter]
	before, usual, after := variance[lookBefore], variance[lookUsual], variance[lookAfter]
	t.Error, t.OrdersError, t.LuckError = math.Sqrt(before+after), math.Sqrt(before+usual), math.Sqrt(usual+after)
	if t.Estimate { // there are no rollouts
		t.Error = 0
	}
	t.Runs = looks * t.runs
}

// size returns the change in the direction of the line.
func (t *turning) size() float64 {
	if t.down {
		return t.From - t.To
	}
	return t.To - t.From
}

func (t *turning) least() float64 { return t.Source().Least() }

// confirmed reports whether rollouts confirm the change.
func (t *turning) confirmed() bool {
	return t.Runs > 0 && t.size() > t.least() && t.size() > sureErrors*t.Error
}

// Turnings returns the confirmed turning points in order.
func (a *Analysis) Turnings() []Turning {
	list := []Turning{}
	for _, t := range a.turns {
		if t.confirmed() {
			list = append(list, t.Turning)
		}
	}
	slices.SortFunc(list, func(x, y Turning) int { return x.Round - y.Round })
	return list
}

// Looked returns how many possible turning points have been checked, and how many there are. Both
// are 0 before the search.
func (a *Analysis) Looked() (done, of int) {
	for _, t := range a.turns {
		if t.over {
			done++
		}
	}
	return done, len(a.turns)
}

// NextWithin is Next with a time limit, given the fraction spent. From 0.5 on it checks turning
// points. From 1 on it stops when one is checked.
func (a *Analysis) NextWithin(spent float64) bool {
	if spent >= 0.5 && a.Level < Split {
		a.enter(Split)
	}
	if done, of := a.Looked(); spent >= 1 && (a.Level > Split || done > 0 || of == 0) {
		return false
	}
	return a.Next()
}

// Cause describes what caused the turning point, or returns "" if that is unclear. Differences are
// larger than two standard errors.
func (t *Turning) Cause() string {
	luck, orders := t.along(t.Usual, t.To), t.along(t.From, t.Usual)
	// the middle rollouts are in both differences
	apart := math.Sqrt(max(2*t.OrdersError*t.OrdersError+2*t.LuckError*t.LuckError-t.Error*t.Error, 0))
	lucky, ordered := luck > 2*t.LuckError, orders > 2*t.OrdersError
	switch {
	case ordered && luck < -2*t.LuckError:
		return "the orders, in spite of the dice"
	case lucky && orders < -2*t.OrdersError:
		return "luck, in spite of the orders"
	case lucky && ordered:
		return "orders and luck"
	case lucky && luck-orders > 2*apart:
		return "luck"
	case ordered && orders-luck > 2*apart:
		return "the orders"
	}
	return ""
}
