package league

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
)

// Highlights holds the notable matches of a tournament.
type Highlights struct {
	Players []HighlightSet
	pairs   []HighlightSet
	outs    map[outKey]*OutCount
	recent  []OutEvent
}

// A MatchRef identifies one match of a task and a seat in it.
type MatchRef struct{ Task, Match, Seat int }

func (w MatchRef) before(o MatchRef) bool {
	return cmp.Or(cmp.Compare(w.Task, o.Task), cmp.Compare(w.Match, o.Match), cmp.Compare(w.Seat, o.Seat)) < 0
}

// A Kind is a reason why a match is notable.
type Kind uint8

// On ties, the earliest match is kept.
const (
	Worst    Kind = iota // the entry is furthest behind
	Closest              // the margin is smallest
	Exciting             // the lead changes most often; ties go to the closest match
	Newest
	Best // the entry is furthest ahead
	Kinds
)

func (k Kind) String() string {
	return [Kinds]string{"worst", "closest", "exciting", "newest", "best"}[k]
}

// A HighlightSet holds an entry's notable matches by kind.
type HighlightSet [Kinds]Highlight

type Highlight struct {
	MatchRef
	Played bool
	Margin int // the entry's lead over its best opponent, or over the other entry of a pair
	Leads  int
}

type OutEvent struct {
	Entry int
	MatchRef
	sim.Failure
}

// An OutCount holds how often an entry went out for a reason, and the first such match.
type OutCount struct {
	OutEvent
	Count int
}

type outKey struct {
	entry  int
	reason sim.Reason
}

func NewHighlights(n int) *Highlights {
	return &Highlights{Players: make([]HighlightSet, n), pairs: make([]HighlightSet, n*n), outs: map[outKey]*OutCount{}}
}

func (s *Highlights) Pair(a, b int) *HighlightSet { return &s.pairs[a*len(s.Players)+b] }

// Add adds a match, given entries and scores by seat. It ignores at.Seat.
func (s *Highlights) Add(at MatchRef, entries, scores [sim.Seats]int, leads int) {
	for seat, e := range entries {
		at.Seat = seat
		best := math.MinInt
		for other, f := range entries {
			if f == e {
				continue
			}
			best = max(best, scores[other])
			s.Pair(e, f).add(Highlight{at, true, scores[seat] - scores[other], leads})
		}
		s.Players[e].add(Highlight{at, true, scores[seat] - best, leads})
	}
}

func (s *Highlights) AddResult(t *schedule.Task, r *Result) {
	leads := 0
	if len(r.Leads) > 0 {
		leads = r.Leads[0]
	}
	s.Add(MatchRef{Task: t.N}, t.Entries(), r.SeatScores(t), leads)
	for _, out := range r.Outs {
		e := OutEvent{t.LineUp[out.Place], MatchRef{Task: t.N, Seat: t.Seat(out.Place)}, out.Failure}
		i := 0
		for i < len(s.recent) && e.before(s.recent[i].MatchRef) {
			i++
		}
		s.recent = slices.Insert(s.recent, i, e)
		s.recent = s.recent[:min(len(s.recent), keepOuts)]
		key := outKey{e.Entry, e.Reason}
		o := s.outs[key]
		if o == nil {
			o = &OutCount{OutEvent: e}
			s.outs[key] = o
		}
		o.Count++
		if e.before(o.MatchRef) {
			o.OutEvent = e
		}
	}
}

const keepOuts = 500

func (s *HighlightSet) add(m Highlight) {
	for k := range s {
		old := &s[k]
		d := 0
		switch Kind(k) {
		case Worst:
			d = cmp.Compare(m.Margin, old.Margin)
		case Best:
			d = cmp.Compare(old.Margin, m.Margin)
		case Closest:
			d = cmp.Compare(abs(m.Margin), abs(old.Margin))
		case Exciting:
			d = cmp.Or(cmp.Compare(old.Leads, m.Leads), cmp.Compare(abs(m.Margin), abs(old.Margin)))
		case Newest:
			d = cmp.Or(cmp.Compare(old.Task, m.Task), cmp.Compare(old.Match, m.Match))
		}
		if !old.Played || d < 0 || d == 0 && m.before(old.MatchRef) {
			*old = m
		}
	}
}

func abs(n int) int { return max(n, -n) }

// Recent returns the last keepOuts outs, newest first.
func (s *Highlights) Recent() []OutEvent { return slices.Clone(s.recent) }

// Outs returns how often each entry went out for each reason, sorted by entry and descending count.
func (s *Highlights) Outs() []OutCount {
	var list []OutCount
	for _, o := range s.outs {
		list = append(list, *o)
	}
	slices.SortFunc(list, func(a, b OutCount) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
