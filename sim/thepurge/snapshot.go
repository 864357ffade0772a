package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

func (b *Board) snapshot() *State {
	b.share()
	s := b.memory.state()
	*s = State{
		Standing: b.Standing, set: b.set,
		grid: b.sharedGrid, citizens: b.sharedCitizens, barricades: b.sharedBarricades, built: b.built,
		waiting: b.sharedWaiting, next: b.next, known: true,
	}
	return s
}

// share makes immutable copies of the parts that changed since the last snapshot.
func (b *Board) share() {
	m := &b.memory
	if b.sharedGrid == nil {
		b.sharedGrid = m.close(append(m.open(len(b.grid)), b.grid...))
	}
	if b.sharedCitizens == nil {
		list := m.citizens.cut(len(b.citizens), m.frugal)
		copy(list, b.citizens)
		f := &m.citizenTables.cut(1, m.frugal)[0]
		f.list, f.text = list, b.citizensText()
		b.sharedCitizens = f
	}
	if b.sharedWaiting == nil && len(b.waiting) > 0 {
		b.sharedWaiting = m.waiting.cut(len(b.waiting), m.frugal)
		copy(b.sharedWaiting, b.waiting)
	}
	if b.sharedBarricades == nil {
		list := m.barricades.cut(len(b.barricades), m.frugal)
		for k, i := range b.barricades {
			c := &b.cells[i]
			p := sim.Pos16{Row: int16(int(i) / b.set.BoardCols), Col: int16(int(i) % b.set.BoardCols)}
			list[k] = Barricade{c.resistance, p, c.owner}
		}
		size := len(barricadesHeader) + len(barricadeColumns) + 12 + len(list)*maxBarricadeLine
		f := &m.barricadeTables.cut(1, m.frugal)[0]
		f.list, f.text = list, m.close(appendBarricades(m.open(size), list))
		b.sharedBarricades = f
	}
}

// citizensText joins the lines of the table of citizens.
func (b *Board) citizensText() []byte {
	size := len(citizensHeader) + 2 + len(citizensColumns) // the count has at most two digits
	for i := range b.lines {
		size += int(b.lines[i].size)
	}
	dst := b.memory.open(size)
	dst = append(dst, citizensHeader...)
	dst = res.AppendInt(dst, len(b.lines))
	dst = append(dst, citizensColumns...)
	for i := range b.lines {
		l := &b.lines[i]
		dst = append(dst, l.text[:l.size]...)
	}
	return b.memory.close(dst)
}

// memory hands out what snapshots are made of, from slabs: asking for each piece
// by itself was a tenth of a match (floors Match/thepurge).
type memory struct {
	text            []byte
	states          slab[State]
	citizenTables   slab[citizenTable]
	barricadeTables slab[barricadeTable]
	citizens        slab[Citizen]
	barricades      slab[Barricade]
	waiting         slab[pending]
	frugal          bool // a single snapshot will be made: no slab is larger than asked for
}

const textSlab = 16 << 10

// slab is memory for values of a kind.
type slab[T any] []T

// cut takes n values off the slab.
func (s *slab[T]) cut(n int, frugal bool) []T {
	if n > len(*s) {
		size := n
		if !frugal {
			size = max(n, 16*min(n, 16))
		}
		*s = make([]T, size)
	}
	part := (*s)[:n:n]
	*s = (*s)[n:]
	return part
}

func (m *memory) state() *State { return &m.states.cut(1, m.frugal)[0] }

// open returns room for a text of at most that size, which close then keeps.
func (m *memory) open(size int) []byte {
	if size > len(m.text) {
		n := size
		if !m.frugal {
			n = max(textSlab, size)
		}
		m.text = make([]byte, n)
	}
	return m.text[:0]
}

func (m *memory) close(text []byte) []byte {
	n := len(text)
	m.text = m.text[n:]
	return text[:n:n]
}
