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
	Players    []HighlightSet
	pairs      []HighlightSet
	outCounts  map[outKey]*OutCount
	recentOuts []OutEvent
}

// A MatchRef identifies one match of a task and a seat in it.
type MatchRef struct{ Task, Match, Seat int }

func (w MatchRef) before(o MatchRef) bool {
	return cmp.Or(cmp.Compare(w.Task, o.Task), cmp.Compare(w.Match, o.Match), cmp.Compare(w.Seat, o.Seat)) < 0
}

// A HighlightKind is a reason why a match is notable.
type HighlightKind uint8

// On ties, the earliest match is kept.
const (
	WorstMatch    HighlightKind = iota // the entry is furthest behind
	ClosestMatch                       // the margin is smallest
	ExcitingMatch                      // the lead changes most often; ties go to the closest match
	NewestMatch
	BestMatch // the entry is furthest ahead
	HighlightKinds
)

func (k HighlightKind) String() string {
	return [HighlightKinds]string{"worst", "closest", "exciting", "newest", "best"}[k]
}

// A HighlightSet holds an entry's notable matches by kind.
type HighlightSet [HighlightKinds]Highlight

type Highlight struct {
	MatchRef
	Played      bool
	Margin      int // the entry's lead over its best opponent, or over the other entry of a pair
	LeadChanges int
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
	reason sim.FailureReason
}

func NewHighlights(n int) *Highlights {
	return &Highlights{Players: make([]HighlightSet, n), pairs: make([]HighlightSet, n*n), outCounts: map[outKey]*OutCount{}}
}

func (s *Highlights) Pair(a, b int) *HighlightSet { return &s.pairs[a*len(s.Players)+b] }

// Add adds a match, given entries and scores by seat. It ignores ref.Seat.
func (s *Highlights) Add(ref MatchRef, entries, scores [sim.Seats]int, leadChanges int) {
	for seat, e := range entries {
		ref.Seat = seat
		best := math.MinInt
		for other, f := range entries {
			if f == e {
				continue
			}
			best = max(best, scores[other])
			s.Pair(e, f).add(Highlight{ref, true, scores[seat] - scores[other], leadChanges})
		}
		s.Players[e].add(Highlight{ref, true, scores[seat] - best, leadChanges})
	}
}

func (s *Highlights) AddResult(t *schedule.Task, r *Result) {
	leadChanges := 0
	if len(r.LeadChanges) > 0 {
		leadChanges = r.LeadChanges[0]
	}
	s.Add(MatchRef{Task: t.N}, t.Entries(), r.SeatScores(t), leadChanges)
	for _, out := range r.Outs {
		e := OutEvent{t.LineUp[out.Place], MatchRef{Task: t.N, Seat: t.Seat(out.Place)}, out.Failure}
		i := 0
		for i < len(s.recentOuts) && e.before(s.recentOuts[i].MatchRef) {
			i++
		}
		s.recentOuts = slices.Insert(s.recentOuts, i, e)
		s.recentOuts = s.recentOuts[:min(len(s.recentOuts), maxRecentOuts)]
		key := outKey{e.Entry, e.Reason}
		o := s.outCounts[key]
		if o == nil {
			o = &OutCount{OutEvent: e}
			s.outCounts[key] = o
		}
		o.Count++
		if e.before(o.MatchRef) {
			o.OutEvent = e
		}
	}
}

const maxRecentOuts = 500

func (s *HighlightSet) add(m Highlight) {
	for k := range s {
		old := &s[k]
		d := 0
		switch HighlightKind(k) {
		case WorstMatch:
			d = cmp.Compare(m.Margin, old.Margin)
		case BestMatch:
			d = cmp.Compare(old.Margin, m.Margin)
		case ClosestMatch:
			d = cmp.Compare(abs(m.Margin), abs(old.Margin))
		case ExcitingMatch:
			d = cmp.Or(cmp.Compare(old.LeadChanges, m.LeadChanges), cmp.Compare(abs(m.Margin), abs(old.Margin)))
		case NewestMatch:
			d = cmp.Or(cmp.Compare(old.Task, m.Task), cmp.Compare(old.Match, m.Match))
		}
		if !old.Played || d < 0 || d == 0 && m.before(old.MatchRef) {
			*old = m
		}
	}
}

func abs(n int) int { return max(n, -n) }

// RecentOuts returns the last maxRecentOuts outs, newest first.
func (s *Highlights) RecentOuts() []OutEvent { return slices.Clone(s.recentOuts) }

// OutCounts returns how often each entry went out for each reason, sorted by entry and descending
// count.
func (s *Highlights) OutCounts() []OutCount {
	var list []OutCount
	for _, o := range s.outCounts {
		list = append(list, *o)
	}
	slices.SortFunc(list, func(a, b OutCount) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
