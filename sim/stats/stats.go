// Package stats computes statistics of a match up to any round: sources of points, failed orders,
// lost units and idle units. New returns the [History] of a record, which is computed on demand.
package stats

import (
	"cmp"
	"slices"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
)

// NoSeat is the last index in the rows of Counts.LostUnits, for units that no seat took.
const NoSeat = sim.Seats

type Figures struct {
	Round       int
	Scores      [sim.Seats]int
	Points      sim.Points     // scores by source
	OtherPoints [sim.Seats]int // points whose source is unknown; 0 unless rounds are missing
	*Counts
	CPUTime  [sim.Seats]time.Duration // processor time by seat, or 0 if unknown
	Status   [sim.Seats]float64
	Failures [sim.Seats]*sim.Failure
}

func (f *Figures) OtherPointsLabel() string {
	if f.HasGaps {
		return "in missing rounds"
	}
	return "other"
}

// Counts holds totals since the start of the match. Callers must not modify them.
type Counts struct {
	HasGaps         bool                          // whether missing rounds make LostUnits and idle stretches incomplete
	LostUnits       [sim.Seats][sim.Seats + 1]int // lost units, by their seat and by the seat that took them (or NoSeat)
	Orders          [sim.Seats]int
	FailedByOutcome []OutcomeCount
	OrdersKnown     bool
}

// An OutcomeCount counts each seat's orders that had a certain outcome.
type OutcomeCount struct {
	Outcome sim.Outcome
	Orders  [sim.Seats]int
}

// LossCount returns how many of a seat's units were lost, to any seat or to none.
func (s *Counts) LossCount(seat int) (n int) {
	for _, m := range s.LostUnits[seat] {
		n += m
	}
	return n
}

func (s *Counts) FailedOrders(seat int) (n int) {
	for _, f := range s.FailedByOutcome {
		n += f.Orders[seat]
	}
	return n
}

func (s *Counts) FailedOrdersBy(seat int, rule sim.Outcome) int {
	if i, found := s.findOutcome(rule); found {
		return s.FailedByOutcome[i].Orders[seat]
	}
	return 0
}

func (s *Counts) findOutcome(rule sim.Outcome) (i int, found bool) {
	return slices.BinarySearchFunc(s.FailedByOutcome, rule, func(f OutcomeCount, rule sim.Outcome) int { return int(f.Outcome) - int(rule) })
}

// A History provides the figures for every round of a record. It is safe for concurrent use.
type History struct {
	rounds  *record.Fold[[]round]
	account sim.Account
	// After missing rounds, a new account starts; previousPoints holds the points from previous
	// accounts, and initialPoints the new account's initial points.
	previousPoints, initialPoints sim.Points

	units *record.Fold[unitHistory]
	frame sim.Frame
}

type round struct {
	points *sim.Points
	counts *Counts
}

func New(rec *record.Record) *History {
	h := &History{}
	h.rounds = record.NewFold(rec, func() []round { return nil }, h.readRound)
	h.units = record.NewFold(rec, func() unitHistory { return unitHistory{} }, h.readUnits)
	return h
}

func (h *History) Record() *record.Record { return h.rounds.Record() }

// At returns the figures at the start of round k, or of the last known round before it.
func (h *History) At(k int) Figures {
	k = max(0, min(k, h.Record().Edge()))
	r := (*h.rounds.UpTo(k))[k]
	state := h.Record().State(k)
	f := Figures{Round: k, Scores: state.Scores(), Points: *r.points, Counts: r.counts, Status: state.Status()}
	for seat := range sim.Seats {
		f.OtherPoints[seat] = f.Scores[seat] - f.Points.Total(seat)
	}
	if t := h.Record().Turn(k - 1); t != nil && t.KnownParts&sim.KnownReports != 0 {
		for seat := range t.Reports {
			f.CPUTime[seat], f.Failures[seat] = t.Reports[seat].TotalCPU, t.Reports[seat].Failure
		}
	}
	return f
}

// Points returns the points by source at the start of round k. It is much faster than At.
func (h *History) Points(k int) sim.Points {
	k = max(0, min(k, h.Record().Edge()))
	return *(*h.rounds.UpTo(k))[k].points
}

func (h *History) readRound(rounds *[]round, k int) bool {
	game, state := h.Record().Meta().Game, h.Record().State(k)
	if k == 0 {
		h.account, h.previousPoints, h.initialPoints = game.NewAccount(state), sim.Points{}, sim.Points{}
		p := h.account.Points()
		*rounds = append(*rounds, round{&p, &Counts{OrdersKnown: true}})
		return true
	}
	t, last := h.Record().Turn(k-1), &(*rounds)[k-1]
	points := last.points
	switch {
	case h.Record().IsMissing(k):
	case t.Missing: // Points gained in missing rounds have no known source.
		h.account, h.previousPoints = game.NewAccount(state), *points
		h.initialPoints = h.account.Points()
	default:
		h.account.Add(t, state)
		if p := h.currentPoints(); p != *points {
			points = &p
		}
	}
	*rounds = append(*rounds, round{points, last.counts.withTurn(t, game.Legend())})
	return true
}

func (h *History) currentPoints() sim.Points {
	p := h.account.Points()
	for i := range p {
		for seat := range p[i] {
			p[i][seat] += h.previousPoints[i][seat] - h.initialPoints[i][seat]
		}
	}
	return p
}

func (s *Counts) withTurn(t *sim.Turn, l *sim.Legend) *Counts {
	next := *s
	next.OrdersKnown = s.OrdersKnown && t.KnownParts&sim.KnownOrders != 0
	next.HasGaps = s.HasGaps || t.Missing
	next.FailedByOutcome = slices.Clone(s.FailedByOutcome)
	for i := range t.Events {
		if seat, by, lost := loss(&t.Events[i], l); lost {
			next.LostUnits[seat][by]++
		}
	}
	for seat, orders := range t.Orders {
		next.Orders[seat] += len(orders)
		for _, o := range orders {
			if o.Outcome == sim.OutcomeExecuted {
				continue
			}
			at, found := next.findOutcome(o.Outcome)
			if !found {
				next.FailedByOutcome = slices.Insert(next.FailedByOutcome, at, OutcomeCount{Outcome: o.Outcome})
			}
			next.FailedByOutcome[at].Orders[seat]++
		}
	}
	if next.LostUnits == s.LostUnits && next.Orders == s.Orders && next.OrdersKnown == s.OrdersKnown && next.HasGaps == s.HasGaps {
		return s
	}
	return &next
}

// MinIdleRounds is how many rounds a unit must stay in place without an executed order to count as
// idle.
const MinIdleRounds = 10

// An IdleStretch is a stretch of rounds in which a unit was idle.
type IdleStretch struct {
	Unit                 int32
	Seat                 int8
	Kind                 uint8
	At                   sim.Pos
	StartRound, EndRound int // The stretch covers rounds StartRound to EndRound-1.
}

func (s *IdleStretch) Rounds() int { return s.EndRound - s.StartRound }

type Loss struct {
	Round, EventIndex int // first round without the unit, and the loss's index in Turn.Events of the previous round
	Unit              int32
	Kind              uint8
	Seat, Taker       int // losing seat, and seat that took the unit (or NoSeat)
}

type unitHistory struct {
	losses         []Loss
	endedStretches []IdleStretch
	openStretches  []IdleStretch // current stretch of each unit on the board, sorted by unit ID
}

// Losses returns the units lost before round k in chronological order. Callers must not modify the
// slice.
func (h *History) Losses(k int) []Loss {
	list := h.units.UpTo(k).losses
	n, _ := slices.BinarySearchFunc(list, k, func(l Loss, k int) int { return cmp.Compare(l.Round, k+1) })
	return list[:n]
}

// IdleStretches returns the idle stretches of a seat before round k, ordered by unit and round. A
// unit's last stretch may be ongoing.
func (h *History) IdleStretches(seat, k int) (list []IdleStretch) {
	u := h.units.UpTo(k)
	k = min(k, h.Record().Edge())
	for _, s := range slices.Concat(u.endedStretches, u.openStretches) {
		if s.EndRound = min(cmp.Or(s.EndRound, k), k); int(s.Seat) == seat && s.Rounds() >= MinIdleRounds {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b IdleStretch) int {
		return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.StartRound, b.StartRound))
	})
	return list
}

func (h *History) readUnits(u *unitHistory, k int) bool {
	rec, before := h.Record(), u.openStretches
	u.openStretches = nil
	if !rec.IsMissing(k) { // In missing rounds it is unknown whether units act.
		t, f := rec.Turn(k-1), &h.frame // h.frame still shows the previous state.
		if t != nil {
			u.losses = appendLosses(u.losses, k, t, rec.Meta().Game.Legend(), f)
		}
		rec.State(k).FillFrame(f)
		u.openStretches = extendStretches(before, f, t, k)
	}
	for _, s := range before {
		at, found := findStretch(u.openStretches, s.Unit)
		if s.EndRound = k - 1; (!found || u.openStretches[at].StartRound != s.StartRound) && s.Rounds() >= MinIdleRounds {
			u.endedStretches = append(u.endedStretches, s)
		}
	}
	return true
}

// extendStretches returns each unit's current stretch in state k.
func extendStretches(previousStretches []IdleStretch, f *sim.Frame, t *sim.Turn, k int) []IdleStretch {
	list := make([]IdleStretch, 0, len(previousStretches))
	for i := range f.Units {
		unit := &f.Units[i]
		if !unit.OnBoard || unit.Seat < 0 {
			continue
		}
		now := IdleStretch{Unit: unit.ID, Seat: unit.Seat, Kind: unit.Kind, At: unit.At, StartRound: k}
		at, found := findStretch(previousStretches, unit.ID)
		if found && !t.Missing && previousStretches[at].Seat == now.Seat && previousStretches[at].At == now.At &&
			!slices.ContainsFunc(t.Executed, func(o sim.Order) bool { return o.Unit == now.Unit }) {
			now = previousStretches[at]
		}
		list = append(list, now)
	}
	return list
}

func findStretch(list []IdleStretch, unit int32) (i int, found bool) {
	return slices.BinarySearchFunc(list, unit, func(s IdleStretch, id int32) int { return cmp.Compare(s.Unit, id) })
}

// appendLosses appends the units lost in the turn before state k. f holds the state before that
// turn.
func appendLosses(list []Loss, k int, t *sim.Turn, l *sim.Legend, f *sim.Frame) []Loss {
	for i := range t.Events {
		e := &t.Events[i]
		seat, by, lost := loss(e, l)
		if !lost {
			continue
		}
		was := Loss{Round: k, EventIndex: i, Unit: e.Target, Seat: seat, Taker: by}
		if at := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == e.Target }); at >= 0 {
			was.Kind = f.Units[at].Kind
		}
		list = append(list, was)
	}
	return list
}

func loss(e *sim.Event, l *sim.Legend) (seat, taker int, lost bool) {
	if int(e.Kind) >= len(l.Events) || !l.Events[e.Kind].IsLoss || uint8(e.Other) >= sim.Seats {
		return 0, 0, false
	}
	return int(e.Other), min(int(uint8(e.Seat)), NoSeat), true
}
