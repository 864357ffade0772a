package thepurge

import (
	"game-tui/sim"
)

func (b *Board) snapshot() *State {
	b.share()
	s := &b.memory.states.Cut(1, b.memory.atATime(1))[0]
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
		b.sharedGrid = m.keep(b.grid)
	}
	if b.sharedCitizens == nil {
		list := m.citizens.Cut(len(b.citizens), m.atATime(len(b.citizens)))
		copy(list, b.citizens)
		m.scratch = appendCitizens(m.scratch[:0], list)
		b.sharedCitizens = &m.citizenTables.Cut(1, m.atATime(1))[0]
		*b.sharedCitizens = citizenTable{list, m.keep(m.scratch)}
	}
	if b.sharedWaiting == nil && len(b.waiting) > 0 {
		b.sharedWaiting = m.waiting.Cut(len(b.waiting), m.atATime(len(b.waiting)))
		copy(b.sharedWaiting, b.waiting)
	}
	if b.sharedBarricades == nil {
		n := b.barricades.Count()
		list := m.barricades.Cut(n, m.atATime(n))[:0]
		for p := range b.barricades.All() {
			c := b.at(p)
			list = append(list, Barricade{c.resistance, sim.At(p), c.owner})
		}
		m.scratch = appendBarricades(m.scratch[:0], list)
		b.sharedBarricades = &m.barricadeTables.Cut(1, m.atATime(1))[0]
		*b.sharedBarricades = barricadeTable{list, m.keep(m.scratch)}
	}
}

// memory is what snapshots are made of: asking for each piece by itself was a tenth
// of a match (floors Match/thepurge).
type memory struct {
	text            sim.Slab[byte]
	states          sim.Slab[State]
	citizenTables   sim.Slab[citizenTable]
	barricadeTables sim.Slab[barricadeTable]
	citizens        sim.Slab[Citizen]
	barricades      sim.Slab[Barricade]
	waiting         sim.Slab[pending]
	scratch         []byte
	frugal          bool // a single snapshot will be made: no slab is larger than asked for
}

// atATime is the size of a slab from which pieces of n values are cut.
func (m *memory) atATime(n int) int {
	if m.frugal {
		return 0
	}
	return 16 * min(n, 16)
}

// keep copies a text.
func (m *memory) keep(text []byte) []byte {
	const slab = 16 << 10
	size := slab
	if m.frugal {
		size = 0
	}
	kept := m.text.Cut(len(text), size)
	copy(kept, text)
	return kept
}
