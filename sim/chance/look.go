package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// turning is a change that is looked at closer, by rollouts of its own: from its first round,
// with the same orders and other dice through its rounds, and from its last one. All of them go
// on to the same round, so that they differ in nothing else.
type turning struct {
	Turning
	down  bool // the chance of the seat falls
	looks [looks]rollouts
	runs  int  // of each kind that there are to be
	over  bool // it is clear whether the change is there, or as clear as it gets
}

// The kinds of rollouts of a turning point.
const (
	lookBefore = iota
	lookUsual
	lookAfter
	looks
)

const (
	// sureErrors is how many standard errors large a change must be to be shown.
	sureErrors = 2.5
	// maxSplit is how many rollouts of each kind there are at most, where it stays unclear
	// whether the change is there, or what it came of.
	maxSplit = 3 * splitRuns
)

// look is a rollout that shows whether a turning point is there and what it came of, nil where
// all are taken that there are to be. The largest is looked at first; when all are clear those go
// on whose cause is not.
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

// lookAt does a rollout of a kind and judges it. Where strangers play there are none: the
// table judges the rounds themselves.
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

// put takes in a rollout. When all that there were to be are there, it decides whether there
// are more.
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

// judge fills in the turning point from the rollouts.
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
	if t.Estimate { // nothing was played on to its end
		t.Error = 0
	}
	t.Runs = looks * t.runs
}

// size is how far the chance goes the way that the line has it.
func (t *turning) size() float64 {
	if t.down {
		return t.From - t.To
	}
	return t.To - t.From
}

// least is how large a change must be to be shown.
func (t *turning) least() float64 { return t.Source().Least() }

// confirmed reports whether the rollouts show the change.
func (t *turning) confirmed() bool {
	return t.Runs > 0 && t.size() > t.least() && t.size() > sureErrors*t.Error
}

// Turnings are the turning points that a closer look has confirmed so far, in the order of the
// match.
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

// Looked is how many changes there may be turning points among have been looked at, of how
// many; none of none until they were looked for.
func (a *Analysis) Looked() (done, of int) {
	for _, t := range a.turns {
		if t.over {
			done++
		}
	}
	return done, len(a.turns)
}

// NextWithin does the next piece of work where that part of the time for it is spent that is
// given, 0 … 1 and beyond, and reports whether there was one. From the middle on it is about
// turning points, the largest first, as those rollouts show them that there are; there are fewer
// of them where time is short, but one is looked at to the end, whatever that takes.
func (a *Analysis) NextWithin(spent float64) bool {
	if spent >= 0.5 && a.Level < Split {
		a.enter(Split)
	}
	if done, of := a.Looked(); spent >= 1 && (a.Level > Split || done > 0 || of == 0) {
		return false
	}
	return a.Next()
}

// Cause says what a turning point came of, by its closer look; empty where that leaves it open. What is
// said is larger than two standard errors.
func (t *Turning) Cause() string {
	luck, orders := t.along(t.Usual, t.To), t.along(t.From, t.Usual)
	// Of the three rollouts the one in the middle is in both, with twice its error in their difference.
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
