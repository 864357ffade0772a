package grow

import (
	"errors"
	"math/bits"

	"game-tui/sim"
)

const (
	walls  = 8               // of one plan
	budget = Size * Size / 2 // cells that the walls of a plan may fill between them

	// The official engines try for ever. The boards of seeds 0 to 4000 need 58
	// plans at most, and a wall finds its first cell within some dozens of tries.
	maxPlans  = 1_000_000
	maxStarts = 10_000_000
)

// steps are the four directions in the order in which the engines number them
// here: up, down, left, right.
var steps = [4]sim.Pos{{Row: -1}, {Row: 1}, {Col: -1}, {Col: 1}}

var errWalls = errors.New("no connected board was found")

// Walls draws plans of eight walls until one leaves the rest of the board in
// one piece.
func Walls(rnd *sim.Rand) (Rows, error) {
	for range maxPlans {
		plan, ok := makePlan(rnd)
		if !ok {
			break
		}
		if plan.Connected() {
			return plan, nil
		}
	}
	return Rows{}, errWalls
}

// makePlan draws one plan; it reports false when a wall found no room at all.
func makePlan(rnd *sim.Rand) (plan Rows, ok bool) {
	left := budget
	for k := walls; k >= 1; k-- {
		n := growWall(rnd, &plan, left/k)
		if n == 0 {
			return plan, false
		}
		left -= n
	}
	return plan, true
}

// wall is one wall while it grows.
type wall struct {
	own  Rows // its cells
	open Rows // inner cells that touch no other wall
}

// fits reports whether the wall may grow into cell (i, j): two neighbours of
// its own are the cell it comes from and a corner, three would thicken it.
func (w *wall) fits(i, j int) bool {
	if !w.open.Has(i, j) || w.own.Has(i, j) {
		return false
	}
	// i and j are inner, so that the three bits on three rows exist.
	a := w.own[i-1] >> uint(j-1) & 7
	b := w.own[i] >> uint(j-1) & 7
	c := w.own[i+1] >> uint(j-1) & 7
	return bits.OnesCount64(a<<6|b<<3|c) <= 2
}

// growWall adds one wall of at most length+1 cells to the plan and returns the
// number of its cells; 0 when it found no place to start.
func growWall(rnd *sim.Rand, plan *Rows, length int) int {
	last := steps[rnd.Random(0, 3)]
	w := wall{open: plan.touch()}
	for i := range w.open {
		w.open[i] = ^w.open[i] & interior
	}
	w.open[0], w.open[Size-1] = 0, 0
	i, j, ok := start(rnd, &w.open)
	if !ok {
		return 0
	}
	w.own.Set(i, j)
	filled := 1
	for ; length > 0; length-- {
		perm := permutation(rnd)
		straight := rnd.Random(1, 8) != 1
		if !straight || !w.fits(i+last.Row, j+last.Col) {
			turned := false
			for _, d := range perm {
				if w.fits(i+steps[d].Row, j+steps[d].Col) {
					last, turned = steps[d], true
					break
				}
			}
			if !turned {
				break
			}
		}
		i, j = i+last.Row, j+last.Col
		w.own.Set(i, j)
		filled++
	}
	for k := range plan {
		plan[k] |= w.own[k]
	}
	return filled
}

// start draws inner cells until one is open.
func start(rnd *sim.Rand, open *Rows) (i, j int, ok bool) {
	for range maxStarts {
		i = rnd.Random(1, Size-2)
		j = rnd.Random(1, Size-2)
		if open.Has(i, j) {
			return i, j, true
		}
	}
	return 0, 0, false
}

// permutation is Rand.Permutation(4) without a slice.
func permutation(rnd *sim.Rand) [4]int {
	p := [4]int{0, 1, 2, 3}
	for k := range p {
		x := rnd.Random(k, 3)
		p[k], p[x] = p[x], p[k]
	}
	return p
}
