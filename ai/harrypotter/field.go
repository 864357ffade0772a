package harrypotter

import (
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// Seeker and Hunter look at the board through a field: the state spread over
// flat arrays with a solid rim, so that a search needs no bounds checks and
// allocates nothing. A cell is the index spot gives it.
const (
	stride = 64
	area   = (hp.Rows + 2) * stride
)

func spot(p sim.Pos) int { return (p.Row+1)*stride + p.Col + 1 }

// What a cell holds, a bit each.
const (
	solid  = 1 << iota // wall or rim
	book               // a book
	unit               // a unit, whose id is in who
	deadly             // Voldemort kills whoever enters, or may strike there this round
	ours               // owned by our clan
	theirs             // owned by another clan
)

// steps are the ways out of a cell by direction number; even ones are the
// wizards'.
var steps = [8]int{stride, stride + 1, 1, -stride + 1, -stride, -stride - 1, -1, stride - 1}

// far is the distance of what no search has reached.
const far = 255

// field is the board as one clan sees it in one round.
type field struct {
	s     *hp.State
	me    int
	magic [sim.Seats]int
	what  [area]uint8
	who   [area]int16

	// The last search: the cells reached in order of distance, their distance,
	// and the first steps of all shortest ways there, a bit per direction/2.
	queue [area]uint16
	seen  [area]reached
	epoch uint32
}

// reached is what the search of an epoch knows of a cell.
type reached struct {
	epoch uint32
	dist  uint8
	way   uint8
}

// load reads the state.
func (f *field) load(s *hp.State, me int) {
	f.s, f.me = s, me
	for i := range f.what {
		f.what[i] = solid
	}
	for row := range hp.Rows {
		f.loadRow(row)
	}
	for id := range int32(s.Units()) {
		c := spot(s.Unit(id).Pos)
		f.what[c] |= unit
		f.who[c] = int16(id)
	}
	for clan := range f.magic {
		f.magic[clan] = s.MagicStrength(clan)
	}
	f.loadVoldemort()
}

func (f *field) loadRow(row int) {
	cells := f.what[spot(sim.Pos{Row: row}):][:hp.Cols]
	books := f.s.BookRow(row)
	mine := byte('0' + f.me)
	for col, ch := range f.s.GroundRow(row) {
		var w uint8
		switch {
		case ch == hp.Wall:
			w = solid
		case ch == mine:
			w = ours
		case ch != hp.Empty:
			w = theirs
		}
		cells[col] = w | uint8(books>>col&1)*book
	}
}

// loadVoldemort marks the cells that he may strike this round: his eight
// neighbours after a step in any of four directions.
func (f *field) loadVoldemort() {
	v := f.s.Voldemort()
	for dr := -2; dr <= 2; dr++ {
		for dc := -2; dc <= 2; dc++ {
			p := v.Plus(sim.Pos{Row: dr, Col: dc})
			if dr*dr+dc*dc < 8 && p.In(hp.Rows, hp.Cols) {
				f.what[spot(p)] |= deadly
			}
		}
	}
}

// search explores breadth first from a cell as a wizard of ours walks: around
// walls, Voldemort and units, through mates that are not in the first cell, for
// they walk too. Units are reached, not passed. It goes at most limit steps
// far, and not beyond the distance at which it has met that many books and units.
// It returns the cells in order of distance, without the first one.
func (f *field) search(from, limit, things int) []uint16 {
	f.epoch++
	f.seen[from] = reached{epoch: f.epoch}
	f.queue[0] = uint16(from)
	n := 1
	for head := 0; head < n; head++ {
		c := int(f.queue[head])
		here := f.seen[c]
		d := here.dist
		if int(d) == limit {
			break
		}
		if d > 0 && f.what[c]&unit != 0 && (d == 1 || !f.mate(c)) {
			continue
		}
		for k := range 4 {
			to := c + steps[2*k]
			what := f.what[to]
			if what&(solid|deadly) != 0 {
				continue
			}
			way := here.way
			if d == 0 {
				way = 1 << k
			}
			next := &f.seen[to]
			if next.epoch == f.epoch {
				if next.dist == d+1 {
					next.way |= way
				}
				continue
			}
			*next = reached{f.epoch, d + 1, way}
			f.queue[n] = uint16(to)
			n++
			if what&(book|unit) != 0 {
				if things--; things == 0 {
					limit = int(d) + 1
				}
			}
		}
	}
	return f.queue[1:n]
}

// flood measures for each cell, up to limit, the steps to the nearest enemy
// wizard that may attack and whose magic strength is at least that much.
func (f *field) flood(dst *[area]uint8, limit, magic int) {
	for i := range dst {
		dst[i] = far
	}
	n := 0
	for clan := range sim.Seats {
		if clan == f.me || f.magic[clan] < magic {
			continue
		}
		for _, id := range f.s.Wizards(clan) {
			if u := f.s.Unit(id); !u.Converting() {
				at := spot(u.Pos)
				dst[at] = 0
				f.queue[n] = uint16(at)
				n++
			}
		}
	}
	for head := 0; head < n; head++ {
		at := int(f.queue[head])
		d := dst[at]
		if int(d) == limit {
			return
		}
		for k := 0; k < len(steps); k += 2 {
			to := at + steps[k]
			if dst[to] == far && f.what[to]&solid == 0 {
				dst[to] = d + 1
				f.queue[n] = uint16(to)
				n++
			}
		}
	}
}

// marks is a set of cells that empties in no time.
type marks struct {
	at  [area]uint32
	now uint32
}

func (m *marks) clear()            { m.now++ }
func (m *marks) set(cell int)      { m.at[cell] = m.now }
func (m *marks) has(cell int) bool { return m.at[cell] == m.now }

// mate reports whether the unit on a cell is a wizard of ours that may walk.
func (f *field) mate(c int) bool {
	id := int32(f.who[c])
	if id < sim.Seats {
		return false
	}
	u := f.s.Unit(id)
	return u.Player == f.me && u.Rounds == 0
}
