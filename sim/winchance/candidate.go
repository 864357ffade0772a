package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

const (
	confirmErrors = 2.5           // size of a confirmed change, in standard errors
	maxRuns       = 3 * splitRuns // rollouts of each kind
)

// nextCheck returns the next planned rollout, or nil. Large changes come first, then confirmed ones
// without a cause.
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

// runCheck runs a rollout of a kind. If rollouts are impossible, it applies the table to the
// replayed rounds.
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
	if t.Estimate { // no rollouts, no sampling error
		t.Error = 0
	}
	t.Runs = rolloutKinds * t.planned
}

func (t *candidate) measured() float64 {
	if t.falls {
		return t.From - t.To
	}
	return t.To - t.From
}

func (t *candidate) threshold() float64 { return t.Source().MinChange() }

func (t *candidate) confirmed() bool {
	return t.Runs > 0 && t.measured() > t.threshold() && t.measured() > confirmErrors*t.Error
}

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

// CheckedTurnings counts the possible turning points.
func (a *Analysis) CheckedTurnings() (done, of int) {
	for _, t := range a.candidates {
		if t.settled {
			done++
		}
	}
	return done, len(a.candidates)
}
