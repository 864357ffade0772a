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
	Professor bool
	ID        int32
	Player    int
	Pos       sim.Pos // position; for a dead professor, where it died
	Health    int     // a professor's health; -1 for soldiers
	Poison    int     // a soldier's poison; -1 for professors
	Rounds    int     // rounds until a professor's rebirth, 0 if alive; -1 for soldiers
}

// IsAlive reports whether the unit is a soldier or a living professor.
func (u Unit) IsAlive() bool { return !u.Professor || u.Rounds == 0 }

// A unit is the compact form of a Unit that boards and states store. Its id is its index. Ids 0 to
// 3 are the professors of clans 0 to 3.
type unit struct {
	row, col int8
	player   int8
	gone     bool  // whether the unit was killed in this round and left the board
	amount   int32 // a soldier's poison or a professor's health
	rounds   int32
}

func (u *unit) pos() sim.Pos { return sim.Pos{Row: int(u.row), Col: int(u.col)} }

// A State is the kit's view of a match at the start of a round. It is immutable.
type State struct {
	sim.StateBase
	position
	*things
}

type position struct {
	set        *Settings
	building   *building // walls and safes; states share them, so boards replace them
	safes      *safes
	pots       [sim.Seats]pot
	tally      [sim.Seats]tally
	tallyKnown bool // whether tally counts from the start of the match
}

type contents struct {
	unit, health, poison, money grid.Set
	units                       []unit
}

// things holds a state's units and other things, and indexes to find them. It is immutable.
// Consecutive states share it if nothing changed.
type things struct {
	contents
	ids      []uint16 // ids of units on the board in row-major order
	amounts  []int32  // amounts of money in row-major order
	soldiers []int32  // ids of soldiers by clan, in ascending order
	split    [sim.Seats + 1]int32
	firstID  [Rows]uint16 // for each row, the index in ids of its first unit
	firstSum [Rows]uint16 // for each row, the index in amounts of its first money
}

func (t *things) index(ids *[cells]uint16, amounts *[cells]int32) {
	for i := range Rows {
		t.firstID[i] = uint16(len(t.ids))
		for m := t.unit[i]; m != 0; m &= m - 1 {
			t.ids = append(t.ids, ids[i*Cols+bits.TrailingZeros64(m)])
		}
		t.firstSum[i] = uint16(len(t.amounts))
		for m := t.money[i]; m != 0; m &= m - 1 {
			t.amounts = append(t.amounts, amounts[i*Cols+bits.TrailingZeros64(m)])
		}
	}
}

func (t *things) group() {
	t.soldiers = make([]int32, 0, len(t.units)-sim.Seats)
	for pl := range sim.Seats {
		t.split[pl] = int32(len(t.soldiers))
		for id := sim.Seats; id < len(t.units); id++ {
			if int(t.units[id].player) == pl {
				t.soldiers = append(t.soldiers, int32(id))
			}
		}
	}
	t.split[sim.Seats] = int32(len(t.soldiers))
}

type pot struct{ health, poison int }

type tally struct {
	soldiers, professors int // units killed by the clan
	safes                int
}

func rank(row uint64, col int) int   { return bits.OnesCount64(row & (1<<uint(col) - 1)) }
func (s *State) Settings() *Settings { return s.set }

func (s *State) MemorySize() int {
	n := int(unsafe.Sizeof(*s) + unsafe.Sizeof(*s.building) + unsafe.Sizeof(*s.things) + unsafe.Sizeof(*s.safes))
	n += len(s.units)*int(unsafe.Sizeof(unit{})) + 2*len(s.ids) + 4*len(s.amounts) + 4*len(s.soldiers)
	n += len(s.building.doors) * int(unsafe.Sizeof(sim.Pos16{})+unsafe.Sizeof([]int32{})+unsafe.Sizeof([]byte{}))
	for box, h := range s.safes.hints {
		n += 4*len(h) + len(s.safes.text[box])
	}
	return n
}

// BoxAt returns the safe whose door is at p, or -1.
func (s *State) BoxAt(p sim.Pos) int { return s.building.boxAt(p) }

// UnitAt returns the id of the unit at p, or -1. P may be off the board.
func (s *State) UnitAt(p sim.Pos) int32 {
	if !p.In(Rows, Cols) || !s.unit.Has(p.Row, p.Col) {
		return -1
	}
	return int32(s.ids[int(s.firstID[p.Row])+rank(s.unit[p.Row], p.Col)])
}

// MoneyAt returns the money at p, or 0. P may be off the board.
func (s *State) MoneyAt(p sim.Pos) int {
	if !p.In(Rows, Cols) || !s.money.Has(p.Row, p.Col) {
		return 0
	}
	return int(s.amounts[int(s.firstSum[p.Row])+rank(s.money[p.Row], p.Col)])
}

// Free reports whether p is on the board and not a wall.
func (s *State) Free(p sim.Pos) bool {
	return p.In(Rows, Cols) && !s.building.wall.Has(p.Row, p.Col)
}

// In the following masks, bit j stands for column j. Masks are the fastest way to scan the board.

func (s *State) WallRow(i int) uint64   { return s.building.wall[i] }
func (s *State) DoorRow(i int) uint64   { return s.building.door[i] }
func (s *State) GoldRow(i int) uint64   { return s.building.gold[i] }
func (s *State) UnitRow(i int) uint64   { return s.unit[i] }
func (s *State) HealthRow(i int) uint64 { return s.health[i] }
func (s *State) PoisonRow(i int) uint64 { return s.poison[i] }
func (s *State) MoneyRow(i int) uint64  { return s.money[i] }

// Unit returns a unit, or the kit's default unit with ID and Player -1 if id is unknown.
func (s *State) Unit(id int32) Unit {
	if uint32(id) >= uint32(len(s.units)) {
		return Unit{ID: -1, Player: -1, Health: -1, Rounds: -1}
	}
	u := &s.units[id]
	v := Unit{ID: id, Player: int(u.player), Pos: u.pos(), Health: -1, Poison: -1, Rounds: -1}
	if id < sim.Seats {
		v.Professor, v.Health, v.Rounds = true, int(u.amount), int(u.rounds)
	} else {
		v.Poison = int(u.amount)
	}
	return v
}

// At returns the position of a unit, which must exist. It is much faster than calling Unit.
func (s *State) At(id int32) sim.Pos { return s.units[id].pos() }

// PoisonOf returns the poison of a soldier, which must exist. It is as fast as At.
func (s *State) PoisonOf(id int32) int { return int(s.units[id].amount) }

// Soldiers returns the ids of a clan's soldiers in ascending order. Callers must not modify the
// slice.
func (s *State) Soldiers(pl int) []int32 {
	return s.soldiers[s.split[pl]:s.split[pl+1]:s.split[pl+1]]
}

func (s *State) AvailablePoison(pl int) int { return s.pots[pl].poison }
func (s *State) AvailableHealth(pl int) int { return s.pots[pl].health }
func (s *State) Boxes() int                 { return len(s.building.doors) }

// SafetyBoxHints returns the hints of a safe, which never change. It returns nil if the safe does
// not exist. Callers must not modify the slice.
func (s *State) SafetyBoxHints(box int) []int32 {
	if uint(box) >= uint(len(s.safes.hints)) {
		return nil
	}
	return s.safes.hints[box]
}

func (s *State) Door(box int) sim.Pos { return s.building.doors[box].Pos() }
