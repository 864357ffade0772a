package sim

import "iter"

// Events are those of the turns from one up to another, that one not included, as far as
// turn, which gives a turn by its number, has them; each with the number of its turn. Those of
// kinds that the legend does not have, which a file may name, are left out.
func Events(turn func(k int) *Turn, l *Legend, from, until int) iter.Seq2[int, *Event] {
	return func(yield func(int, *Event) bool) {
		for k := from; k < until; k++ {
			t := turn(k)
			if t == nil {
				return
			}
			for i := range t.Events {
				if e := &t.Events[i]; int(e.Kind) < len(l.Events) && !yield(k, e) {
					return
				}
			}
		}
	}
}
