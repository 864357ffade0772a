package offers

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// pair is an offer as a plain list has it.
type pair struct {
	score        float64
	unit, target int
}

func order(a, b pair) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.unit, b.unit), cmp.Compare(a.target, b.target))
}

// rest is the highest score in a list.
func rest(list []pair) float64 {
	most := 0.0
	for _, p := range list {
		most = max(most, p.score)
	}
	return most
}

// Offers come as if they were sorted, those of settled units not at all;
// it makes no difference when they are added.
func TestOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	var l List // one for all: it must forget what was before
	for range 500 {
		l.Reset()
		var want []pair
		kept := map[int][]pair{} // what a unit gets when it is asked for more
		for unit := range r.IntN(12) {
			n := len(want)
			for target := range r.IntN(10) {
				p := pair{float64(1 + r.IntN(6)), unit, target}
				if r.IntN(3) > 0 {
					want = append(want, p)
				}
			}
			r.Shuffle(len(want)-n, func(i, j int) { want[n+i], want[n+j] = want[n+j], want[n+i] })
			kept[unit] = nil
			for i, p := range want[n:] {
				if most := rest(want[n+i:]); most > 0 && r.IntN(4) == 0 {
					kept[unit] = want[n+i:]
					l.Expect(unit, most)
					break
				}
				l.Add(p.unit, p.target, p.score)
			}
			if r.IntN(5) == 0 {
				l.Drop(unit)
				want = want[:n]
				kept[unit] = nil
			}
			kept[unit] = slices.Clone(kept[unit])
		}
		slices.SortFunc(want, order)
		next := func() (int, int, bool) {
			for {
				unit, target, ok := l.Next()
				if !ok || target != More {
					return unit, target, ok
				}
				n := r.IntN(len(kept[unit]) + 1)
				for _, p := range kept[unit][:n] {
					l.Add(p.unit, p.target, p.score)
				}
				if kept[unit] = kept[unit][n:]; len(kept[unit]) > 0 {
					l.Expect(unit, rest(kept[unit]))
				}
			}
		}
		settled := map[int]bool{}
		for again := range 3 {
			if again > 0 {
				l.Again()
				want = slices.DeleteFunc(want, func(p pair) bool { return settled[p.unit] })
			}
			for _, p := range want {
				if settled[p.unit] {
					continue
				}
				if unit, target, ok := next(); !ok || unit != p.unit || target != p.target {
					t.Fatalf("the next is (%d, %d), %v, want %+v", unit, target, ok, p)
				}
				if r.IntN(4) == 0 {
					settled[p.unit] = true
					l.Settle()
				}
			}
			if unit, target, ok := next(); ok {
				t.Fatalf("(%d, %d) comes behind the last", unit, target)
			}
		}
	}
}
