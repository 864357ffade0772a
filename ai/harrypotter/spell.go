package harrypotter

import hp "game-tui/sim/harrypotter"

// The ingredients of a spell go into groups of three.
const (
	numIngredients = hp.NumIngredients
	numGroups      = numIngredients / 3
)

// solveSpell puts the ingredients into five groups of three with equal sums:
// out[i] becomes the group of ingredient i. It reports whether there is a way.
//
// The largest ingredient left goes first, for it has the fewest partners; the
// two others are found by walking inwards from both ends of the sorted rest. So
// an engine's spell takes about a microsecond.
func solveSpell(ingredients [numIngredients]int, out []int32) bool {
	total := 0
	var sorted [numIngredients]int8 // indices, largest ingredient first
	for i, x := range ingredients {
		total += x
		j := i
		for ; j > 0 && ingredients[sorted[j-1]] < x; j-- {
			sorted[j] = sorted[j-1]
		}
		sorted[j] = int8(i)
	}
	if total%numGroups != 0 || len(out) != numIngredients {
		return false
	}
	v := speller{out: out, target: total / numGroups}
	for i, j := range sorted {
		v.index[i] = j
		v.value[i] = ingredients[j]
	}
	return v.group(1<<numIngredients-1, 0)
}

// speller is a search under way.
type speller struct {
	value  [numIngredients]int
	index  [numIngredients]int8
	out    []int32
	target int
}

// group fills group g and those after it from the ingredients in left, a bit
// each.
func (v *speller) group(left uint16, g int32) bool {
	if left == 0 {
		return true
	}
	a := 0
	for left>>a&1 == 0 {
		a++
	}
	for lo, hi := a+1, numIngredients-1; lo < hi; {
		sum := v.value[a] + v.value[lo] + v.value[hi]
		switch {
		case left>>lo&1 == 0 || sum > v.target:
			lo++
		case left>>hi&1 == 0 || sum < v.target:
			hi--
		default:
			if v.group(left&^(1<<a|1<<lo|1<<hi), g+1) {
				v.out[v.index[a]], v.out[v.index[lo]], v.out[v.index[hi]] = g, g, g
				return true
			}
			// The same two values taken elsewhere would fail alike.
			for x := v.value[lo]; lo < hi && v.value[lo] == x; {
				lo++
			}
			for x := v.value[hi]; lo < hi && v.value[hi] == x; {
				hi--
			}
		}
	}
	return false
}
