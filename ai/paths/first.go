package paths

import (
	"math/bits"

	"game-tui/sim"
)

// First returns, of the front's cells in a set, the one that a search which goes
// from cell to cell would reach first, when it leaves each cell by order. The
// search must have started at one cell. ok is false when none is in the front.
//
// Such a search reaches the cells at one distance in the order of their paths,
// compared step by step. So it is enough to mark the paths from the set back to
// the start, and to take the first marked step each time.
func (s *Search) First(set *Cells, order *[4]sim.Pos) (p sim.Pos, ok bool) {
	last := len(s.levels) - 1
	if last < 0 {
		return p, false
	}
	if len(s.marked) < len(s.words) {
		s.marked = make([]uint64, cap(s.words))
	}
	any := uint64(0)
	front := s.levels[last]
	for r := front.lo; r < front.hi; r++ {
		w := s.words[front.at+r-front.lo] & set[r]
		s.marked[front.at+r-front.lo] = w
		any |= w
	}
	if any == 0 {
		return p, false
	}
	for d := last - 1; d >= 0; d-- {
		v := s.levels[d]
		for r := v.lo; r < v.hi; r++ {
			here := s.row(d+1, r)
			s.marked[v.at+r-v.lo] = s.words[v.at+r-v.lo] &
				(here<<1 | here>>1 | s.row(d+1, r-1) | s.row(d+1, r+1))
		}
	}
	start := s.levels[0]
	p = sim.Pos{Row: int(start.lo), Col: bits.TrailingZeros64(s.marked[start.at])}
	for d := 1; d <= last; d++ {
		for _, step := range order {
			if to := p.Plus(step); s.row(d, int32(to.Row))>>uint(to.Col)&1 != 0 {
				p = to
				break
			}
		}
	}
	return p, true
}

// row is the marked cells of a row at a distance.
func (s *Search) row(distance int, row int32) uint64 {
	v := s.levels[distance]
	if row < v.lo || row >= v.hi {
		return 0
	}
	return s.marked[v.at+row-v.lo]
}
