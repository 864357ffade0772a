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
//
// Where it is costly to find out what a unit could go for, it may begin with what
// is near, and say by Expect how good the rest can be at most. The rest is asked
// for when it may be better than all other offers, which is often never.
package offers

// More in place of a target asks for further offers of a unit: see List.Expect.
const More = -1

// List is a collection of offers. It sorts no more of them than Next is asked for,
// and keeps its memory for the next Reset. The zero value is empty.
type List struct {
	offers []offer
	units  []unit
	heap   []int32 // indices of units that may have offers left, the best first
	sorted bool    // heap is one, but for its first unit where changed is set
	change bool
}

// offer is a target as one unit sees it.
type offer struct {
	score  float64
	target int32
	next   int32 // index of the unit's next offer in the same list, -1 none
}

// better is the order of the offers of one unit.
func (a *offer) better(b *offer) bool {
	return a.score > b.score || a.score == b.score && a.target < b.target
}

// unit has two lists of offers by index of the first, -1 for none.
type unit struct {
	id      int32
	left    int32 // what has not come yet, the best first once lift was called
	came    int32
	settled bool
	rest    float64 // no offer that is yet to be added is better; 0 there will be none
	best    float64 // of those left and the rest
}

func (u *unit) before(v *unit) bool {
	return u.best > v.best || u.best == v.best && u.id < v.id
}

// Reset empties the list.
func (l *List) Reset() {
	l.offers, l.units, l.heap = l.offers[:0], l.units[:0], l.heap[:0]
	l.sorted, l.change = false, false
}

// unit returns the unit that is added or asked for at present.
func (l *List) unit(id int) *unit {
	if l.change && l.units[l.heap[0]].id == int32(id) {
		return &l.units[l.heap[0]]
	}
	if k := len(l.units) - 1; k >= 0 && l.units[k].id == int32(id) {
		return &l.units[k]
	}
	l.units = append(l.units, unit{id: int32(id), left: -1, came: -1})
	return &l.units[len(l.units)-1]
}

// Add notes that a unit could go for a target. Scores are above 0 and a pair comes
// once. Units come in ascending order, and the unit for which Next has asked for
// More again.
func (l *List) Add(id, target int, score float64) {
	u := l.unit(id)
	l.offers = append(l.offers, offer{score, int32(target), u.left})
	u.left = int32(len(l.offers) - 1)
}

// Expect says that a unit may get more offers, none of them with a score above
// most. Next returns the target More when they should be added; the unit then
// gets all of them, or some and a new Expect.
func (l *List) Expect(id int, most float64) { l.unit(id).rest = most }

// Drop takes back the offers of a unit, the one that is added at present.
func (l *List) Drop(id int) {
	if k := len(l.units) - 1; k >= 0 && l.units[k].id == int32(id) {
		l.units = l.units[:k]
	}
}

// Next returns the best offer that has not come yet, of a unit that is not
// settled: that of the highest score, among equals of the lowest unit, then of the
// lowest target. ok is false when there are no more.
func (l *List) Next() (id, target int, ok bool) {
	if !l.sorted {
		l.Again()
	}
	if l.change {
		l.change = false
		l.lift(&l.units[l.heap[0]])
		l.sink(0)
	}
	for len(l.heap) > 0 {
		u := &l.units[l.heap[0]]
		if u.settled || u.best == 0 {
			last := len(l.heap) - 1
			l.heap[0] = l.heap[last]
			l.heap = l.heap[:last]
			l.sink(0)
			continue
		}
		l.change = true
		if u.rest == u.best {
			u.rest = 0
			return int(u.id), More, true
		}
		best := &l.offers[u.left]
		u.left, best.next, u.came = best.next, u.came, u.left
		return int(u.id), int(best.target), true
	}
	return 0, 0, false
}

// Known is the score of the best offer that the unit has left of which Next has asked
// for More, 0 when there is none.
func (l *List) Known() float64 {
	if u := &l.units[l.heap[0]]; u.left >= 0 {
		return l.offers[u.left].score
	}
	return 0
}

// Settle ends the offers of the unit whose offer came last; Again does not bring
// them back.
func (l *List) Settle() { l.units[l.heap[0]].settled = true }

// Again lets all offers of units that are not settled come once more.
func (l *List) Again() {
	l.sorted, l.change, l.heap = true, false, l.heap[:0]
	for i := range l.units {
		u := &l.units[i]
		if u.settled {
			continue
		}
		for u.came >= 0 {
			o := &l.offers[u.came]
			u.came, o.next, u.left = o.next, u.left, u.came
		}
		l.lift(u)
		l.heap = append(l.heap, int32(i))
	}
	for i := len(l.heap)/2 - 1; i >= 0; i-- {
		l.sink(i)
	}
}

// lift brings the best offer that a unit has left to the head of its list.
func (l *List) lift(u *unit) {
	u.best = u.rest
	if u.settled || u.left < 0 {
		return
	}
	best, before := u.left, int32(-1)
	for i := u.left; l.offers[i].next >= 0; i = l.offers[i].next {
		if next := l.offers[i].next; l.offers[next].better(&l.offers[best]) {
			best, before = next, i
		}
	}
	if before >= 0 {
		l.offers[before].next = l.offers[best].next
		l.offers[best].next, u.left = u.left, best
	}
	u.best = max(u.best, l.offers[best].score)
}

// sink moves the i-th of the heap down to its place.
func (l *List) sink(i int) {
	for {
		first := i
		for k := 2*i + 1; k <= 2*i+2 && k < len(l.heap); k++ {
			if l.units[l.heap[k]].before(&l.units[l.heap[first]]) {
				first = k
			}
		}
		if first == i {
			return
		}
		l.heap[i], l.heap[first] = l.heap[first], l.heap[i]
		i = first
	}
}
