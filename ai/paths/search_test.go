package paths

import (
	"math/rand/v2"
	"testing"

	"game-tui/sim"
)

var orders = [][4]sim.Pos{
	{{Row: -1}, {Row: 1}, {Col: -1}, {Col: 1}},
	{{Row: 1}, {Col: 1}, {Row: -1}, {Col: -1}},
}

// walk is a simple queue-based breadth-first search, used as the reference.
type walk struct {
	dist  [Size][Size]int
	first [Size][Size]uint8 // first steps of all shortest paths, for searches from one start
	queue []sim.Pos
}

// search starts at the cells in from and enters open cells, but does not continue from cells in
// stop.
func (w *walk) search(open, stop *Cells, order *[4]sim.Pos, from ...sim.Pos) {
	for i := range w.dist {
		for j := range w.dist[i] {
			w.dist[i][j] = Unreachable
		}
	}
	for _, p := range from {
		w.dist[p.Row][p.Col] = 0
	}
	w.queue = append(w.queue, from...)
	for i := 0; i < len(w.queue); i++ {
		p := w.queue[i]
		d := w.dist[p.Row][p.Col]
		if d > 0 && stop.Has(p.Row, p.Col) {
			continue
		}
		for k, step := range order {
			to := p.Add(step)
			if !to.In(Size, Size) || !open.Has(to.Row, to.Col) {
				continue
			}
			first := w.first[p.Row][p.Col]
			if d == 0 {
				first = 1 << k
			}
			switch w.dist[to.Row][to.Col] {
			case Unreachable:
				w.dist[to.Row][to.Col] = d + 1
				w.first[to.Row][to.Col] = first
				w.queue = append(w.queue, to)
			case d + 1:
				w.first[to.Row][to.Col] |= first
			}
		}
	}
}

// board returns a random board. share is the approximate share of cells that are set.
func board(r *rand.Rand, rows, cols int, share float64) (c Cells) {
	for i := range rows {
		for j := range cols {
			if r.Float64() < share {
				c.Add(i, j)
			}
		}
	}
	return c
}

func cell(r *rand.Rand, rows, cols int) sim.Pos {
	return sim.Pos{Row: r.IntN(rows), Col: r.IntN(cols)}
}

// boards calls f with boards of all densities and sizes.
func boards(t *testing.T, f func(r *rand.Rand, rows, cols int, open *Cells)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		rows, cols := 1+r.IntN(Size), 1+r.IntN(Size)
		if r.IntN(2) == 0 {
			rows, cols = Size, Size
		}
		open := board(r, rows, cols, 0.55+r.Float64()/2)
		f(r, rows, cols, &open)
	}
}

func TestDistancesEqualThoseOfAQueue(t *testing.T) {
	t.Parallel()
	var s Search // reused, to check that Start removes earlier searches
	boards(t, func(r *rand.Rand, rows, cols int, open *Cells) {
		var starts Cells
		from := []sim.Pos{}
		for range r.IntN(4) {
			p := cell(r, rows, cols)
			if !starts.Has(p.Row, p.Col) {
				from = append(from, p)
				starts.Add(p.Row, p.Col)
			}
		}
		var w walk
		w.search(open, new(Cells), &orders[0], from...)
		s.Start(open, &starts)
		limit := r.IntN(60)
		for range 40 {
			p := cell(r, rows, cols)
			want := w.dist[p.Row][p.Col]
			if want > limit {
				want = Unreachable
			}
			if got := s.DistanceTo(p, limit); got != want {
				t.Fatalf("distance of %v from %v: got %d, want %d", p, from, got, want)
			}
		}
	})
}

func TestFirstStepsLeadAlongShortestPaths(t *testing.T) {
	t.Parallel()
	var s Search
	boards(t, func(r *rand.Rand, rows, cols int, open *Cells) {
		from, to := cell(r, rows, cols), cell(r, rows, cols)
		if from == to {
			return
		}
		order := &orders[r.IntN(2)]
		open.Remove(from.Row, from.Col)
		goal := *open
		goal.Add(to.Row, to.Col)
		var w walk
		w.search(&goal, new(Cells), order, from)
		s.StartAt(open, to)
		want := w.first[to.Row][to.Col]
		if got := s.FirstSteps(from, order, nil); got != want {
			t.Fatalf("from %v to %v: got first steps %04b, want %04b", from, to, got, want)
		}
		if k, ok := s.FirstStep(from, order, nil); ok != (want != 0) || ok && (want>>k&1 == 0 || want&(1<<k-1) != 0) {
			t.Fatalf("from %v to %v: got first step %d, %v, want the first of %04b", from, to, k, ok, want)
		}
	})
}

func TestBlockedFirstStepsLengthenThePath(t *testing.T) {
	t.Parallel()
	var s Search
	boards(t, func(r *rand.Rand, rows, cols int, open *Cells) {
		from, to := cell(r, rows, cols), cell(r, rows, cols)
		onto := board(r, rows, cols, 0.5)
		var w walk
		w.search(open, new(Cells), &orders[0], to)
		want, best := -1, Unreachable
		for k, step := range orders[0] {
			p := from.Add(step)
			if p.In(rows, cols) && onto.Has(p.Row, p.Col) && w.dist[p.Row][p.Col] < best {
				want, best = k, w.dist[p.Row][p.Col]
			}
		}
		if from != to {
			straight := from.Distance(to) == best+1
			s.StartAt(open, to)
			steps := s.FirstSteps(from, &orders[0], &onto)
			if got := StraightFirstSteps(open, from, to, &orders[0], &onto); got != 0 && got != steps || (got != 0) != straight {
				t.Fatalf("from %v to %v: got straight first steps %04b, want %04b", from, to, got, steps)
			}
		}
		s.StartAt(open, to)
		if k, ok := s.FirstStep(from, &orders[0], &onto); ok != (want >= 0) || ok && k != want {
			t.Fatalf("from %v to %v: got first step %d, %v, want %d", from, to, k, ok, want)
		}
	})
}

func TestSearchDoesNotContinueFromRemovedCells(t *testing.T) {
	t.Parallel()
	var s Search
	boards(t, func(r *rand.Rand, rows, cols int, open *Cells) {
		from := cell(r, rows, cols)
		order := &orders[r.IntN(2)]
		stop, set := board(r, rows, cols, 0.1), board(r, rows, cols, 0.3)
		var w walk
		w.search(open, &stop, order, from)
		queue := w.queue[1:]
		s.StartAt(open, from)
		for s.Step() {
			d := s.Distance()
			var found []sim.Pos
			want, wanted := sim.Pos{}, false
			for len(queue) > 0 && w.dist[queue[0].Row][queue[0].Col] == d {
				p := queue[0]
				queue = queue[1:]
				found = append(found, p)
				if !wanted && set.Has(p.Row, p.Col) {
					want, wanted = p, true
				}
			}
			lo, front := s.Front()
			n := 0
			for _, p := range found {
				if i := p.Row - lo; i < 0 || i >= len(front) || front[i]>>p.Col&1 == 0 {
					t.Fatalf("front at distance %d lacks %v", d, p)
				}
			}
			var cells Cells
			copy(cells[lo:], front)
			if n = cells.Count(); n != len(found) {
				t.Fatalf("distance %d: got %d cells, want %d", d, n, len(found))
			}
			if got, ok := s.FirstReached(&set, order); ok != wanted || ok && got != want {
				t.Fatalf("distance %d: got first cell %v, %v, want %v, %v", d, got, ok, want, wanted)
			}
			for i := range front {
				front[i] &^= stop[lo+i]
			}
		}
		if len(queue) > 0 {
			t.Fatalf("search ended before %v", queue[0])
		}
	})
}

func TestHeldCellsAreReachedByOtherPaths(t *testing.T) {
	t.Parallel()
	var s Search
	boards(t, func(r *rand.Rand, rows, cols int, open *Cells) {
		from := cell(r, rows, cols)
		good := board(r, rows, cols, 0.5)
		s.StartAt(open, from)
		s.Step()
		s.RestrictFront(&good)
		// The result must equal that of a search that starts at the good neighbours.
		rest := *open
		rest.Remove(from.Row, from.Col)
		var starts []sim.Pos
		for _, step := range orders[0] {
			if p := from.Add(step); p.In(rows, cols) && open.Has(p.Row, p.Col) && good.Has(p.Row, p.Col) {
				starts = append(starts, p)
			}
		}
		var w walk
		w.search(&rest, new(Cells), &orders[0], starts...)
		for range 20 {
			p := cell(r, rows, cols)
			want := w.dist[p.Row][p.Col] + 1
			if want > Unreachable {
				want = Unreachable
			}
			if got := s.DistanceTo(p, Unreachable); p != from && got != want {
				t.Fatalf("distance of %v from %v: got %d, want %d", p, from, got, want)
			}
		}
	})
}

func TestSearchWithoutStartFindsNothing(t *testing.T) {
	t.Parallel()
	var s Search
	open := board(rand.New(rand.NewPCG(1, 1)), Size, Size, 1)
	for range 2 {
		if _, ok := s.FirstStep(sim.Pos{Row: 3, Col: 3}, &orders[0], nil); ok || s.DistanceTo(sim.Pos{}, Unreachable) != Unreachable || s.Step() {
			t.Error("got a path, want none")
		}
		if _, ok := s.FirstReached(&open, &orders[0]); ok {
			t.Error("got a first cell, want none")
		}
		s.Start(&open, new(Cells))
	}
}

func TestMaskFindsAllPositions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for n := 8; n <= Size; n++ {
		row := make([]byte, n)
		for range 200 {
			c := byte(r.IntN(256))
			var want uint64
			for j := range row {
				row[j] = c ^ [...]byte{0, 0, 1, 0x80, 0xff, byte(r.IntN(256))}[r.IntN(6)]
				if row[j] == c {
					want |= 1 << j
				}
			}
			if got := Mask(row, c); got != want {
				t.Fatalf("%q in %q: got %b, want %b", c, row, got, want)
			}
		}
	}
}
