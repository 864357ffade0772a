package highlight

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/record"
)

// Swing is a round in which one player gained much more than the others.
type Swing struct {
	Round  int // the state that shows it
	Seat   int
	Gain   int // points, more than 0
	Source int // which gave most of them, as Game.Sources lists them; -1: none of them gave any
	Most   int // what it gave
}

// Swings lists the n largest swings up to round to, in their order: the larger, the
// more its player gained than the others in the mean. There is one in a round, and none
// where nobody gained more than others. Of equally large ones the first counts.
func Swings(b *figures.Book, to, n int) []Swing {
	type sized struct {
		Swing
		by int // what the player gained and the mean of the others did not, times the others
	}
	var all []sized
	last := b.Points(0)
	for k := 1; k <= min(to, b.Record().Edge()); k++ {
		now := b.Points(k)
		var gain [sim.Seats]int
		sum := 0
		for seat := range gain {
			gain[seat] = b.Record().State(k).Scores()[seat] - b.Record().State(k - 1).Scores()[seat]
			sum += gain[seat]
		}
		best := sized{}
		for seat, g := range gain {
			if by := sim.Seats*g - sum; g > 0 && by > best.by {
				source, most := largest(&now, &last, seat)
				best = sized{Swing{k, seat, g, source, most}, by}
			}
		}
		if best.by > 0 {
			all = append(all, best)
		}
		last = now
	}
	slices.SortStableFunc(all, func(a, b sized) int { return cmp.Compare(b.by, a.by) })
	var list []Swing
	for _, s := range all[:min(n, len(all))] {
		list = append(list, s.Swing)
	}
	slices.SortFunc(list, func(a, b Swing) int { return cmp.Compare(a.Round, b.Round) })
	return list
}

// largest is the source that gave a seat most between two rounds, -1 none, and what
// it gave.
func largest(now, last *sim.Points, seat int) (source, most int) {
	source = -1
	for i := range now {
		if n := now[i][seat] - last[i][seat]; n > most {
			source, most = i, n
		}
	}
	return source, most
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
