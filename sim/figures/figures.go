// Package figures adds up what the rounds of a match came to, up to any of them: [New] makes
// the [Book] of a record, and [Book.At] gives the figures of a round: where the points come
// from, which orders failed and why, who lost units to whom. [Book.Losses] and [Book.Stills] tell
// of single units: which were lost, and which stood still.
//
// A Book reads its record once, as it grows, and only when somebody asks; then the
// figures of any round are there at once. Nothing of it is in the way of a match.
package figures

import (
	"slices"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Nobody is the index in Figures.Lost of what is no seat: a boss, or none.
const Nobody = sim.Seats

// Figures are what a match has come to at the start of a round.
type Figures struct {
	Round  int // the state's
	Scores [sim.Seats]int
	// Points are the scores by source, as Game.Sources lists them. Other is what no
	// source explains; it is 0 but where a record begins in the middle of a match, lacks
	// rounds or does not follow the rules. OtherName returns what to call it.
	Points sim.Points
	Other  [sim.Seats]int
	*Sums
	// Time is the processor time used, 0 where it is not known; Status is that of the
	// state, and Out why and when a seat went out, nil if it did not or it is not known.
	Time   [sim.Seats]time.Duration
	Status [sim.Seats]float64
	Out    [sim.Seats]*sim.Out
}

// OtherName returns the name of the points in Other.
func (f *Figures) OtherName() string {
	if f.Gaps {
		return "in missing rounds"
	}
	return "other"
}

// Sums are what is counted. They change in few rounds of many matches, and are shared: read only.
type Sums struct {
	// Gaps is true if a round until then is missing. Then Lost and what Book.Stills finds are parts of
	// the truth, and are to be shown as unknown.
	Gaps bool
	// Lost are the units that a seat lost, to each seat and to Nobody.
	Lost [sim.Seats][sim.Seats + 1]int
	// Given are the orders of a seat, Failed those that were not executed, in the order
	// of the fates. Known is false where they are not known of all rounds.
	Given  [sim.Seats]int
	Failed []Failed
	Known  bool
}

// Failed are how many orders of each seat one rule stopped.
type Failed struct {
	Fate   sim.Fate
	Orders [sim.Seats]int
}

// LostTo is how many units a seat lost in all.
func (s *Sums) LostTo(seat int) (n int) {
	for _, m := range s.Lost[seat] {
		n += m
	}
	return n
}

// FailedOrders is how many orders of a seat failed in all.
func (s *Sums) FailedOrders(seat int) (n int) {
	for _, f := range s.Failed {
		n += f.Orders[seat]
	}
	return n
}

// FailedBy is how many orders of a seat one rule stopped.
func (s *Sums) FailedBy(seat int, rule sim.Fate) int {
	if i, found := s.find(rule); found {
		return s.Failed[i].Orders[seat]
	}
	return 0
}

// find finds the place of a rule in Failed.
func (s *Sums) find(rule sim.Fate) (i int, found bool) {
	return slices.BinarySearchFunc(s.Failed, rule, func(f Failed, rule sim.Fate) int { return int(f.Fate) - int(rule) })
}

// Book holds the figures of all rounds of a record. Any number of goroutines may ask it.
type Book struct {
	rounds  *record.Reading[[]round] // by state
	account sim.Account              // up to the state that was read last
	// base are the points when the account began, and begin what it said then: both are 0 unless it
	// began behind missing rounds.
	base, begin sim.Points

	units *record.Reading[units]
	frame sim.Frame // of the state that was read last for them
}

// round is what is added up until a state. What did not change is shared with the
// round before.
type round struct {
	points *sim.Points
	sums   *Sums
}

// New makes the book of a record; it reads nothing yet.
func New(rec *record.Record) *Book {
	b := &Book{}
	b.rounds = record.NewReading(rec, func() []round { return nil }, b.read)
	b.units = record.NewReading(rec, func() units { return units{} }, b.readUnits)
	return b
}

// Record is the one that the book is of.
func (b *Book) Record() *record.Record { return b.rounds.Record() }

// At are the figures at the start of round k, from 0 to the edge of the record;
// those of the nearest round for any other k.
func (b *Book) At(k int) Figures {
	k = max(0, min(k, b.Record().Edge()))
	r := (*b.rounds.To(k))[k]
	state := b.Record().State(k)
	f := Figures{Round: k, Scores: state.Scores(), Points: *r.points, Sums: r.sums, Status: state.Status()}
	for seat := range sim.Seats {
		f.Other[seat] = f.Scores[seat] - f.Points.Total(seat)
	}
	if t := b.Record().Turn(k - 1); t != nil && t.Known&sim.KnownReports != 0 {
		for seat := range t.Seats {
			f.Time[seat], f.Out[seat] = t.Seats[seat].Total, t.Seats[seat].Out
		}
	}
	return f
}

// Points are the points by source at the start of round k alone, for a fraction of what
// At costs.
func (b *Book) Points(k int) sim.Points {
	k = max(0, min(k, b.Record().Edge()))
	return *(*b.rounds.To(k))[k].points
}

// read takes in state k and the turn that led to it.
func (b *Book) read(rounds *[]round, k int) bool {
	game, state := b.Record().Meta().Game, b.Record().State(k)
	if k == 0 {
		b.account, b.base, b.begin = game.Account(state), sim.Points{}, sim.Points{}
		p := b.account.Points()
		*rounds = append(*rounds, round{&p, &Sums{Known: true}})
		return true
	}
	t, last := b.Record().Turn(k-1), &(*rounds)[k-1]
	points := last.points
	switch {
	case b.Record().Missing(k):
	case t.Missing: // what the missing rounds gave comes from no source that is known
		b.account, b.base = game.Account(state), *points
		b.begin = b.account.Points()
	default:
		b.account.Add(t, state)
		if p := b.points(); p != *points {
			points = &p
		}
	}
	*rounds = append(*rounds, round{points, last.sums.plus(t, game.Legend())})
	return true
}

// points are those of the last state, by what the account has found since it began.
func (b *Book) points() sim.Points {
	p := b.account.Points()
	for i := range p {
		for seat := range p[i] {
			p[i][seat] += b.base[i][seat] - b.begin[i][seat]
		}
	}
	return p
}

// plus are the sums after a turn more.
func (s *Sums) plus(t *sim.Turn, l *sim.Legend) *Sums {
	next := *s
	next.Known = s.Known && t.Known&sim.KnownOrders != 0
	next.Gaps = s.Gaps || t.Missing
	next.Failed = slices.Clone(s.Failed)
	for i := range t.Events {
		if seat, by, lost := loss(&t.Events[i], l); lost {
			next.Lost[seat][by]++
		}
	}
	for seat, orders := range t.Orders {
		next.Given[seat] += len(orders)
		for i := range orders {
			fate := orders[i].Fate
			if fate == sim.FateExecuted {
				continue
			}
			at, found := next.find(fate)
			if !found {
				next.Failed = slices.Insert(next.Failed, at, Failed{Fate: fate})
			}
			next.Failed[at].Orders[seat]++
		}
	}
	if next.Lost == s.Lost && next.Given == s.Given && next.Known == s.Known && next.Gaps == s.Gaps {
		return s
	}
	return &next
}
