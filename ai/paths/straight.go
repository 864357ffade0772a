package paths

import (
	"math/bits"

	"game-tui/sim"
)

// Straight returns the first steps, by order as FirstSteps does, of all paths through
// open cells from one cell to another that never lead away from it. No path is
// shorter; so where there are such paths FirstSteps says the same, but takes longer
// to find out. With a set in onto, only steps onto its cells count. Neither of the
// two cells need be open.
func Straight(open *Cells, from, to sim.Pos, order *[4]sim.Pos, onto *Cells) (steps uint8) {
	if from == to {
		return 0
	}
	down := 1 // from one row to the next, towards from
	if from.Row < to.Row {
		down = -1
	}
	reached := uint64(1) << to.Col // cells of a row with a straight path to the end
	before := uint64(0)            // those of the row before
	for row := to.Row; ; row += down {
		free := open[row] | reached
		if row != to.Row {
			free = open[row]
			reached &= free
		}
		if from.Col > to.Col {
			reached = up(reached, free)
		} else if from.Col < to.Col {
			reached = bits.Reverse64(up(bits.Reverse64(reached), bits.Reverse64(free)))
		}
		if row == from.Row {
			break
		}
		if reached == 0 {
			return 0
		}
		before = reached
	}
	for k, step := range order {
		next := from.Plus(step)
		good := false
		switch {
		case step.Row != 0:
			good = step.Row == -down && from.Row != to.Row && before>>uint(from.Col)&1 != 0
		case from.Col > to.Col:
			good = step.Col < 0 && reached>>uint(next.Col)&1 != 0
		case from.Col < to.Col:
			good = step.Col > 0 && reached>>uint(next.Col)&1 != 0
		}
		if good && (onto == nil || onto.Has(next.Row, next.Col)) {
			steps |= 1 << k
		}
	}
	return steps
}

// Between returns the first steps, by order as FirstSteps does, of all shortest paths
// through open cells from one cell to another. It begins a search only where none of
// the paths is straight.
func (s *Search) Between(open *Cells, from, to sim.Pos, order *[4]sim.Pos, onto *Cells) uint8 {
	if steps := Straight(open, from, to, order, onto); steps != 0 {
		return steps
	}
	s.StartAt(open, to)
	return s.FirstSteps(from, order, onto)
}

// up spreads some of the free cells of a row to higher columns, as far as these are free.
func up(some, free uint64) uint64 {
	// Adding them makes a carry run through the free cells above each.
	return free & ((free + some) ^ free | some)
}
