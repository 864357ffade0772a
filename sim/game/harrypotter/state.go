package harrypotter

import (
	"math/bits"
	"unsafe"

	"game-tui/sim"
	"game-tui/sim/grid"
)

const (
	Rows = grid.Size
	Cols = grid.Size
)

// The grid in states and boards is laid out like the text of a state, so writing a state is a plain
// copy.
const (
	stride    = 64 // bytes per row: label, cells and line end
	labelSize = 3  // length of a row's label, such as "07 "
	gridSize  = Rows * stride
)

// Characters of the grid. A cell owned by clan c has the character '0' + c.
const (
	Wall  = 'W'
	Empty = '.' // cell without an owner
)

const NumIngredients = 15

type Unit struct {
	IsGhost bool
	ID      int32
	Player  int
	Pos     sim.Pos
	// RoundsLeft is the number of rounds until a ghost may cast again, or until a converting wizard
	// joins another clan. It is 0 for other wizards.
	RoundsLeft int
	// Next is the round in which a ghost was last attacked, or the clan that a converting wizard
	// will join. Otherwise it is -1.
	Next int
}

func (u Unit) IsConverting() bool { return !u.IsGhost && u.RoundsLeft > 0 }

// A unit is the compact form of a Unit that boards and states store. Its id is its index. Ids 0 to
// 3 are the ghosts of clans 0 to 3.
type unit struct {
	row, col     int8
	player       int8
	rounds, next int32
}

func (u *unit) pos() sim.Pos { return sim.Pos{Row: int(u.row), Col: int(u.col)} }

type commonState struct {
	settings *Settings
	walls    *grid.Set // walls, which never change during a match; all states share them
	units    []unit    // units by id; on a board, dead units keep their positions until they return

	Strength         [sim.Seats]int // strength points per clan
	ConversionPoints [sim.Seats]int // points from conversions per clan
	OwnedCells       [sim.Seats]int
	spell            [NumIngredients]int16
	voldemort        sim.Pos // Voldemort's position, or (-1,-1) until he is placed

	unitCells, bookCells grid.Set
	grid                 [gridSize]byte // text of the rows, stride bytes each
}

// A State is the kit's view of a match at the start of a round. It is immutable.
type State struct {
	sim.StateBase
	unitIDs []uint16 // ids of all units in row-major order
	wizards []int32  // ids of all wizards by clan, in ascending order
	commonState
	rowOffsets  [Rows]uint16         // for each row, its first unit's index in unitIDs
	clanOffsets [sim.Seats + 1]int32 // the wizards of clan c are wizards[clanOffsets[c]:clanOffsets[c+1]]
}

func gridIndex(row, col int) int { return row*stride + labelSize + col }

func cellOwner(c byte) int {
	if c -= '0'; c < sim.Seats {
		return int(c)
	}
	return -1
}

func (s *State) Settings() *Settings { return s.settings }

func (s *State) MemorySize() int {
	return int(unsafe.Sizeof(*s)+unsafe.Sizeof(*s.walls)) +
		len(s.units)*int(unsafe.Sizeof(unit{})) + 2*len(s.unitIDs) + 4*len(s.wizards)
}

// UnitAt returns the id of the unit at p, or -1. P may be off the board.
func (s *State) UnitAt(p sim.Pos) int32 {
	if !p.In(Rows, Cols) {
		return -1
	}
	row := s.unitCells[p.Row]
	if row>>p.Col&1 == 0 {
		return -1
	}
	before := bits.OnesCount64(row & (1<<p.Col - 1))
	return int32(s.unitIDs[int(s.rowOffsets[p.Row])+before])
}

// IsOpen reports whether p is on the board and not a wall.
func (s *State) IsOpen(p sim.Pos) bool {
	return p.In(Rows, Cols) && s.walls[p.Row]>>p.Col&1 == 0
}

// In the following masks, bit j stands for column j. Masks are the fastest way to scan the board.

func (s *State) WallRow(i int) uint64 { return s.walls[i] }
func (s *State) UnitRow(i int) uint64 { return s.unitCells[i] }
func (s *State) BookRow(i int) uint64 { return s.bookCells[i] }

// GroundRow returns the 60 grid characters of row i: Wall, Empty, or '0' plus the owner. Callers
// must not modify the slice.
func (s *State) GroundRow(i int) []byte {
	return s.grid[gridIndex(i, 0):gridIndex(i, Cols):gridIndex(i, Cols)]
}

// Unit returns a unit, or the kit's default unit with ID and Player -1 if id is unknown.
func (s *State) Unit(id int32) Unit {
	if uint32(id) >= uint32(len(s.units)) {
		return Unit{ID: -1, Player: -1, RoundsLeft: -1, Next: -1}
	}
	u := &s.units[id]
	return Unit{IsGhost: id < sim.Seats, ID: id, Player: int(u.player), Pos: u.pos(), RoundsLeft: int(u.rounds), Next: int(u.next)}
}

// Wizards returns the ids of a clan's wizards in ascending order. Callers must not modify the
// slice.
func (s *State) Wizards(clan int) []int32 {
	return s.wizards[s.clanOffsets[clan]:s.clanOffsets[clan+1]:s.clanOffsets[clan+1]]
}

func (s *State) Voldemort() sim.Pos { return s.voldemort }

// MagicStrength returns the strength of each of a clan's units: the clan's strength divided by the
// number of units.
func (s *State) MagicStrength(clan int) int { return s.Strength[clan] / (1 + len(s.Wizards(clan))) }

// Ingredients returns the numbers that make up this round's spell.
func (s *State) Ingredients() [NumIngredients]int {
	var v [NumIngredients]int
	for i, x := range s.spell {
		v[i] = int(x)
	}
	return v
}

// IsSolution reports whether a solution is correct: each of the groups 0 to 4 has three ingredients,
// and all groups have the same sum.
func (p *commonState) IsSolution(solution []int32) bool {
	if len(solution) != NumIngredients {
		return false
	}
	var sum, members [NumIngredients / 3]int
	for i, g := range solution {
		if uint32(g) >= uint32(len(sum)) {
			return false
		}
		sum[g] += int(p.spell[i])
		members[g]++
	}
	for g := range sum {
		if members[g] != 3 || sum[g] != sum[0] {
			return false
		}
	}
	return true
}
