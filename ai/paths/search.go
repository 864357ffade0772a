// Package paths finds shortest paths on boards of up to 60×60 cells, with orthogonal steps. Sets of
// cells have one machine word per row, so a search processes whole rows at a time:
//
//	var s paths.Search
//	s.Start(&open, &goals)
//	if k, ok := s.FirstStep(unit, order, nil); ok {
//		// order[k] is the first step from unit to the nearest goal
//	}
//
// A search advances only as far as needed.
package paths

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"game-tui/sim"
	"game-tui/sim/grid"
)

const Size = grid.Size

const FullRow = grid.FullRow

// Cells is a set of cells. Bit j of word i represents the cell in row i and column j.
type Cells = grid.Set

// Has reports whether set contains p, which may be off the board.
func Has(set *Cells, p sim.Pos) bool { return p.In(Size, Size) && set.Has(p.Row, p.Col) }

// Unreachable is the distance of unreachable cells.
const Unreachable = 1 << 14

// A Search is a breadth-first search. Call Start or StartAt first.
type Search struct {
	unreached Cells // open cells that the search has not reached
	levels    []level
	words     []uint64
	marked    []uint64
}

// level locates the cells at one distance: words[offset+i] holds row lo+i. Two empty words follow the
// last row.
type level struct{ offset, lo, hi int32 }

func (s *Search) Start(open, starts *Cells) {
	lo, hi := 0, Size
	for lo < hi && starts[lo] == 0 {
		lo++
	}
	for lo < hi && starts[hi-1] == 0 {
		hi--
	}
	s.words = append(append(s.words[:0], starts[lo:hi]...), 0, 0)
	s.levels = append(s.levels[:0], level{0, int32(lo), int32(hi)})
	s.unreached = *open
	for i := lo; i < hi; i++ {
		s.unreached[i] &^= starts[i]
	}
}

func (s *Search) StartAt(open *Cells, start sim.Pos) {
	s.words = append(s.words[:0], 1<<start.Col, 0, 0)
	s.levels = append(s.levels[:0], level{0, int32(start.Row), int32(start.Row) + 1})
	s.unreached = *open
	s.unreached[start.Row] &^= 1 << start.Col
}

func (s *Search) Block(p sim.Pos) { s.unreached.Remove(p.Row, p.Col) }

func (s *Search) Distance() int { return max(len(s.levels)-1, 0) }

func (s *Search) lastLevel() (v level) {
	if n := len(s.levels); n > 0 {
		v = s.levels[n-1]
	}
	return v
}

// Front returns the cells at the current Distance: rows[i] is row lo+i of the board. The search
// does not continue from cells that the caller clears in rows.
func (s *Search) Front() (lo int, rows []uint64) {
	v := s.lastLevel()
	return int(v.lo), s.words[v.offset : v.offset+v.hi-v.lo]
}

// Step advances the search by one step. It reports whether it reached new cells.
func (s *Search) Step() bool {
	_, ok := s.StepTo(&noCells)
	return ok
}

var noCells Cells

// StepTo is like Step and also reports whether it reached a wanted cell.
func (s *Search) StepTo(wanted *Cells) (hit, ok bool) {
	from := s.lastLevel()
	if from.lo == from.hi {
		return false, false
	}
	lo, hi := max(from.lo-1, 0), min(from.hi+1, Size)
	at, n := int32(len(s.words)), hi-lo
	s.words = slices.Grow(s.words, int(n+2))[:at+n+2]
	next := s.words[at:][:n+2]
	rows := s.words[from.offset:][:from.hi-from.lo+2]
	here := uint64(0)
	if lo == from.lo {
		here, rows = rows[0], rows[1:]
	}
	left, want := s.unreached[lo:hi], wanted[lo:hi]
	rows, next, want = rows[:len(left)], next[:len(left)+2], want[:len(left)]
	above, found := uint64(0), uint64(0)
	for i := range left {
		below := rows[i]
		reached := (here<<1 | here>>1 | above | below) & left[i]
		left[i] &^= reached
		next[i] = reached
		found |= reached & want[i]
		above, here = here, below
	}
	next[len(left)], next[len(left)+1] = 0, 0
	for n > 0 && next[n-1] == 0 {
		n--
	}
	if n == 0 {
		s.words = s.words[:at]
		return false, false
	}
	first := int32(0)
	for next[first] == 0 {
		first++
	}
	s.levels = append(s.levels, level{at + first, lo + first, lo + n})
	return found != 0, true
}

// RestrictFront removes the cells outside set from the front. The search may reach them again later.
func (s *Search) RestrictFront(set *Cells) {
	lo, rows := s.Front()
	for i, w := range rows {
		rows[i] &= set[lo+i]
		s.unreached[lo+i] |= w &^ set[lo+i]
	}
}

func (s *Search) isAt(distance int, p sim.Pos) bool {
	v := s.levels[distance]
	row := uint(p.Row) - uint(v.lo)
	return row < uint(v.hi-v.lo) && s.words[uint(v.offset)+row]>>uint(p.Col)&1 != 0
}

// DistanceTo returns the distance of p from the start of the search, or Far if it exceeds limit.
func (s *Search) DistanceTo(p sim.Pos, limit int) int {
	for d := 0; d <= limit; d++ {
		if d >= len(s.levels) && !s.Step() {
			break
		}
		if s.isAt(d, p) {
			return d
		}
	}
	return Unreachable
}

// FirstSteps returns the first steps of all shortest paths from a cell to the start of the search.
// Bit k stands for order[k]. If allowed is set, only steps onto its cells count. The cell from need
// not be open.
func (s *Search) FirstSteps(from sim.Pos, order *[4]sim.Pos, allowed *Cells) uint8 {
	may := uint8(15)
	if allowed != nil {
		may = 0
		for k, step := range order {
			if Has(allowed, from.Add(step)) {
				may |= 1 << k
			}
		}
	}
	for d := 0; may != 0 && (d < len(s.levels) || s.Step()); d++ {
		var steps uint8
		for k, step := range order {
			if s.isAt(d, from.Add(step)) {
				steps |= 1 << k
			}
		}
		if steps &= may; steps != 0 {
			return steps
		}
	}
	return 0
}

// FirstStep returns the lowest k whose bit FirstSteps sets, or false if there is no path.
func (s *Search) FirstStep(from sim.Pos, order *[4]sim.Pos, allowed *Cells) (k int, ok bool) {
	steps := s.FirstSteps(from, order, allowed)
	return bits.TrailingZeros8(steps), steps != 0
}

// FirstReached returns the cell of set that a queue-based search would reach first, among those in the
// current front. order is the order in which that search tries directions. The search must have
// started at a single cell.
//
// A queue-based search reaches cells in the lexicographic order of their paths. So FirstReached
// marks all paths from set back to the start, and then follows the first marked step from each
// cell.
func (s *Search) FirstReached(set *Cells, order *[4]sim.Pos) (p sim.Pos, ok bool) {
	last := len(s.levels) - 1
	if last < 0 {
		return p, false
	}
	if len(s.marked) < len(s.words) {
		s.marked = make([]uint64, cap(s.words))
	}
	found := uint64(0)
	front := s.levels[last]
	for r := front.lo; r < front.hi; r++ {
		w := s.words[front.offset+r-front.lo] & set[r]
		s.marked[front.offset+r-front.lo] = w
		found |= w
	}
	if found == 0 {
		return p, false
	}
	for d := last - 1; d >= 0; d-- {
		v := s.levels[d]
		for r := v.lo; r < v.hi; r++ {
			here := s.markedRow(d+1, r)
			s.marked[v.offset+r-v.lo] = s.words[v.offset+r-v.lo] &
				(here<<1 | here>>1 | s.markedRow(d+1, r-1) | s.markedRow(d+1, r+1))
		}
	}
	start := s.levels[0]
	p = sim.Pos{Row: int(start.lo), Col: bits.TrailingZeros64(s.marked[start.offset])}
	for d := 1; d <= last; d++ {
		for _, step := range order {
			if to := p.Add(step); s.markedRow(d, int32(to.Row))>>uint(to.Col)&1 != 0 {
				p = to
				break
			}
		}
	}
	return p, true
}

func (s *Search) markedRow(distance int, row int32) uint64 {
	v := s.levels[distance]
	if row < v.lo || row >= v.hi {
		return 0
	}
	return s.marked[v.offset+row-v.lo]
}

// Mask returns the columns in which row contains c, as a bit set. The row must have 8 to Size
// characters.
func Mask(row []byte, c byte) (mask uint64) {
	const (
		ones = 0x0101010101010101
		low7 = 0x7f7f7f7f7f7f7f7f
	)
	for j := 0; j < len(row); j += 8 {
		j = min(j, len(row)-8) // the last block may overlap the previous one
		x := binary.LittleEndian.Uint64(row[j:]) ^ ones*uint64(c)
		same := ^(x&low7 + low7 | x | low7) // the top bit is set in each byte where x is zero
		mask |= (same >> 7 * 0x0102040810204080 >> 56) << j
	}
	return mask
}
