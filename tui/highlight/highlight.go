// Package highlight finds the moments of a match that are worth showing to
// somebody who has not much time.
package highlight

import (
	"cmp"
	"slices"

	"game-tui/sim"
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

// weight says how eventful the turn is that led to state k: marked events
// count the more, the better their rank; 0: nothing that is marked.
func weight(rec *record.Record, k int) float64 {
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
		if w := weight(rec, k); w > 0 {
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
