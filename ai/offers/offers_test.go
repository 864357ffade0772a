package offers

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestOffersComeSortedAndWithoutSettledUnits(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	var l List // reused, to check that Reset removes earlier offers
	for range 500 {
		l.Reset()
		var want []offer
		for unit := range int32(r.IntN(12)) {
			n := len(want)
			for _, target := range r.Perm(r.IntN(10)) {
				o := offer{float64(1 + r.IntN(6)), unit, int32(target)}
				l.Add(int(unit), target, o.score)
				want = append(want, o)
			}
			if r.IntN(5) == 0 {
				l.Drop(int(unit))
				want = want[:n]
			}
		}
		slices.SortFunc(want, func(a, b offer) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.unit, b.unit), cmp.Compare(a.target, b.target))
		})
		settled := map[int32]bool{}
		for range 3 {
			for _, o := range want {
				if settled[o.unit] {
					continue
				}
				if unit, target, ok := l.Next(); !ok || unit != int(o.unit) || target != int(o.target) {
					t.Fatalf("got offer (%d, %d), %v, want %+v", unit, target, ok, o)
				}
				if r.IntN(4) == 0 {
					settled[o.unit] = true
					l.Exclude()
				}
			}
			if unit, target, ok := l.Next(); ok {
				t.Fatalf("got offer (%d, %d), want none", unit, target)
			}
			l.Rewind()
		}
	}
}
