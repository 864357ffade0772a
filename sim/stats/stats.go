// Package stats computes statistics of a match up to any round: sources of points, failed orders,
// lost units and idle units. New returns the [History] of a record, which reads the record once, on
// demand, while it grows.
package stats

import (
	"slices"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
)

// NoSeat is the last index in Counts.Lost, for units that no seat took.
const NoSeat = sim.Seats

// Figures are the statistics at the start of a round.
type Figures struct {
	Round  int
	Scores [sim.Seats]int
	Points sim.Points     // scores by source
	Other  [sim.Seats]int // the rest, which is 0 in whole matches
	*Counts
	CPUTime [sim.Seats]time.Duration // zero if unknown, as is Failure
	Status  [sim.Seats]float64
	Failure [sim.Seats]*sim.Failure
}

// OtherName returns what to call Other.
func (f *Figures) OtherName() string {
	if f.HasGaps {
		return "in missing rounds"
	}
	return "other"
}

// Counts are counts since the start. Callers must not modify them.
type Counts struct {
	HasGaps     bool                          // rounds are missing, so Lost and idle stretches are incomplete
	Lost        [sim.Seats][sim.Seats + 1]int // units by their seat, and by the seat that took them or NoSeat
	Orders      [sim.Seats]int
	Failed      []OutcomeCount // by ascending outcome
	OrdersKnown bool           // of all rounds
}

// An OutcomeCount counts the orders by seat that had an outcome.
type OutcomeCount struct {
	Outcome sim.Outcome
	Orders  [sim.Seats]int
}

// LostTo returns how many units a seat lost.
func (s *Counts) LostTo(seat int) (n int) {
	for _, m := range s.Lost[seat] {
		n += m
	}
	return n
}

func (s *Counts) FailedOrders(seat int) (n int) {
	for _, f := range s.Failed {
		n += f.Orders[seat]
	}
	return n
}

func (s *Counts) FailedBy(seat int, rule sim.Outcome) int {
	if i, found := s.find(rule); found {
		return s.Failed[i].Orders[seat]
	}
	return 0
}

func (s *Counts) find(rule sim.Outcome) (i int, found bool) {
	return slices.BinarySearchFunc(s.Failed, rule, func(f OutcomeCount, rule sim.Outcome) int { return int(f.Outcome) - int(rule) })
}

// A History holds the figures of all rounds of a record. It is safe for concurrent use.
type History struct {
	rounds  *record.Fold[[]round] // by state
	account sim.Account
	// After missing rounds a new account starts. Before holds the points of the old one, and
	// atStart the first points of the new one.
	before, atStart sim.Points

	units *record.Fold[units]
	frame sim.Frame
}

type round struct {
	points *sim.Points
	sums   *Counts
}

func New(rec *record.Record) *History {
	h := &History{}
	h.rounds = record.NewFold(rec, func() []round { return nil }, h.read)
	h.units = record.NewFold(rec, func() units { return units{} }, h.readUnits)
	return h
}

func (h *History) Record() *record.Record { return h.rounds.Record() }

// At returns the figures at the start of round k, or of the nearest round.
func (h *History) At(k int) Figures {
	k = max(0, min(k, h.Record().Edge()))
	r := (*h.rounds.UpTo(k))[k]
	state := h.Record().State(k)
	f := Figures{Round: k, Scores: state.Scores(), Points: *r.points, Counts: r.sums, Status: state.Status()}
	for seat := range sim.Seats {
		f.Other[seat] = f.Scores[seat] - f.Points.Total(seat)
	}
	if t := h.Record().Turn(k - 1); t != nil && t.Known&sim.KnownReports != 0 {
		for seat := range t.Reports {
			f.CPUTime[seat], f.Failure[seat] = t.Reports[seat].Total, t.Reports[seat].Failure
		}
	}
	return f
}

// Points returns only the points by source, which is much faster than At.
func (h *History) Points(k int) sim.Points {
	k = max(0, min(k, h.Record().Edge()))
	return *(*h.rounds.UpTo(k))[k].points
}

func (h *History) read(rounds *[]round, k int) bool {
	game, state := h.Record().Meta().Game, h.Record().State(k)
	if k == 0 {
		h.account, h.before, h.atStart = game.NewAccount(state), sim.Points{}, sim.Points{}
		p := h.account.Points()
		*rounds = append(*rounds, round{&p, &Counts{OrdersKnown: true}})
		return true
	}
	t, last := h.Record().Turn(k-1), &(*rounds)[k-1]
	points := last.points
	switch {
	case h.Record().Missing(k):
	case t.Missing: // their points have no known source
		h.account, h.before = game.NewAccount(state), *points
		h.atStart = h.account.Points()
	default:
		h.account.Add(t, state)
		if p := h.points(); p != *points {
			points = &p
		}
	}
	*rounds = append(*rounds, round{points, last.sums.plus(t, game.Legend())})
	return true
}

func (h *History) points() sim.Points {
	p := h.account.Points()
	for i := range p {
		for seat := range p[i] {
			p[i][seat] += h.before[i][seat] - h.atStart[i][seat]
		}
	}
	return p
}

func (s *Counts) plus(t *sim.Turn, l *sim.Legend) *Counts {
	next := *s
	next.OrdersKnown = s.OrdersKnown && t.Known&sim.KnownOrders != 0
	next.HasGaps = s.HasGaps || t.Missing
	next.Failed = slices.Clone(s.Failed)
	for i := range t.Events {
		if seat, by, lost := loss(&t.Events[i], l); lost {
			next.Lost[seat][by]++
		}
	}
	for seat, orders := range t.Orders {
		next.Orders[seat] += len(orders)
		for _, o := range orders {
			if o.Outcome == sim.OutcomeExecuted {
				continue
			}
			at, found := next.find(o.Outcome)
			if !found {
				next.Failed = slices.Insert(next.Failed, at, OutcomeCount{Outcome: o.Outcome})
			}
			next.Failed[at].Orders[seat]++
		}
	}
	if next.Lost == s.Lost && next.Orders == s.Orders && next.OrdersKnown == s.OrdersKnown && next.HasGaps == s.HasGaps {
		return s
	}
	return &next
}
