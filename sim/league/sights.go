package league

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
)

// Sights are the matches of a tournament that are worth a look.
type Sights struct {
	Players []Sight
	outs    []map[sim.Reason]*OutSight // by entry
}

// Where is a place in a tournament: a match of a task, and a seat of the match.
type Where struct{ Task, Match, Seat int }

func (w Where) before(o Where) bool {
	return cmp.Or(cmp.Compare(w.Task, o.Task), cmp.Compare(w.Match, o.Match), cmp.Compare(w.Seat, o.Seat)) < 0
}

// Sight are the matches of one entry. A margin is its score less that of the best
// of the others.
type Sight struct {
	Worst, Closest             Where
	WorstMargin, ClosestMargin int
	Played                     bool // there are any
}

// OutSight says how often an entry went out for a reason, and when it did first.
type OutSight struct {
	Entry int
	Count int // of matches
	First Where
	sim.Out
}

func newSights(n int) *Sights {
	return &Sights{make([]Sight, n), make([]map[sim.Reason]*OutSight, n)}
}

// AddResult takes in what came of a task.
func (s *Sights) AddResult(t *Task, r *Result) {
	for m, row := range r.Scores {
		for seat, place := range t.Plays[m] {
			best := math.MinInt
			for other, score := range row {
				if t.LineUp[other] != t.LineUp[place] {
					best = max(best, score)
				}
			}
			s.Players[t.LineUp[place]].add(Where{t.N, m, seat}, row[place]-best)
		}
	}
	for i, o := range r.Outs {
		if i > 0 && r.Outs[i-1].Match == o.Match && t.LineUp[r.Outs[i-1].Place] == t.LineUp[o.Place] && r.Outs[i-1].Reason == o.Reason {
			continue // it has two seats, and the match counts once
		}
		s.out(t.LineUp[o.Place], Where{t.N, o.Match, t.Seat(o.Match, o.Place)}, o.Out)
	}
}

func (s *Sight) add(at Where, margin int) {
	if d := cmp.Compare(margin, s.WorstMargin); !s.Played || d < 0 || d == 0 && at.before(s.Worst) {
		s.Worst, s.WorstMargin = at, margin
	}
	if d := cmp.Compare(abs(margin), abs(s.ClosestMargin)); !s.Played || d < 0 || d == 0 && at.before(s.Closest) {
		s.Closest, s.ClosestMargin = at, margin
	}
	s.Played = true
}

func abs(n int) int { return max(n, -n) }

func (s *Sights) out(entry int, at Where, out sim.Out) {
	if s.outs[entry] == nil {
		s.outs[entry] = map[sim.Reason]*OutSight{}
	}
	o := s.outs[entry][out.Reason]
	if o == nil {
		o = &OutSight{Entry: entry, First: at, Out: out}
		s.outs[entry][out.Reason] = o
	}
	o.Count++
	if at.before(o.First) {
		o.First, o.Out = at, out
	}
}

// Outs lists who went out for which reason: by entry, the most frequent first.
func (s *Sights) Outs() []OutSight {
	var list []OutSight
	for _, reasons := range s.outs {
		for _, o := range reasons {
			list = append(list, *o)
		}
	}
	slices.SortFunc(list, func(a, b OutSight) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}
