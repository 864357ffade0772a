package harrypotter

import (
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// solvable reports whether a spell has a solution, by trying all groupings.
func solvable(v [hp.NumIngredients]int) bool {
	total := 0
	for _, x := range v {
		total += x
	}
	return total%numGroups == 0 && fill(v, 1<<hp.NumIngredients-1, total/numGroups)
}

func fill(v [hp.NumIngredients]int, left, target int) bool {
	if left == 0 {
		return true
	}
	i := 0
	for left>>i&1 == 0 {
		i++
	}
	for j := i + 1; j < len(v); j++ {
		for k := j + 1; k < len(v); k++ {
			three := 1<<i | 1<<j | 1<<k
			if left&three == three && v[i]+v[j]+v[k] == target && fill(v, left&^three, target) {
				return true
			}
		}
	}
	return false
}

// checkSpell compares solveSpell with solvable.
func checkSpell(t *testing.T, v [hp.NumIngredients]int) {
	t.Helper()
	var out [hp.NumIngredients]int32
	ok := solveSpell(v, out[:])
	if want := solvable(v); ok != want {
		t.Fatalf("solveSpell(%v) = %v, want %v", v, ok, want)
	}
	if !ok {
		return
	}
	var sum, members [numGroups]int
	for i, g := range out {
		if g < 0 || g >= numGroups {
			t.Fatalf("solveSpell(%v): group %d", v, g)
		}
		sum[g] += v[i]
		members[g]++
	}
	for g := range sum {
		if members[g] != 3 || sum[g] != sum[0] {
			t.Fatalf("solveSpell(%v) = %v: groups have sums %v and members %v", v, out, sum, members)
		}
	}
}

// drawIngredients draws ingredients according to the rules: five groups of three with equal sums,
// shuffled.
func drawIngredients(r *sim.Rand) (v [hp.NumIngredients]int) {
	sum := r.Random(5, 30)
	lo, hi := sum/4, sum/2
	perm := r.Permutation(hp.NumIngredients, nil)
	for i := 0; i < hp.NumIngredients; {
		x, y := r.Random(lo, hi), r.Random(lo, hi)
		if z := sum - x - y; lo <= z && z <= hi {
			v[perm[i]], v[perm[i+1]], v[perm[i+2]] = x, y, z
			i += 3
		}
	}
	return v
}

func TestSolveSpellFindsASolutionIfThereIsOne(t *testing.T) {
	t.Parallel()
	r := sim.NewRand(1)
	for range 1500 {
		checkSpell(t, drawIngredients(&r))
	}
	for range 1500 {
		var v [hp.NumIngredients]int
		for i := range v {
			v[i] = r.Random(0, 12)
		}
		checkSpell(t, v)
	}
}

func FuzzSolveSpell(f *testing.F) {
	f.Add([]byte("\x07\x06\x05\x07\x0a\x05\x06\x09\x05\x05\x08\x09\x05\x06\x07"))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var v [hp.NumIngredients]int
		for i, x := range text[:min(len(text), len(v))] {
			v[i] = int(x)
		}
		checkSpell(t, v)
	})
}
