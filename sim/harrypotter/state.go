package harrypotter

import (
	"math/bits"
	"unsafe"

	"game-tui/sim"
	"game-tui/sim/grid"
)

// The board's size is fixed by the rules.
const (
	Rows = grid.Size
	Cols = grid.Size
)

// The layout of the grid inside a State and a Board: it is the text that a
// state block shows, so that writing it is one copy.
const (
	stride    = 64 // bytes of a row: label, cells, line end
	labelSize = 3  // "07 "
	gridSize  = Rows * stride
)

// Grid characters, those of a state block. '0' + clan marks an owner.
const (
	Wall  = 'W'
	Empty = '.' // nobody's
)

// NumIngredients is the number of a spell's ingredients.
const NumIngredients = 15

// Unit is a copy of one unit.
type Unit struct {
	Ghost  bool
	ID     int32
	Player int
	Pos    sim.Pos
	// Rounds is, of a ghost, the rounds of rest before it may cast; of a wizard, the rounds until
	// it changes clan, 0 when it is not converting.
	Rounds int
	// Next is, of a ghost, the round of the last attack on it; of a wizard, the
	// clan that it will join; -1 none.
	Next int
}

// Converting reports whether it is a wizard on its way to another clan.
func (u Unit) Converting() bool { return !u.Ghost && u.Rounds > 0 }

// unit is a unit as boards and states keep it; its index is its id, and ids 0
// to 3 are the ghosts of clans 0 to 3.
type unit struct {
	row, col     int8
	player       int8
	rounds, next int32
}

func (u *unit) pos() sim.Pos { return sim.Pos{Row: int(u.row), Col: int(u.col)} }

// position is what a board and its states have alike.
type position struct {
	set   *Settings
	walls *grid.Rows // shared: walls never change
	units []unit     // of a board, places may be stale between a death and the return

	Strength    [sim.Seats]int // of each clan, in points
	Accumulated [sim.Seats]int // points from conversions
	Owned       [sim.Seats]int // cells
	spell       [NumIngredients]int16
	vold        sim.Pos // (-1,-1) while the board is being made

	unitRow, bookRow grid.Rows
	grid             [gridSize]byte // see stride
}

// State is the kit's view of a match at the start of a round. It implements
// sim.State; it is immutable, and shared by all players and viewers.
type State struct {
	sim.StateBase
	order   []uint16 // ids of all units in row-major order of their places
	wizards []int32  // ids, clan by clan, ascending
	position
	first [Rows]uint16         // index in order of the first unit of each row
	split [sim.Seats + 1]int32 // wizards of clan c: wizards[split[c]:split[c+1]]
}

func at(row, col int) int { return row*stride + labelSize + col }

// owner is the clan of a grid character, -1 nobody.
func owner(c byte) int {
	if c -= '0'; c < sim.Seats {
		return int(c)
	}
	return -1
}

// Settings are the match's fixed values.
func (s *State) Settings() *Settings { return s.set }

// Bytes is what the state takes in memory.
func (s *State) Bytes() int {
	return int(unsafe.Sizeof(*s)+unsafe.Sizeof(*s.walls)) +
		len(s.units)*int(unsafe.Sizeof(unit{})) + 2*len(s.order) + 4*len(s.wizards)
}

// UnitAt returns the id of the unit at p, -1 when there is none or p is off the board.
func (s *State) UnitAt(p sim.Pos) int32 {
	if !p.In(Rows, Cols) {
		return -1
	}
	row := s.unitRow[p.Row]
	if row>>p.Col&1 == 0 {
		return -1
	}
	before := bits.OnesCount64(row & (1<<p.Col - 1))
	return int32(s.order[int(s.first[p.Row])+before])
}

// Free reports whether p is on the board and no wall: what Demo calls free to walk.
func (s *State) Free(p sim.Pos) bool {
	return p.In(Rows, Cols) && s.walls[p.Row]>>p.Col&1 == 0
}

// The masks below have bit j set for column j. They are the fast way to look
// at the whole board.

// WallRow is the mask of the walls of row i.
func (s *State) WallRow(i int) uint64 { return s.walls[i] }

// UnitRow is the mask of the units of row i.
func (s *State) UnitRow(i int) uint64 { return s.unitRow[i] }

// BookRow is the mask of the books of row i.
func (s *State) BookRow(i int) uint64 { return s.bookRow[i] }

// GroundRow returns the 60 grid characters of row i: Wall, Empty, or '0' plus
// the owner. It is shared memory: read only.
func (s *State) GroundRow(i int) []byte {
	return s.grid[at(i, 0):at(i, Cols):at(i, Cols)]
}

// Units is the number of units; their ids are 0 … Units()-1.
func (s *State) Units() int { return len(s.units) }

// Unit returns a copy of a unit; for an id that does not exist the kit's
// default unit, whose ID and Player are -1.
func (s *State) Unit(id int32) Unit {
	if uint32(id) >= uint32(len(s.units)) {
		return Unit{ID: -1, Player: -1, Rounds: -1, Next: -1}
	}
	u := &s.units[id]
	return Unit{Ghost: id < sim.Seats, ID: id, Player: int(u.player), Pos: u.pos(), Rounds: int(u.rounds), Next: int(u.next)}
}

// Wizards returns the ids of a clan's wizards, ascending. It is shared memory:
// read only.
func (s *State) Wizards(pl int) []int32 {
	return s.wizards[s.split[pl]:s.split[pl+1]:s.split[pl+1]]
}

// Voldemort is where he stands.
func (s *State) Voldemort() sim.Pos { return s.vold }

// MagicStrength is the strength that each unit of a clan fights with: the
// points shared among its ghost and wizards.
func (s *State) MagicStrength(pl int) int { return s.Strength[pl] / (1 + len(s.Wizards(pl))) }

// Ingredients are the numbers of the spell of this round.
func (s *State) Ingredients() [NumIngredients]int {
	var v [NumIngredients]int
	for i, x := range s.spell {
		v[i] = int(x)
	}
	return v
}

// Solves reports whether a solution of the present spell is right: each of the
// groups 0 to 4 has three ingredients, and all groups the same sum.
func (p *position) Solves(solution []int32) bool {
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
