// Package offers assigns targets to units, best pairs first:
//
//	var l offers.List
//	l.Add(unit, target, score) // for all possible pairs
//	for unit, target, ok := l.Next(); ok; unit, target, ok = l.Next() {
//		if !taken[target] {
//			taken[target] = true
//			l.Exclude() // no more offers for this unit
//		}
//	}
package offers

import (
	"cmp"
	"slices"
)

// A List holds offers of targets to units. The zero value is ready to use.
type List struct {
	offers   []offer
	sorted   bool
	next     int
	excluded []bool
}

type offer struct {
	score        float64
	unit, target int32
}

func (l *List) Reset() { *l = List{offers: l.offers[:0], excluded: l.excluded[:0]} }

func (l *List) Add(unit, target int, score float64) {
	for unit >= len(l.excluded) {
		l.excluded = append(l.excluded, false)
	}
	l.offers = append(l.offers, offer{score, int32(unit), int32(target)})
}

// Drop removes all offers to unit, the last unit passed to Add.
func (l *List) Drop(unit int) {
	for n := len(l.offers); n > 0 && l.offers[n-1].unit == int32(unit); n-- {
		l.offers = l.offers[:n-1]
	}
}

// Next returns the best remaining offer of a unit that is not excluded, or false if none is left.
// On ties, the lowest unit and then the lowest target come first.
func (l *List) Next() (unit, target int, ok bool) {
	if !l.sorted {
		slices.SortFunc(l.offers, func(a, b offer) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.unit, b.unit), cmp.Compare(a.target, b.target))
		})
		l.sorted = true
	}
	for l.next < len(l.offers) {
		o := &l.offers[l.next]
		if l.next++; !l.excluded[o.unit] {
			return int(o.unit), int(o.target), true
		}
	}
	return 0, 0, false
}

func (l *List) Score() float64 { return l.offers[l.next-1].score }

// Exclude makes Next skip all further offers of the unit it returned last, even after Rewind.
func (l *List) Exclude() { l.excluded[l.offers[l.next-1].unit] = true }

// Rewind makes Next start over with all offers of units that are not excluded.
func (l *List) Rewind() { l.next = 0 }
