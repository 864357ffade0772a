package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// spot is a cell of a field: the board with a rim around it, row by row, so that
// neighbours need no check.
type spot int32

const (
	spots = (25 + 2) * (50 + 2)
	far   = 1 << 14 // farther than any way
)

// field is the board as Nightwatch thinks about it.
type field struct {
	width spot
	step  [4]spot // by direction
	glyph [spots]byte
	own   [spots]bool  // a barricade of ours
	who   [spots]uint8 // index of the citizen plus 1
	queue []spot
}

func (f *field) spot(p sim.Pos) spot { return spot(p.Row+1)*f.width + spot(p.Col+1) }

// look takes in a state for a seat.
func (f *field) look(s *thepurge.State, seat int) {
	rows, cols := s.Settings().Size()
	f.width = spot(cols + 2)
	f.step = [4]spot{f.width, 1, -f.width, -1}
	f.glyph, f.own, f.who = [spots]byte{}, [spots]bool{}, [spots]uint8{}
	for i := range rows {
		at := f.spot(sim.Pos{Row: i})
		for j := range cols {
			f.glyph[at+spot(j)] = s.Glyph(sim.Pos{Row: i, Col: j})
		}
	}
	for i, c := range s.Citizens() {
		f.who[f.spot(c.Pos())] = uint8(i + 1)
	}
	for _, b := range s.AllBarricades() {
		if int(b.Player) == seat {
			f.own[f.spot(b.Pos())] = true
		}
	}
}

// open reports whether a way can lead through a cell. Citizens walk, so they
// bar no way; barricades of others do.
func (f *field) open(at spot) bool {
	switch f.glyph[at] {
	case 0, 'B':
		return false
	case 'b', 'c', 'w':
		return f.own[at]
	}
	return true
}

// ways is the distance to each cell from one of them; far where no way leads.
type ways [spots]int16

// flood measures distances from a cell, up to a limit.
func (f *field) flood(w *ways, from spot, limit int16) {
	for i := range w {
		w[i] = far
	}
	w[from] = 0
	f.queue = append(f.queue[:0], from)
	for i := 0; i < len(f.queue); i++ {
		at := f.queue[i]
		d := w[at] + 1
		if d > limit {
			return
		}
		for _, step := range f.step {
			if to := at + step; w[to] == far && f.open(to) {
				w[to] = d
				f.queue = append(f.queue, to)
			}
		}
	}
}
