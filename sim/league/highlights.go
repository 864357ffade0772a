package league

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
)

// Highlights are the matches of a tournament or a batch that are worth a look. They do
// not depend on the order in which matches are added.
type Highlights struct {
	Players []HighlightSet
	pairs   []HighlightSet // n×n: of a with b at [a*n+b]
	outs    map[outKey]*OutCount
	recent  []OutEvent // the last ones, in the order of matches; see keepOuts
}

// MatchRef is a place in a tournament: a match of a task, and a seat of the match.
type MatchRef struct{ Task, Match, Seat int }

func (w MatchRef) before(o MatchRef) bool {
	return cmp.Or(cmp.Compare(w.Task, o.Task), cmp.Compare(w.Match, o.Match), cmp.Compare(w.Seat, o.Seat)) < 0
}

// Kind is why a match is worth a look.
type Kind uint8

// The kinds. The first of equal matches counts.
const (
	Worst    Kind = iota // the score was furthest behind
	Closest              // the score was nearest
	Exciting             // the lead changed hands most often; of equals, the closest
	Newest               // the last that was played
	Best                 // the score was furthest ahead
	Kinds
)

// String is what the kind is called where it is chosen.
func (k Kind) String() string {
	return [Kinds]string{"worst", "closest", "exciting", "newest", "best"}[k]
}

// HighlightSet are the matches of one entry against all others, or against one of them, by kind.
type HighlightSet [Kinds]Highlight

// Highlight is a match that is worth a look.
type Highlight struct {
	MatchRef
	Played bool // there is one; the zero value is none
	Margin int  // the entry's score, less the best of those that it is compared with
	Leads  int  // how often the lead changed hands
}

// OutEvent is a player's going out.
type OutEvent struct {
	Entry int
	MatchRef
	sim.Out
}

// OutCount is how often an entry went out for a reason, and when it did first.
type OutCount struct {
	OutEvent
	Count int // of matches
}

// outKey is an entry, and why it went out.
type outKey struct {
	entry  int
	reason sim.Reason
}

// NewHighlights are those of n entries that have not played.
func NewHighlights(n int) *Highlights {
	return &Highlights{Players: make([]HighlightSet, n), pairs: make([]HighlightSet, n*n), outs: map[outKey]*OutCount{}}
}

// Pair are the matches of entry a with entry b, whose score margins are about.
func (s *Highlights) Pair(a, b int) *HighlightSet { return &s.pairs[a*len(s.Players)+b] }

// Add takes in a match: who sat on each seat, as entries, the scores by seat, and how
// often the lead changed hands. The place's seat is of no account.
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

// AddResult takes in what came of a task.
func (s *Highlights) AddResult(t *Task, r *Result) {
	leads := 0
	if len(r.Leads) > 0 {
		leads = r.Leads[0]
	}
	s.Add(MatchRef{Task: t.N}, t.Entries(), r.Seats(t), leads)
	for _, o := range r.Outs {
		e := OutEvent{t.LineUp[o.Place], MatchRef{Task: t.N, Seat: t.Seat(o.Place)}, o.Out}
		s.keep(e)
		s.count(e)
	}
}

// add keeps a match where it is better than the one that is kept.
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

// count counts an out, and keeps the first one.
func (s *Highlights) count(e OutEvent) {
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

// keepOuts is how many of the last outs are kept.
const keepOuts = 500

// keep takes in an out, in the order of matches.
func (s *Highlights) keep(o OutEvent) {
	i := len(s.recent)
	for i > 0 && o.before(s.recent[i-1].MatchRef) {
		i--
	}
	s.recent = slices.Insert(s.recent, i, o)
	if len(s.recent) > keepOuts {
		s.recent = slices.Delete(s.recent, 0, 1)
	}
}

// Recent lists the outs of the last matches that have any, the last first.
func (s *Highlights) Recent() []OutEvent {
	list := slices.Clone(s.recent)
	slices.Reverse(list)
	return list
}

// Outs lists who went out for which reason: by entry, the most frequent first.
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
