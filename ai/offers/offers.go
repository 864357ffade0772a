// Package offers shares out targets among the units of a player: the best pairs
// of unit and target come first.
//
//	var l offers.List
//	l.Reset()
//	for unit := range units {
//		l.Add(unit, target, score) // for each target that the unit could go for
//	}
//	for unit, target, ok := l.Next(); ok; unit, target, ok = l.Next() {
//		if !taken[target] {
//			taken[target] = true
//			l.Settle() // the unit gets no more offers
//		}
//	}
package offers

import (
	"cmp"
	"slices"
)

// List is a collection of offers. It keeps its memory for the next Reset. The zero value is empty.
type List struct {
	offers  []offer
	sorted  bool
	next    int    // index of the offer that comes next
	settled []bool // by unit
}

// offer is a target as one unit sees it.
type offer struct {
	score        float64
	unit, target int32
}

// Reset empties the list.
func (l *List) Reset() { *l = List{offers: l.offers[:0], settled: l.settled[:0]} }

// Add notes that a unit could go for a target. Units are numbered from 0, and a pair comes once.
func (l *List) Add(unit, target int, score float64) {
	for unit >= len(l.settled) {
		l.settled = append(l.settled, false)
	}
	l.offers = append(l.offers, offer{score, int32(unit), int32(target)})
}

// Drop takes back the offers of the unit that was added last.
func (l *List) Drop(unit int) {
	for n := len(l.offers); n > 0 && l.offers[n-1].unit == int32(unit); n-- {
		l.offers = l.offers[:n-1]
	}
}

// Next returns the best offer that has not come yet, of a unit that is not
// settled: that of the highest score, among equals of the lowest unit, then of the
// lowest target. ok is false when there are no more.
func (l *List) Next() (unit, target int, ok bool) {
	if !l.sorted {
		slices.SortFunc(l.offers, func(a, b offer) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.unit, b.unit), cmp.Compare(a.target, b.target))
		})
		l.sorted = true
	}
	for l.next < len(l.offers) {
		o := &l.offers[l.next]
		if l.next++; !l.settled[o.unit] {
			return int(o.unit), int(o.target), true
		}
	}
	return 0, 0, false
}

// Score is that of the offer that came last.
func (l *List) Score() float64 { return l.offers[l.next-1].score }

// Settle ends the offers of the unit whose offer came last; Again does not bring
// them back.
func (l *List) Settle() { l.settled[l.offers[l.next-1].unit] = true }

// Again lets all offers of units that are not settled come once more.
func (l *List) Again() { l.next = 0 }
