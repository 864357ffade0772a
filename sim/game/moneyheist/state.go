package moneyheist

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

// The grid of a building is laid out like the text of a state.
const (
	stride    = 64 // bytes per row: label, cells and line end
	labelSize = 3  // length of a row's label, such as "07 "
)

// Characters of the grid. A soldier of clan c has the character '0' + c.
const (
	charWall      = 'W'
	charHealth    = 'H'
	charPoison    = 'P'
	charDoor      = 'B'
	charGold      = 'G'
	charMoney     = 'M'
	charProfessor = 'X'
	charEmpty     = '.'
)

type Unit struct {
	IsProfessor bool
	ID          int32
	Player      int
	Pos         sim.Pos // position; for a dead professor, where it died
	Health      int     // a professor's health; -1 for soldiers
	Poison      int     // a soldier's poison; -1 for professors
	Rounds      int     // rounds until a professor's rebirth, 0 if alive; -1 for soldiers
}

// IsAlive reports whether the unit is a soldier or a living professor.
func (u Unit) IsAlive() bool { return !u.IsProfessor || u.Rounds == 0 }

// A unit is the compact form of a Unit that boards and states store. Its id is its index. Ids 0 to
// 3 are the professors of clans 0 to 3.
type unit struct {
	row, col        int8
	player          int8
	killedThisRound bool  // whether the unit was killed in this round and left the board
	amount          int32 // a soldier's poison or a professor's health
	rounds          int32
}

func (u *unit) pos() sim.Pos { return sim.Pos{Row: int(u.row), Col: int(u.col)} }

// A State is the kit's view of a match at the start of a round. It is immutable.
type State struct {
	sim.StateBase
	commonState
	*indexedContents
}

type commonState struct {
	settings   *Settings
	building   *building // walls and safes; states share them, so boards replace them
	safes      *safes
	pots       [sim.Seats]pot
	tally      [sim.Seats]tally
	tallyKnown bool // whether tally counts from the start of the match
}

type contents struct {
	unitCells, healthCells, poisonCells, moneyCells grid.Set
	units                                           []unit
}

// indexedContents holds the contents of a state, with indexes to find them. It is immutable.
// Consecutive states share it if nothing changed.
type indexedContents struct {
	contents
	ids           []uint16 // ids of units on the board in row-major order
	amounts       []int32  // amounts of money in row-major order
	soldiers      []int32  // ids of soldiers by clan, in ascending order
	clanOffsets   [sim.Seats + 1]int32
	idOffsets     [Rows]uint16 // for each row, the index in ids of its first unit
	amountOffsets [Rows]uint16 // for each row, the index in amounts of its first money
}

func (t *indexedContents) index(ids *[numCells]uint16, amounts *[numCells]int32) {
	for i := range Rows {
		t.idOffsets[i] = uint16(len(t.ids))
		for m := t.unitCells[i]; m != 0; m &= m - 1 {
			t.ids = append(t.ids, ids[i*Cols+bits.TrailingZeros64(m)])
		}
		t.amountOffsets[i] = uint16(len(t.amounts))
		for m := t.moneyCells[i]; m != 0; m &= m - 1 {
			t.amounts = append(t.amounts, amounts[i*Cols+bits.TrailingZeros64(m)])
		}
	}
}

func (t *indexedContents) groupSoldiers() {
	t.soldiers = make([]int32, 0, len(t.units)-sim.Seats)
	for clan := range sim.Seats {
		t.clanOffsets[clan] = int32(len(t.soldiers))
		for id := sim.Seats; id < len(t.units); id++ {
			if int(t.units[id].player) == clan {
				t.soldiers = append(t.soldiers, int32(id))
			}
		}
	}
	t.clanOffsets[sim.Seats] = int32(len(t.soldiers))
}

type pot struct{ health, poison int }

type tally struct {
	soldiers, professors int // units killed by the clan
	safes                int
}

func countBefore(row uint64, col int) int { return bits.OnesCount64(row & (1<<uint(col) - 1)) }
func (s *State) Settings() *Settings      { return s.settings }

func (s *State) MemorySize() int {
	n := int(unsafe.Sizeof(*s) + unsafe.Sizeof(*s.building) + unsafe.Sizeof(*s.indexedContents) + unsafe.Sizeof(*s.safes))
	n += len(s.units)*int(unsafe.Sizeof(unit{})) + 2*len(s.ids) + 4*len(s.amounts) + 4*len(s.soldiers)
	n += len(s.building.doors) * int(unsafe.Sizeof(sim.Pos16{})+unsafe.Sizeof([]int32{})+unsafe.Sizeof([]byte{}))
	for safe, h := range s.safes.hints {
		n += 4*len(h) + len(s.safes.hintTexts[safe])
	}
	return n
}

// SafeWithDoorAt returns the safe whose door is at p, or -1.
func (s *State) SafeWithDoorAt(p sim.Pos) int { return s.building.safeWithDoorAt(p) }

// UnitAt returns the id of the unit at p, or -1. P may be off the board.
func (s *State) UnitAt(p sim.Pos) int32 {
	if !p.In(Rows, Cols) || !s.unitCells.Has(p.Row, p.Col) {
		return -1
	}
	return int32(s.ids[int(s.idOffsets[p.Row])+countBefore(s.unitCells[p.Row], p.Col)])
}

// MoneyAt returns the money at p, or 0. P may be off the board.
func (s *State) MoneyAt(p sim.Pos) int {
	if !p.In(Rows, Cols) || !s.moneyCells.Has(p.Row, p.Col) {
		return 0
	}
	return int(s.amounts[int(s.amountOffsets[p.Row])+countBefore(s.moneyCells[p.Row], p.Col)])
}

// IsOpen reports whether p is on the board and not a wall.
func (s *State) IsOpen(p sim.Pos) bool {
	return p.In(Rows, Cols) && !s.building.walls.Has(p.Row, p.Col)
}

// In the following masks, bit j stands for column j. Masks are the fastest way to scan the board.

func (s *State) WallRow(i int) uint64   { return s.building.walls[i] }
func (s *State) DoorRow(i int) uint64   { return s.building.doorCells[i] }
func (s *State) GoldRow(i int) uint64   { return s.building.goldCells[i] }
func (s *State) UnitRow(i int) uint64   { return s.unitCells[i] }
func (s *State) HealthRow(i int) uint64 { return s.healthCells[i] }
func (s *State) PoisonRow(i int) uint64 { return s.poisonCells[i] }
func (s *State) MoneyRow(i int) uint64  { return s.moneyCells[i] }

// Unit returns a unit, or the kit's default unit with ID and Player -1 if id is unknown.
func (s *State) Unit(id int32) Unit {
	if uint32(id) >= uint32(len(s.units)) {
		return Unit{ID: -1, Player: -1, Health: -1, Rounds: -1}
	}
	u := &s.units[id]
	v := Unit{ID: id, Player: int(u.player), Pos: u.pos(), Health: -1, Poison: -1, Rounds: -1}
	if id < sim.Seats {
		v.IsProfessor, v.Health, v.Rounds = true, int(u.amount), int(u.rounds)
	} else {
		v.Poison = int(u.amount)
	}
	return v
}

// PosOf returns the position of a unit, which must exist. It is much faster than calling Unit.
func (s *State) PosOf(id int32) sim.Pos { return s.units[id].pos() }

// PoisonOf returns the poison of a soldier, which must exist. It is as fast as PosOf.
func (s *State) PoisonOf(id int32) int { return int(s.units[id].amount) }

// Soldiers returns the ids of a clan's soldiers in ascending order. Callers must not modify the
// slice.
func (s *State) Soldiers(clan int) []int32 {
	return s.soldiers[s.clanOffsets[clan]:s.clanOffsets[clan+1]:s.clanOffsets[clan+1]]
}

func (s *State) AvailablePoison(clan int) int { return s.pots[clan].poison }
func (s *State) AvailableHealth(clan int) int { return s.pots[clan].health }
func (s *State) SafeCount() int               { return len(s.building.doors) }

// Hints returns the hints of a safe, which never change. It returns nil if the safe does
// not exist. Callers must not modify the slice.
func (s *State) Hints(safe int) []int32 {
	if uint(safe) >= uint(len(s.safes.hints)) {
		return nil
	}
	return s.safes.hints[safe]
}

func (s *State) Door(safe int) sim.Pos { return s.building.doors[safe].Pos() }
