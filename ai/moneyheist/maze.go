package moneyheist

import (
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// field is a set of cells, one word a row, with an empty row above and below
// the board: row i of the board is word i+1.
type field [mh.Rows + 2]uint64

func (f *field) has(p sim.Pos) bool { return f[p.Row+1]>>uint(p.Col)&1 != 0 }
func (f *field) set(p sim.Pos)      { f[p.Row+1] |= 1 << uint(p.Col) }

// around adds the four neighbours of a cell.
func (f *field) around(p sim.Pos) {
	f[p.Row] |= 1 << uint(p.Col)
	f[p.Row+1] |= 1 << uint(p.Col) << 1
	f[p.Row+1] |= 1 << uint(p.Col) >> 1
	f[p.Row+2] |= 1 << uint(p.Col)
}

// maze is where one can walk, and who stands there.
type maze struct {
	free  field // no wall, door or gold
	units field
}

// survey takes in a state.
func (m *maze) survey(s *mh.State) {
	for i := range mh.Rows {
		m.free[i+1] = ^(s.WallRow(i) | s.DoorRow(i) | s.GoldRow(i)) & (1<<mh.Cols - 1)
		m.units[i+1] = s.UnitRow(i)
	}
}

// wave is a breadth-first search that takes all cells of a distance at once.
type wave struct {
	front, seen field
	lo, hi      int  // words of front that are not empty
	dist        int  // of front
	met         bool // front has cells of what step looked for
}

// start begins at distance 0, with nothing in front.
func (w *wave) start() { *w = wave{lo: mh.Rows + 1} }

// enter adds a cell to the front.
func (w *wave) enter(p sim.Pos) {
	w.front.set(p)
	w.seen.set(p)
	w.lo, w.hi = min(w.lo, p.Row+1), max(w.hi, p.Row+1)
}

// step moves the front by one cell over free ones, and says in met whether it
// found any of the wanted; it reports whether any front is left.
func (w *wave) step(free, wanted *field) bool {
	w.lo, w.hi = max(w.lo-1, 1), min(w.hi+1, mh.Rows)
	w.dist++
	var above, any, met uint64
	for r := w.lo; r <= w.hi; r++ {
		here := w.front[r]
		next := (here<<1 | here>>1 | above | w.front[r+1]) & free[r] &^ w.seen[r]
		w.front[r] = next
		w.seen[r] |= next
		above = here
		any |= next
		met |= next & wanted[r]
	}
	w.met = met != 0
	return any != 0
}

// toward is the first step of a shortest way from one cell to another, among
// the steps that are good to take; ok is false when there is none.
func (m *maze) toward(w *wave, from, to sim.Pos, good *field) (d mh.Dir, ok bool) {
	w.start()
	w.enter(to)
	for {
		for d := mh.Down; d <= mh.Left; d++ {
			if p := from.Plus(d.Delta()); p.In(mh.Rows, mh.Cols) && good.has(p) && w.front.has(p) {
				return d, true
			}
		}
		if !w.step(&m.free, good) {
			return 0, false
		}
	}
}
