package grid

import (
	"errors"
	"math/bits"

	"game-tui/sim"
)

type WallPlan struct {
	Rows, Cols int
	WallCount  int
	MaxCells   int
	// Shuffle returns the order in which to try directions, given the previous order (initially
	// UDLR). If Shuffle is nil, each order is a random permutation.
	Shuffle func(order [4]sim.Dir) [4]sim.Dir
}

// Bounds on loops that are unbounded in the official engines. Seeds 0 to 4000 need at most 58
// attempts. A wall's first cell is found within a few dozen tries.
const (
	maxAttempts   = 10_000
	maxStartTries = 100_000
)

var errWalls = errors.New("no connected board was found")

func (p *WallPlan) Draw(rnd *sim.Rand) (Set, error) {
	for range maxAttempts {
		walls, ok := p.attempt(rnd)
		if !ok {
			break
		}
		if walls.hasConnectedComplement(p.Rows, p.Cols) {
			return walls, nil
		}
	}
	return Set{}, errWalls
}

func (p *WallPlan) attempt(rnd *sim.Rand) (walls Set, ok bool) {
	left := p.MaxCells
	for k := p.WallCount; k >= 1; k-- {
		n := p.addWall(rnd, &walls, left/k)
		if n == 0 {
			return walls, false
		}
		left -= n
	}
	return walls, true
}

type wall struct {
	cells     Set
	openCells Set // inner cells that do not touch another wall
}

// fits reports whether the wall can grow into cell (i, j) without becoming thicker than one cell.
func (w *wall) fits(i, j int) bool {
	if !w.openCells.Has(i, j) || w.cells.Has(i, j) {
		return false
	}
	a := w.cells[i-1] >> uint(j-1) & 7
	b := w.cells[i] >> uint(j-1) & 7
	c := w.cells[i+1] >> uint(j-1) & 7
	return bits.OnesCount64(a<<6|b<<3|c) <= 2
}

// addWall adds a wall of at most length+1 cells. It returns the number of cells, or 0 if it finds
// no room.
func (p *WallPlan) addWall(rnd *sim.Rand, walls *Set, length int) int {
	var buf [4]int32
	order := sim.UDLR
	last := order[rnd.Random(0, 3)].Step()
	w := wall{openCells: walls.WithNeighbors()}
	inner := uint64(1)<<(p.Cols-1) - 2
	for i := range w.openCells {
		w.openCells[i] = ^w.openCells[i] & inner
	}
	w.openCells[0] = 0
	clear(w.openCells[p.Rows-1:])
	i, j, ok := p.drawStart(rnd, &w.openCells)
	if !ok {
		return 0
	}
	w.cells.Add(i, j)
	filled := 1
	for ; length > 0; length-- {
		if p.Shuffle != nil {
			order = p.Shuffle(order)
		} else {
			for k, d := range rnd.Permutation(len(order), buf[:]) {
				order[k] = sim.UDLR[d]
			}
		}
		straight := rnd.Random(1, 8) != 1
		if !straight || !w.fits(i+last.Row, j+last.Col) {
			turned := false
			for _, d := range order {
				if step := d.Step(); w.fits(i+step.Row, j+step.Col) {
					last, turned = step, true
					break
				}
			}
			if !turned {
				break
			}
		}
		i, j = i+last.Row, j+last.Col
		w.cells.Add(i, j)
		filled++
	}
	for k := range walls {
		walls[k] |= w.cells[k]
	}
	return filled
}

func (p *WallPlan) drawStart(rnd *sim.Rand, openCells *Set) (i, j int, ok bool) {
	for range maxStartTries {
		i = rnd.Random(1, p.Rows-2)
		j = rnd.Random(1, p.Cols-2)
		if openCells.Has(i, j) {
			return i, j, true
		}
	}
	return 0, 0, false
}

var Maze = WallPlan{Rows: Size, Cols: Size, WallCount: 8, MaxCells: Size * Size / 2}
