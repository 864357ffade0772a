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
	commonState
	wizardCounts [sim.Seats]int
	unitAt       [gridSize]int16 // unit id by cell, valid where unitCells has a bit

	// The following fields describe the current round.
	spellCast      bool
	booksRead      [sim.Seats]int
	booksDestroyed int // books that Voldemort destroyed in this round
	deadWizards    [sim.Seats][]int16
	isGhostDead    [sim.Seats]bool

	// All rounds reuse the memory of these slices.
	events       []sim.Event
	ids          []int32 // buffer for unit ids or a permutation
	spellTargets []int16
}

func newBoard(settings *Settings, seed int32) *Board {
	b := &Board{BoardBase: sim.BoardBase{Rand: sim.NewRand(seed)}}
	b.commonState = commonState{settings: settings, walls: new(grid.Set), voldemort: sim.Pos{Row: -1, Col: -1}, grid: blankGrid}
	for clan := range b.Strength {
		b.Strength[clan] = settings.ClanIniMagicStrength
	}
	return b
}

var blankGrid = func() (g [gridSize]byte) {
	res.AppendGrid(g[:0], Rows, Cols, Empty)
	return g
}()

func boardFrom(s *State, dice sim.Rand) *Board {
	b := &Board{BoardBase: sim.BoardBase{StateBase: s.StateBase, Rand: dice}, commonState: s.commonState}
	b.units = slices.Clone(s.units)
	for id, u := range s.units {
		b.unitAt[gridIndex(int(u.row), int(u.col))] = int16(id)
	}
	for clan := range b.wizardCounts {
		b.wizardCounts[clan] = len(s.Wizards(clan))
	}
	return b
}

func (b *Board) Clone() sim.Board {
	c := *b
	c.units = slices.Clone(b.units)
	// The next round needs nothing from these slices, but the boards must not share their memory.
	c.events, c.ids, c.spellTargets = nil, nil, nil
	c.deadWizards = [sim.Seats][]int16{}
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
	s := &State{StateBase: b.StateBase, unitIDs: make([]uint16, 0, n), wizards: ids}
	s.commonState = b.commonState
	s.units = slices.Clone(b.units)
	for i, m := range b.unitCells {
		s.rowOffsets[i] = uint16(len(s.unitIDs))
		for ; m != 0; m &= m - 1 {
			s.unitIDs = append(s.unitIDs, uint16(b.unitAt[gridIndex(i, bits.TrailingZeros64(m))]))
		}
	}
	for clan := range sim.Seats {
		s.clanOffsets[clan+1] = s.clanOffsets[clan] + int32(b.wizardCounts[clan])
	}
	next := s.clanOffsets
	for id := sim.Seats; id < n; id++ {
		clan := b.units[id].player
		ids[next[clan]] = int32(id)
		next[clan]++
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
	if pl := cellOwner(old); pl >= 0 {
		b.OwnedCells[pl]--
	}
	if clan >= 0 {
		b.OwnedCells[clan]++
	}
}

// putUnit puts a unit on a free cell and gives the cell to the unit's clan.
func (b *Board) putUnit(id int, p sim.Pos) {
	u := &b.units[id]
	u.row, u.col = int8(p.Row), int8(p.Col)
	b.unitCells.Add(p.Row, p.Col)
	b.unitAt[gridIndex(p.Row, p.Col)] = int16(id)
	b.setOwner(gridIndex(p.Row, p.Col), u.player)
}

func (b *Board) magicStrength(clan int8) int {
	return b.Strength[clan] / (1 + b.wizardCounts[clan])
}
