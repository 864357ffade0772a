package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// turning is a possible turning point that is checked with rollouts: from its first round, through
// its orders with other dice, and from its last round, all to the same round.
type candidate struct {
	Turning
	falls    bool // the seat's chance falls
	rollouts [rolloutKinds]rollouts
	planned  int  // planned rollouts of each kind
	settled  bool // the check is complete
}

// Kinds of rollouts.
const (
	fromStart = iota
	sameOrders
	fromEnd
	rolloutKinds
)

const (
	// confirmErrors is the least change that is shown, in standard errors.
	confirmErrors = 2.5
	// maxRuns is the most rollouts of each kind.
	maxRuns = 3 * splitRuns
)

// look returns a rollout that checks a turning point, largest first, then those with unclear
// causes. It returns nil if all are taken.
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
				return a.rolloutPiece(func() [sim.Seats]float64 { return a.runCheck(t, kind, seed) },
					func(chance [sim.Seats]float64) { t.add(kind, chance) })
			}
		}
	}
	return nil
}

// runCheck runs a rollout of a kind. In an estimate it only applies the table.
func (a *Analysis) runCheck(t *candidate, kind int, seed int32) [sim.Seats]float64 {
	m, from, until := &a.Match, t.Round, t.Round
	if kind != fromStart {
		until = t.Until
	}
	if kind == fromEnd {
		from = t.Until
	}
	b := m.replay(from, until, seed)
	if !t.Estimate {
		m.playOn(b, until, m.Players, t.Until+m.shortRounds()-until, seed)
	}
	return m.chances(a.table, b)
}

// put adds a result and, when all planned ones are there, decides whether more are needed.
func (t *candidate) add(kind int, chance [sim.Seats]float64) {
	t.rollouts[kind].add(chance)
	for i := range t.rollouts {
		if t.rollouts[i].n() < t.planned {
			return
		}
	}
	t.summarize()
	sure, last := t.confirmed(), t.planned >= maxRuns || t.Estimate
	open := !sure && t.measured()+2*t.Error > t.threshold()
	t.settled = !open || last
	if (open || sure && t.Cause() == "") && !last {
		t.planned += splitRuns
	}
}

// judge computes the turning point from the rollouts.
func (t *candidate) summarize() {
	var mean, variance, other [rolloutKinds]float64
	for kind := range t.rollouts {
		seats := &t.rollouts[kind].seats
		mean[kind], variance[kind], other[kind] = seats[t.Seat].mean(), seats[t.Seat].variance(), seats[t.Other].mean()
	}
	t.From, t.Usual, t.To = mean[fromStart], mean[sameOrders], mean[fromEnd]
	t.Before, t.After = other[fromStart], other[fromEnd]
	before, usual, after := variance[fromStart], variance[sameOrders], variance[fromEnd]
	t.Error, t.OrdersError, t.LuckError = math.Sqrt(before+after), math.Sqrt(before+usual), math.Sqrt(usual+after)
	if t.Estimate { // there are no rollouts
		t.Error = 0
	}
	t.Runs = rolloutKinds * t.planned
}

// size returns the change in the direction of the line.
func (t *candidate) measured() float64 {
	if t.falls {
		return t.From - t.To
	}
	return t.To - t.From
}

func (t *candidate) threshold() float64 { return t.Source().MinChange() }

// confirmed reports whether rollouts confirm the change.
func (t *candidate) confirmed() bool {
	return t.Runs > 0 && t.measured() > t.threshold() && t.measured() > confirmErrors*t.Error
}

// Turnings returns the confirmed turning points in order.
func (a *Analysis) Turnings() []Turning {
	list := []Turning{}
	for _, t := range a.candidates {
		if t.confirmed() {
			list = append(list, t.Turning)
		}
	}
	slices.SortFunc(list, func(x, y Turning) int { return x.Round - y.Round })
	return list
}

// Checked returns how many possible turning points have been checked, and how many there are. Both
// are 0 before the search.
func (a *Analysis) CheckedTurnings() (done, of int) {
	for _, t := range a.candidates {
		if t.settled {
			done++
		}
	}
	return done, len(a.candidates)
}

// NextInBudget is Next with a time limit, given the fraction spent. From 0.5 on it checks turning
// points. From 1 on it stops when one is checked.
func (a *Analysis) NextInBudget(spent float64) bool {
	if spent >= 0.5 && a.Level < Split {
		a.startLevel(Split)
	}
	if done, of := a.CheckedTurnings(); spent >= 1 && (a.Level > Split || done > 0 || of == 0) {
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
