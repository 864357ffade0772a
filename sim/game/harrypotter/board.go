package harrypotter

import (
	"math/bits"
	"slices"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// A Board is a match in progress. Sets of cells are bit masks with one word per row, so that
// neighbourhoods are checked quickly.
type Board struct {
	sim.BoardBase
	position
	wizards [sim.Seats]int
	unitAt  [gridSize]int16 // unit id by cell, valid where unitRow has a bit

	// The following fields describe the current round.
	cast      bool
	read      [sim.Seats]int
	destroyed int // books that Voldemort destroyed in this round
	dead      [sim.Seats][]int16
	deadGhost [sim.Seats]bool

	// All rounds reuse the memory of these slices.
	events []sim.Event
	ids    []int32 // buffer for unit ids or a permutation
	cells  []int16
}

func newBoard(set *Settings, seed int32) *Board {
	b := &Board{BoardBase: sim.BoardBase{Rand: sim.NewRand(seed)}}
	b.position = position{set: set, walls: new(grid.Set), voldemort: sim.Pos{Row: -1, Col: -1}, grid: blankGrid}
	for pl := range b.Strength {
		b.Strength[pl] = set.ClanIniMagicStrength
	}
	return b
}

var blankGrid = func() (g [gridSize]byte) {
	res.AppendGrid(g[:0], Rows, Cols, Empty)
	return g
}()

func boardFrom(s *State, dice sim.Rand) *Board {
	b := &Board{BoardBase: sim.BoardBase{StateBase: s.StateBase, Rand: dice}, position: s.position}
	b.units = slices.Clone(s.units)
	for id, u := range s.units {
		b.unitAt[at(int(u.row), int(u.col))] = int16(id)
	}
	for pl := range b.wizards {
		b.wizards[pl] = len(s.Wizards(pl))
	}
	return b
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.units = slices.Clone(b.units)
	// The next round needs nothing from these slices, but the boards must not share their memory.
	c.events, c.ids, c.cells = nil, nil, nil
	c.dead = [sim.Seats][]int16{}
	return &c
}

func (b *Board) State() sim.State {
	if b.Snapshot == nil {
		b.Snapshot = b.snapshot()
	}
	return b.Snapshot
}

func (b *Board) snapshot() *State {
	n := len(b.units)
	ids := make([]int32, n-sim.Seats)
	s := &State{StateBase: b.StateBase, order: make([]uint16, 0, n), wizards: ids}
	s.position = b.position
	s.units = slices.Clone(b.units)
	for i, m := range b.unitRow {
		s.first[i] = uint16(len(s.order))
		for ; m != 0; m &= m - 1 {
			s.order = append(s.order, uint16(b.unitAt[at(i, bits.TrailingZeros64(m))]))
		}
	}
	for pl := range sim.Seats {
		s.split[pl+1] = s.split[pl] + int32(b.wizards[pl])
	}
	next := s.split
	for id := sim.Seats; id < n; id++ {
		pl := b.units[id].player
		ids[next[pl]] = int32(id)
		next[pl]++
	}
	return s
}

// setOwner gives a cell to a clan, or to no one if clan is -1. It ignores walls.
func (b *Board) setOwner(cell int, clan int8) {
	c := Empty
	if clan >= 0 {
		c = '0' + rune(clan)
	}
	old := b.grid[cell]
	if old == Wall || old == byte(c) {
		return
	}
	b.grid[cell] = byte(c)
	if pl := owner(old); pl >= 0 {
		b.Owned[pl]--
	}
	if clan >= 0 {
		b.Owned[clan]++
	}
}

// putUnit puts a unit on a free cell and gives the cell to the unit's clan.
func (b *Board) putUnit(id int, p sim.Pos) {
	u := &b.units[id]
	u.row, u.col = int8(p.Row), int8(p.Col)
	b.unitRow.Add(p.Row, p.Col)
	b.unitAt[at(p.Row, p.Col)] = int16(id)
	b.setOwner(at(p.Row, p.Col), u.player)
}

func (b *Board) magicStrength(clan int8) int {
	return b.Strength[clan] / (1 + b.wizards[clan])
}
