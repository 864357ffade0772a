package paths

import (
	"math/bits"

	"game-tui/sim"
)

// StraightFirstSteps is a faster version of FirstSteps that considers only paths without detours.
// It returns 0 if there is no such path.
func StraightFirstSteps(open *Cells, from, to sim.Pos, order *[4]sim.Pos, allowed *Cells) (steps uint8) {
	if from == to {
		return 0
	}
	down := 1 // the loop below runs backwards, from to.Row to from.Row
	if from.Row < to.Row {
		down = -1
	}
	reached := uint64(1) << to.Col // cells of the current row with a straight path to the destination
	before := uint64(0)            // cells reached in the previous row
	for row := to.Row; ; row += down {
		free := open[row] | reached
		if row != to.Row {
			free = open[row]
			reached &= free
		}
		if from.Col > to.Col {
			reached = extendUp(reached, free)
		} else if from.Col < to.Col {
			reached = bits.Reverse64(extendUp(bits.Reverse64(reached), bits.Reverse64(free)))
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
		next := from.Add(step)
		good := false
		switch {
		case step.Row != 0:
			good = step.Row == -down && from.Row != to.Row && before>>uint(from.Col)&1 != 0
		case from.Col > to.Col:
			good = step.Col < 0 && reached>>uint(next.Col)&1 != 0
		case from.Col < to.Col:
			good = step.Col > 0 && reached>>uint(next.Col)&1 != 0
		}
		if good && (allowed == nil || allowed.Has(next.Row, next.Col)) {
			steps |= 1 << k
		}
	}
	return steps
}

// FirstStepsBetween returns the first steps of the shortest paths between two cells, like FirstSteps.
func (s *Search) FirstStepsBetween(open *Cells, from, to sim.Pos, order *[4]sim.Pos, allowed *Cells) uint8 {
	if steps := StraightFirstSteps(open, from, to, order, allowed); steps != 0 {
		return steps
	}
	s.StartAt(open, to)
	return s.FirstSteps(from, order, allowed)
}

func extendUp(seed, free uint64) uint64 {
	// The addition carries each bit through adjacent free cells.
	return free & ((free + seed) ^ free | seed)
}
