// Package highlight finds the most eventful rounds of a match ([Moments]) and the largest swings in
// the scores ([NewSwings]).
package highlight

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/stats"
)

const (
	RoundsBefore = 4
	RoundsAfter  = 4
)

// Weight returns how eventful the turn before state k is. Each timeline event adds at most 1,
// depending on its kind, and each player going out adds 3.
func Weight(rec *record.Record, k int) float64 {
	t := rec.Turn(k - 1)
	if t == nil {
		return 0
	}
	kinds := rec.Meta().Game.Legend().Events
	sum := 0.0
	for i := range t.Events {
		if e := int(t.Events[i].Kind); e < len(kinds) && kinds[e].OnTimeline {
			sum += 1 / float64(1+kinds[e].Rank)
		}
	}
	if t.KnownParts&sim.KnownReports != 0 {
		for seat := range t.Reports {
			if o := t.Reports[seat].Failure; o != nil && o.Round == t.Round {
				sum += 3
			}
		}
	}
	return sum
}

// Moments returns up to n of the most eventful rounds in a range, in ascending order. The rounds
// shown around different moments do not overlap.
func Moments(rec *record.Record, from, to, n int) []int {
	type moment struct {
		round  int
		weight float64
	}
	var all []moment
	for k := max(from, 1); k <= min(to, rec.Edge()); k++ {
		if w := Weight(rec, k); w > 0 {
			all = append(all, moment{k, w})
		}
	}
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Compare(b.weight, a.weight) })
	var rounds []int
	for _, m := range all {
		near := func(k int) bool {
			return k-m.round <= RoundsBefore+RoundsAfter && m.round-k <= RoundsBefore+RoundsAfter
		}
		if len(rounds) < n && !slices.ContainsFunc(rounds, near) {
			rounds = append(rounds, m.round)
		}
	}
	slices.Sort(rounds)
	return rounds
}

// Rounds returns the rounds to show around the moments, limited to a range.
func Rounds(moments []int, from, to int) []int {
	var list []int
	for _, m := range moments {
		for k := max(m-RoundsBefore, from); k <= min(m+RoundsAfter, to); k++ {
			if len(list) == 0 || k > list[len(list)-1] {
				list = append(list, k)
			}
		}
	}
	return list
}

// A Swing is a round in which a player gained much more than the others.
type Swing struct {
	Round      int // round of the state after the swing
	Seat       int
	Gain       int
	Source     int // index of the main source of the points gained, or -1
	SourceGain int
	excess     int // four times the difference between the gain and the mean gain of all players
}

const MaxSwings = 5

// Swings finds the largest swings of a record. All viewers share its results. It is safe for
// concurrent use.
type Swings struct {
	history *stats.History
	largest *record.Fold[[][]Swing]
}

func NewSwings(history *stats.History) *Swings {
	s := &Swings{history: history}
	s.largest = record.NewFold(history.Record(), func() [][]Swing { return nil }, func(list *[][]Swing, k int) bool {
		var largest []Swing
		if k > 0 {
			largest = insert((*list)[k-1], s.swingAt(k))
		}
		*list = append(*list, largest)
		return true
	})
	return s
}

// swingAt returns the swing in the turn before state k. Its excess is 0 if the turn is missing or
// no player gained more than the mean.
func (s *Swings) swingAt(k int) (best Swing) {
	rec := s.history.Record()
	if rec.Turn(k - 1).Missing {
		return Swing{}
	}
	was, now := rec.State(k-1).Scores(), rec.State(k).Scores()
	sum := 0
	for seat := range now {
		sum += now[seat] - was[seat]
	}
	for seat := range now {
		gain := now[seat] - was[seat]
		if by := sim.Seats*gain - sum; gain > 0 && by > best.excess {
			best = Swing{Round: k, Seat: seat, Gain: gain, excess: by}
		}
	}
	if best.excess > 0 {
		best.Source = -1
		now, last := s.history.Points(k), s.history.Points(k-1)
		for i := range now {
			if n := now[i][best.Seat] - last[i][best.Seat]; n > best.SourceGain {
				best.Source, best.SourceGain = i, n
			}
		}
	}
	return best
}

func insert(list []Swing, s Swing) []Swing {
	if s.excess == 0 {
		return list
	}
	list = append(slices.Clone(list), s)
	if len(list) > MaxSwings {
		smallest := 0
		for i := range list {
			if list[i].excess <= list[smallest].excess {
				smallest = i
			}
		}
		list = slices.Delete(list, smallest, smallest+1)
	}
	return list
}

// UpTo returns the largest swings up to round k, sorted by round. Callers must not modify the
// slice.
func (s *Swings) UpTo(k int) []Swing {
	all := *s.largest.UpTo(k)
	if len(all) == 0 {
		return nil
	}
	return all[min(k, len(all)-1)]
}

// MainEvent returns a seat's most important event in the turn before state k, or nil, and the number
// of other events of the same kind.
func MainEvent(rec *record.Record, k, seat int) (best *sim.Event, otherCount int) {
	t := rec.Turn(k - 1)
	if t == nil {
		return nil, 0
	}
	kinds := rec.Meta().Game.Legend().Events
	for i := range t.Events {
		e := &t.Events[i]
		switch {
		case int(e.Seat) != seat || int(e.Kind) >= len(kinds):
		case best == nil || kinds[e.Kind].Rank < kinds[best.Kind].Rank:
			best, otherCount = e, 0
		case e.Kind == best.Kind:
			otherCount++
		}
	}
	return best, otherCount
}
