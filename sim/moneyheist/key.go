package moneyheist

import "math/bits"

// Opens reports whether key solves hints: every label from 0 on is given to
// three hints, of which one is the sum of the other two.
func Opens(hints, key []int32) bool {
	n := len(hints) / 3
	if len(key) != len(hints) {
		return false
	}
	members := make([]triplet, n)
	for i, label := range key {
		if uint32(label) >= uint32(n) {
			return false
		}
		t := &members[label]
		if t.n == 3 {
			return false
		}
		t.hint[t.n] = hints[i]
		t.n++
	}
	// 3n hints in n triplets of at most three: all have three.
	for _, t := range members {
		if !fit(t.hint[0], t.hint[1], t.hint[2]) {
			return false
		}
	}
	return true
}

type triplet struct {
	hint [3]int32
	n    int
}

// fit reports whether one of three hints is the sum of the other two.
func fit(x, y, z int32) bool { return x+y == z || x+z == y || y+z == x }

// Solve works with one bit per hint, and gives up on tangles far worse than
// those of any match.
const (
	maxSolve = 63
	maxLooks = 2_000_000 // at triplets: some milliseconds
)

// Solve finds a key for hints. It reports false where there is none, and where
// there are more hints than it can deal with.
func Solve(hints []int32) ([]int32, bool) {
	if len(hints)%3 != 0 || len(hints) > maxSolve {
		return nil, false
	}
	s := solver{key: make([]int32, len(hints))}
	for a := range hints {
		for b := a + 1; b < len(hints); b++ {
			for c := b + 1; c < len(hints); c++ {
				if fit(hints[a], hints[b], hints[c]) {
					t := uint64(1)<<a | 1<<b | 1<<c
					s.with[a] = append(s.with[a], t)
					s.with[b] = append(s.with[b], t)
					s.with[c] = append(s.with[c], t)
				}
			}
		}
	}
	if !s.search(1<<len(hints)-1, 0) {
		return nil, false
	}
	return s.key, true
}

// solver covers the hints with triplets that fit.
type solver struct {
	with  [maxSolve][]uint64 // triplets that hold a hint
	key   []int32
	looks int
}

// search gives labels from label on to the hints that are left. It always goes
// on with the hint that has the fewest triplets left: most dead ends show at
// once.
func (s *solver) search(left uint64, label int32) bool {
	if left == 0 {
		return true
	}
	if s.looks > maxLooks {
		return false
	}
	best, fewest := 0, -1
	for m := left; m != 0; m &= m - 1 {
		h := bits.TrailingZeros64(m)
		n := 0
		s.looks += len(s.with[h])
		for _, t := range s.with[h] {
			if t&^left == 0 {
				n++
			}
		}
		if fewest < 0 || n < fewest {
			best, fewest = h, n
		}
		if n == 0 {
			return false
		}
	}
	for _, t := range s.with[best] {
		if t&^left == 0 && s.search(left&^t, label+1) {
			for m := t; m != 0; m &= m - 1 {
				s.key[bits.TrailingZeros64(m)] = label
			}
			return true
		}
	}
	return false
}
