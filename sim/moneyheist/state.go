package moneyheist

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

// The layout of the grid text that a building keeps: that of a state block, so
// that writing one starts with a copy.
const (
	stride    = 64 // bytes of a row: label, cells, line end
	labelSize = 3  // "07 "
)

// Grid characters of a state block. '0' + clan is a soldier.
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

// Unit is a copy of one unit.
type Unit struct {
	Professor bool
	ID        int32
	Player    int
	Pos       sim.Pos // of a dead professor the place of its death
	Health    int     // of a professor, -1 otherwise
	Poison    int     // of a soldier, -1 otherwise
	Rounds    int     // of a professor: rounds until it is reborn, 0 alive; -1 otherwise
}

// IsAlive reports whether the unit is a soldier or a living professor.
func (u Unit) IsAlive() bool { return !u.Professor || u.Rounds == 0 }

// unit is a unit as boards and states keep it; its index is its id, and ids 0
// to 3 are the professors of clans 0 to 3.
type unit struct {
	row, col int8
	player   int8
	gone     bool  // killed in the present round, and on no cell
	amount   int32 // a soldier's poison, a professor's health
	rounds   int32 // a professor's rounds to its rebirth, 0 alive
}

func (u *unit) pos() sim.Pos { return sim.Pos{Row: int(u.row), Col: int(u.col)} }

// State is the kit's view of a match at the start of a round. It implements
// sim.State; it is immutable, and shared by all players and viewers.
type State struct {
	sim.StateBase
	position
	*things
}

// position is what a board and its states have alike, but for what lies about.
type position struct {
	set      *Settings
	building *building // shared: replaced, never changed
	safes    *safes
	pots     [sim.Seats]pot
	tally    [sim.Seats]tally
	known    bool // the tally was kept from round 0 on
}

// contents are the units, and the cells where something is.
type contents struct {
	unit, health, poison, money grid.Rows
	units                       []unit
}

// things are the units and what lies about, immutable once in a State; rounds
// in which nothing happens share them (floor Match/moneyheist/null).
type things struct {
	contents
	ids      []uint16 // of the units on the board, in row-major order of their places
	amounts  []int32  // of the money cells, in row-major order
	soldiers []int32  // ids, clan by clan, ascending
	split    [sim.Seats + 1]int32
	firstID  [Rows]uint16 // index in ids of the first unit of each row
	firstSum [Rows]uint16 // index in amounts of the first money of each row
}

// index fills what is looked up in a State from masks and units: the board's
// grid of ids and of amounts tells what stands and lies where.
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

// group lists the soldiers of each clan.
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

// pot holds what a clan has in common.
type pot struct{ health, poison int }

// tally counts over a match what no state block says.
type tally struct {
	Kills, Professors, Boxes int
}

// rank is the number of bits of a row to the left of a column.
func rank(row uint64, col int) int { return bits.OnesCount64(row & (1<<uint(col) - 1)) }

// Settings are the match's fixed values.
func (s *State) Settings() *Settings { return s.set }

// Bytes is what the state takes in memory.
func (s *State) Bytes() int {
	n := int(unsafe.Sizeof(*s) + unsafe.Sizeof(*s.building) + unsafe.Sizeof(*s.things) + unsafe.Sizeof(*s.safes))
	n += len(s.units)*int(unsafe.Sizeof(unit{})) + 2*len(s.ids) + 4*len(s.amounts) + 4*len(s.soldiers)
	n += len(s.building.doors) * int(unsafe.Sizeof(sim.Pos16{})+unsafe.Sizeof([]int32{})+unsafe.Sizeof([]byte{}))
	for box, h := range s.safes.hints {
		n += 4*len(h) + len(s.safes.text[box])
	}
	return n
}

// BoxAt is the safe whose door is at p, -1 none.
func (s *State) BoxAt(p sim.Pos) int { return s.building.boxAt(p) }

// UnitAt returns the id of the unit at p, -1 when there is none or p is off the board.
func (s *State) UnitAt(p sim.Pos) int32 {
	if !p.In(Rows, Cols) || !s.unit.Has(p.Row, p.Col) {
		return -1
	}
	return int32(s.ids[int(s.firstID[p.Row])+rank(s.unit[p.Row], p.Col)])
}

// MoneyAt returns the amount of money at p, 0 when there is none or p is off the board.
func (s *State) MoneyAt(p sim.Pos) int {
	if !p.In(Rows, Cols) || !s.money.Has(p.Row, p.Col) {
		return 0
	}
	return int(s.amounts[int(s.firstSum[p.Row])+rank(s.money[p.Row], p.Col)])
}

// Free reports whether p is on the board and no wall.
func (s *State) Free(p sim.Pos) bool {
	return p.In(Rows, Cols) && !s.building.wall.Has(p.Row, p.Col)
}

// The masks below have bit j set for column j. They are the fast way to look
// at the whole board.

// WallRow is the mask of the walls of row i.
func (s *State) WallRow(i int) uint64 { return s.building.wall[i] }

// DoorRow is the mask of the doors of row i.
func (s *State) DoorRow(i int) uint64 { return s.building.door[i] }

// GoldRow is the mask of the gold of row i.
func (s *State) GoldRow(i int) uint64 { return s.building.gold[i] }

// UnitRow is the mask of the units of row i.
func (s *State) UnitRow(i int) uint64 { return s.unit[i] }

// HealthRow is the mask of the health kits of row i.
func (s *State) HealthRow(i int) uint64 { return s.health[i] }

// PoisonRow is the mask of the poison kits of row i.
func (s *State) PoisonRow(i int) uint64 { return s.poison[i] }

// MoneyRow is the mask of the money of row i.
func (s *State) MoneyRow(i int) uint64 { return s.money[i] }

// Units is the number of units; their ids are 0 … Units()-1.
func (s *State) Units() int { return len(s.units) }

// Unit returns a copy of a unit; for an id that does not exist the kit's
// default unit, whose ID and Player are -1.
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

// At is where a unit that exists stands, or died: what Unit says, for a tenth of
// the time.
func (s *State) At(id int32) sim.Pos { return s.units[id].pos() }

// PoisonOf is what a soldier that exists carries: what Unit says, as fast as At.
func (s *State) PoisonOf(id int32) int { return int(s.units[id].amount) }

// Soldiers returns the ids of a clan's soldiers, ascending. It is shared
// memory: read only.
func (s *State) Soldiers(pl int) []int32 {
	return s.soldiers[s.split[pl]:s.split[pl+1]:s.split[pl+1]]
}

// AvailablePoison is what a clan's poison pot holds.
func (s *State) AvailablePoison(pl int) int { return s.pots[pl].poison }

// AvailableHealth is what a clan's health pot holds.
func (s *State) AvailableHealth(pl int) int { return s.pots[pl].health }

// Boxes is the number of safes; their ids are 0 … Boxes()-1.
func (s *State) Boxes() int { return len(s.building.doors) }

// SafetyBoxHints returns the hints of a safe, none for one that does not exist.
// They never change in a match. It is shared memory: read only.
func (s *State) SafetyBoxHints(box int) []int32 {
	if uint(box) >= uint(len(s.safes.hints)) {
		return nil
	}
	return s.safes.hints[box]
}

// Door is where the door of a safe is.
func (s *State) Door(box int) sim.Pos { return s.building.doors[box].Pos() }

// Tally returns what a clan has done since the start of the match: soldiers
// and professors killed, safes opened. ok is false where that is not known: a
// state block does not hold it.
func (s *State) Tally(pl int) (soldiers, professors, boxes int, ok bool) {
	t := s.tally[pl]
	return t.Kills, t.Professors, t.Boxes, s.known
}
