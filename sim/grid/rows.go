// Package grid provides sets of board cells and generates the same walls as the official engines. A
// [Set] has one 64-bit word per row.
package grid

import (
	"iter"
	"math/bits"

	"game-tui/sim"
)

const Size = 60

// A Set is a set of cells: bit j of word i is cell (i, j).
type Set [Size]uint64

// FullRow is a row that contains all Size cells.
const FullRow = 1<<Size - 1

// Has reports whether cell (i, j) is in the set. The cell must be on the board.
func (r *Set) Has(i, j int) bool { return r[i]>>uint(j)&1 != 0 }

func (r *Set) Add(i, j int)    { r[i] |= 1 << uint(j) }
func (r *Set) Remove(i, j int) { r[i] &^= 1 << uint(j) }

// All yields the cells in row-major order. It may miss changes made to the current row during
// iteration.
func (r *Set) All() iter.Seq[sim.Pos] {
	return func(yield func(sim.Pos) bool) {
		for i, m := range r {
			for ; m != 0; m &= m - 1 {
				if !yield(sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}) {
					return
				}
			}
		}
	}
}

func (r *Set) Count() int {
	n := 0
	for _, w := range r {
		n += bits.OnesCount64(w)
	}
	return n
}

// Pick returns a random cell of the set, using one draw. It returns false without drawing if the
// set is empty.
func (r *Set) Pick(rnd *sim.Rand) (sim.Pos, bool) {
	n := r.Count()
	if n == 0 {
		return sim.Pos{}, false
	}
	return r.Nth(rnd.Random(0, n-1)), true
}

// maxTries bounds a loop that is unbounded in the official engines. Finding the last free cell of
// the largest board takes 3600 tries on average.
const maxTries = 10_000_000

// PickByTrial draws cells, row first, until one is in the set. It returns false without drawing if
// the set is empty, or after maxTries misses.
func (r *Set) PickByTrial(rnd *sim.Rand, rows, cols int) (sim.Pos, bool) {
	if *r == (Set{}) {
		return sim.Pos{}, false
	}
	for range maxTries {
		i := rnd.Random(0, rows-1)
		j := rnd.Random(0, cols-1)
		if r.Has(i, j) {
			return sim.Pos{Row: i, Col: j}, true
		}
	}
	return sim.Pos{}, false
}

func (r *Set) Nth(k int) sim.Pos {
	for i, w := range r {
		n := bits.OnesCount64(w)
		if k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			w &= w - 1
		}
		return sim.Pos{Row: i, Col: bits.TrailingZeros64(w)}
	}
	return sim.Pos{Row: -1, Col: -1}
}

// NearCells returns all cells within two rows and two columns of any cell in the set.
func (r *Set) NearCells() (near Set) {
	var wide [Size + 4]uint64
	for i, w := range r {
		wide[i+2] = w | w<<1 | w<<2 | w>>1 | w>>2
	}
	for i := range near {
		near[i] = (wide[i] | wide[i+1] | wide[i+2] | wide[i+3] | wide[i+4]) & FullRow
	}
	return near
}

// CountWithin returns the number of cells in the set that are at most steps (0 to 31) away from p,
// ignoring walls.
func (r *Set) CountWithin(p sim.Pos, steps int) (n int) {
	for i := max(p.Row-steps, 0); i <= min(p.Row+steps, Size-1); i++ {
		side := steps - max(i-p.Row, p.Row-i)
		left := p.Col - side
		n += bits.OnesCount64(r[i] >> max(left, 0) & (1<<(2*side+1+min(left, 0)) - 1))
	}
	return n
}

func (r *Set) HasWithin(p sim.Pos, steps int) bool { return r.CountWithin(p, steps) > 0 }

func (r *Set) IsNearestBetween(p sim.Pos, minSteps, maxSteps int) bool {
	return r.HasWithin(p, maxSteps) && !r.HasWithin(p, minSteps-1)
}

// FarCells returns the cells that are not walls and that are more than two rows or columns away
// from every cell of the set.
func (r *Set) FarCells(walls *Set) Set {
	apart := r.NearCells()
	for i := range apart {
		apart[i] = ^(apart[i] | walls[i]) & FullRow
	}
	return apart
}

func (r *Set) RemoveNear(i, j int) {
	square := uint64(0x1f) << uint(j) >> 2
	for k := max(i-2, 0); k <= min(i+2, Size-1); k++ {
		r[k] &^= square
	}
}

// WithNeighbors returns the set extended by the eight neighbours of each cell.
func (r *Set) WithNeighbors() (near Set) {
	var wide [Size + 2]uint64
	for i, w := range r {
		wide[i+1] = w | w<<1 | w>>1
	}
	for i := range near {
		near[i] = (wide[i] | wide[i+1] | wide[i+2]) & FullRow
	}
	return near
}

// hasConnectedComplement reports whether the cells outside the set form exactly one 4-connected region.
func (r *Set) hasConnectedComplement(rows, cols int) bool {
	var open, seen Set
	left := 0
	for i := range rows {
		free := ^r[i] & (1<<cols - 1)
		open[i] = free
		if left == 0 && free != 0 {
			seen[i] = spread(free&-free, free)
		}
		left += bits.OnesCount64(free)
	}
	if left == 0 {
		return false
	}
	for grown := true; grown; {
		grown = false
		for i := 1; i < rows; i++ {
			grown = open.flood(&seen, i, i-1) || grown
		}
		for i := rows - 2; i >= 0; i-- {
			grown = open.flood(&seen, i, i+1) || grown
		}
	}
	return seen.Count() == left
}

// flood marks the cells of row i that can be reached from seen cells of the adjacent row fromRow, and
// reports whether any were new.
func (r *Set) flood(seen *Set, i, fromRow int) bool {
	free := r[i]
	if seen[fromRow]&free&^seen[i] == 0 {
		return false
	}
	seen[i] = spread(seen[i]|seen[fromRow]&free, free)
	return true
}

// spread returns the runs of free cells that contain a cell of seed.
func spread(seed, free uint64) uint64 {
	// The carry of the addition fills the free bits above each seed. Reversed words do the same for
	// those below.
	up := free & ((free + seed) ^ free | seed)
	m := bits.Reverse64(free)
	seed = bits.Reverse64(seed)
	return up | bits.Reverse64(m&((m+seed)^m|seed))
}
