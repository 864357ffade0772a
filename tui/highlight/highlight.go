// Package highlight finds the moments of a match that are worth showing to
// somebody who has not much time.
package highlight

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/record"
)

// Around are the rounds before and after a moment that show how it came and
// what it led to.
const (
	Before = 4
	After  = 4
)

// out is what a player's going out weighs, in events of the first rank.
const out = 3

// Weight says how eventful the turn is that led to state k: marked events
// count the more, the better their rank; 0: nothing that is marked.
func Weight(rec *record.Record, k int) float64 {
	t := rec.Turn(k - 1)
	if t == nil {
		return 0
	}
	kinds := rec.Meta().Game.Legend().Events
	sum := 0.0
	for i := range t.Events {
		if e := int(t.Events[i].Kind); e < len(kinds) && kinds[e].Mark {
			sum += 1 / float64(1+kinds[e].Rank)
		}
	}
	if t.Known&sim.KnownReports != 0 {
		for seat := range t.Seats {
			if o := t.Seats[seat].Out; o != nil && o.Round == t.Round {
				sum += out
			}
		}
	}
	return sum
}

// Moments lists the n most eventful of the rounds from to to (a state's number
// is that of the round that it begins; its events are those that led to it),
// in their order. What is shown around two of them does not overlap. Of
// equally eventful rounds the first counts. A quiet match has fewer.
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
		near := func(k int) bool { return k-m.round <= Before+After && m.round-k <= Before+After }
		if len(rounds) < n && !slices.ContainsFunc(rounds, near) {
			rounds = append(rounds, m.round)
		}
	}
	slices.Sort(rounds)
	return rounds
}

// Rounds lists the rounds around moments, which are in order, as far as they
// lie between from and to.
func Rounds(moments []int, from, to int) []int {
	var list []int
	for _, m := range moments {
		for k := max(m-Before, from); k <= min(m+After, to); k++ {
			if len(list) == 0 || k > list[len(list)-1] {
				list = append(list, k)
			}
		}
	}
	return list
}

// Swing is a round in which one player gained much more than the others.
type Swing struct {
	Round  int // the state that shows it
	Seat   int
	Gain   int // points, more than 0
	Source int // which gave most of them, as Game.Sources lists them; -1: none of them gave any
	Most   int // what it gave
	by     int // what the player gained and the mean of the others did not, times the others
}

// MaxSwings is how many of the largest swings are known of any round.
const MaxSwings = 5

// Swings are the largest swings of a record, read once for all who ask. They may be
// used by many goroutines.
type Swings struct {
	book *figures.Book
	read *record.Reading[[][]Swing] // the largest ones until each state
}

// NewSwings makes the swings of the record of a book; nothing is read yet.
func NewSwings(b *figures.Book) *Swings {
	s := &Swings{book: b}
	s.read = record.NewReading(b.Record(), func() [][]Swing { return nil }, func(list *[][]Swing, k int) bool {
		var largest []Swing
		if k > 0 {
			largest = with((*list)[k-1], s.of(k))
		}
		*list = append(*list, largest)
		return true
	})
	return s
}

// of is the swing that led to state k, from 1; it is by 0 where nobody gained more than others.
func (s *Swings) of(k int) (best Swing) {
	rec := s.book.Record()
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
		if by := sim.Seats*gain - sum; gain > 0 && by > best.by {
			best = Swing{Round: k, Seat: seat, Gain: gain, by: by}
		}
	}
	if best.by > 0 {
		best.Source = -1
		now, last := s.book.Points(k), s.book.Points(k-1)
		for i := range now {
			if n := now[i][best.Seat] - last[i][best.Seat]; n > best.Most {
				best.Source, best.Most = i, n
			}
		}
	}
	return best
}

// with are the largest swings so far with a newer one, if it is one of them. Of equally large ones
// the first counts.
func with(list []Swing, s Swing) []Swing {
	if s.by == 0 {
		return list
	}
	list = append(slices.Clone(list), s)
	if len(list) > MaxSwings {
		least := 0
		for i := range list {
			if list[i].by <= list[least].by {
				least = i
			}
		}
		list = slices.Delete(list, least, least+1)
	}
	return list
}

// Until lists the largest swings up to round k, in their order: the larger, the more its
// player gained than the others in the mean. There is one in a round, and none where nobody
// gained more than others. The list is shared: read only.
func (s *Swings) Until(k int) []Swing {
	all := *s.read.To(k)
	if len(all) == 0 {
		return nil
	}
	return all[min(k, len(all)-1)]
}

// Reason is the event that says best why a seat gained in the round that led to state k:
// the first of what it did that ranks best. It is nil where there is none; more is how many
// others of its kind there are.
func Reason(rec *record.Record, k, seat int) (best *sim.Event, more int) {
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
			best, more = e, 0
		case e.Kind == best.Kind:
			more++
		}
	}
	return best, more
}
