// Package grid has sets of the cells of a board, and draws the walls of boards
// as the official engines do.
//
// A set is one 64-bit word per row of the board, so that a question about a
// whole board of 60×60 costs sixty words rather than 3600 cells (floors Match/harrypotter and
// Match/moneyheist). Boards are at most Size×Size; on smaller ones the rest is empty.
package grid

import (
	"iter"
	"math/bits"

	"game-tui/sim"
)

// Size is the largest number of rows and of columns.
const Size = 60

// Rows is a set of cells: bit j of word i is cell (i, j).
type Rows [Size]uint64

// Full is a whole row of a board of Size columns.
const Full = 1<<Size - 1

// Has reports whether cell (i, j), which must be on the board, is in the set.
func (r *Rows) Has(i, j int) bool { return r[i]>>uint(j)&1 != 0 }

// Set puts cell (i, j) into the set.
func (r *Rows) Set(i, j int) { r[i] |= 1 << uint(j) }

// Clear takes cell (i, j) out of the set.
func (r *Rows) Clear(i, j int) { r[i] &^= 1 << uint(j) }

// All are the cells in the set, in row-major order. A row that is changed meanwhile goes on as it was.
func (r *Rows) All() iter.Seq[sim.Pos] {
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

// Count returns the number of cells in the set.
func (r *Rows) Count() int {
	n := 0
	for _, w := range r {
		n += bits.OnesCount64(w)
	}
	return n
}

// Pick draws one of the cells in the set, row-major order deciding which. It
// reports false, without a draw, when the set is empty.
func (r *Rows) Pick(rnd *sim.Rand) (sim.Pos, bool) {
	n := r.Count()
	if n == 0 {
		return sim.Pos{}, false
	}
	return r.Nth(rnd.Random(0, n-1)), true
}

// maxTries bounds a loop that the official engines leave to luck: a try for the
// last cell of the largest board fails 3599 times in 3600.
const maxTries = 10_000_000

// Try draws cells of a board of that size, the row and then the column, until one
// is in the set. It reports false, without a draw, when the set is empty.
func (r *Rows) Try(rnd *sim.Rand, rows, cols int) (sim.Pos, bool) {
	if *r == (Rows{}) {
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

// Nth returns the k-th cell of the set in row-major order, counted from 0.
func (r *Rows) Nth(k int) sim.Pos {
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

// Near returns the cells of a board of Size×Size whose 5×5 square, clipped to
// the board, meets the set.
func (r *Rows) Near() (near Rows) {
	var wide [Size + 4]uint64 // two empty rows above and below
	for i, w := range r {
		wide[i+2] = w | w<<1 | w<<2 | w>>1 | w>>2
	}
	for i := range near {
		near[i] = (wide[i] | wide[i+1] | wide[i+2] | wide[i+3] | wide[i+4]) & Full
	}
	return near
}

// Within reports whether a cell of the set is at most so many steps, 0 to 31, from a cell of the board, as
// if there were no walls.
func (r *Rows) Within(p sim.Pos, steps int) bool {
	for i := max(p.Row-steps, 0); i <= min(p.Row+steps, Size-1); i++ {
		side := steps - max(i-p.Row, p.Row-i)
		if left := p.Col - side; r[i]>>max(left, 0)&(1<<(2*side+1+min(left, 0))-1) != 0 {
			return true
		}
	}
	return false
}

// Nearest reports whether the cell of the set that is nearest to a cell of the board is so many steps away.
func (r *Rows) Nearest(p sim.Pos, least, most int) bool {
	return r.Within(p, most) && !r.Within(p, least-1)
}

// Apart returns the cells of a board of Size×Size that are no wall and have no cell
// of the set in the 5×5 square around them.
func (r *Rows) Apart(walls *Rows) Rows {
	apart := r.Near()
	for i := range apart {
		apart[i] = ^(apart[i] | walls[i]) & Full
	}
	return apart
}

// ClearNear takes the 5×5 square around (i, j) out of the set: what Near would
// say after (i, j) was added to what it was asked about.
func (r *Rows) ClearNear(i, j int) {
	square := uint64(0x1f) << uint(j) >> 2
	for k := max(i-2, 0); k <= min(i+2, Size-1); k++ {
		r[k] &^= square
	}
}

// touch returns the cells that are in the set or have one of their eight
// neighbours in it.
func (r *Rows) touch() (near Rows) {
	var wide [Size + 2]uint64
	for i, w := range r {
		wide[i+1] = w | w<<1 | w>>1
	}
	for i := range near {
		near[i] = (wide[i] | wide[i+1] | wide[i+2]) & Full
	}
	return near
}

// connected reports whether the cells of a board of that size outside the set
// form exactly one 4-connected region.
func (r *Rows) connected(rows, cols int) bool {
	var open, seen Rows
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

// flood spreads row from of seen into its neighbour i, as far as the set allows,
// and reports whether that reached anything new. A row of seen is always spread to the ends of its runs.
func (r *Rows) flood(seen *Rows, i, from int) bool {
	free := r[i]
	if seen[from]&free&^seen[i] == 0 {
		return false
	}
	seen[i] = spread(seen[i]|seen[from]&free, free)
	return true
}

// spread returns the runs of free cells that hold a seed.
func spread(seed, free uint64) uint64 {
	// Adding the seeds makes a carry run through the free cells above each; the
	// mirrored words do the same for the free cells below.
	up := free & ((free + seed) ^ free | seed)
	m := bits.Reverse64(free)
	seed = bits.Reverse64(seed)
	return up | bits.Reverse64(m&((m+seed)^m|seed))
}
