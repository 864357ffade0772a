package thepurge

import (
	"cmp"
	"slices"
	"unsafe"

	"game-tui/sim"
)

// Citizen is a builder or a warrior.
type Citizen struct {
	ID     int32
	Life   int32
	At     sim.Pos16
	Type   CitizenType
	Weapon WeaponType
	Player int8
}

// Pos is where the citizen is.
func (c Citizen) Pos() sim.Pos { return c.At.Pos() }

// Barricade is a barricade on the board, free or with a citizen inside.
type Barricade struct {
	Resistance int32
	At         sim.Pos16
	Player     int8
}

// Pos is where the barricade is.
func (b Barricade) Pos() sim.Pos { return b.At.Pos() }

// State is what players know at the start of a round, with the kit's API.
// Immutable; snapshots share the parts that did not change between them.
type State struct {
	sim.StateBase
	set        *Settings
	grid       []byte // the text from the block's start through the grid
	citizens   *citizenTable
	barricades *barricadeTable
	// What the text does not hold. built counts the barricades built since the
	// match began, -1 where nothing tells; waiting and next, of which see Board,
	// are facts where known says so.
	built   [sim.Seats]int32
	waiting []pending
	next    int32
	known   bool
}

// citizenTable is the citizens of a snapshot, by id, and their table's text.
type citizenTable struct {
	list []Citizen
	text []byte
}

// barricadeTable is the barricades of a snapshot, by row and column, and their table's text.
type barricadeTable struct {
	list []Barricade
	text []byte
}

// gridAt is where the character of a cell stands in the text of the grid: after
// two empty lines, two lines of labels, and three columns of row labels.
func gridAt(cols int, p sim.Pos) int { return 2 + 2*(cols+4) + p.Row*(cols+4) + 3 + p.Col }

// Settings are the parameters of the match.
func (s *State) Settings() *Settings { return s.set }

// Bytes is what the state takes in memory.
func (s *State) Bytes() int {
	return int(unsafe.Sizeof(*s)+unsafe.Sizeof(*s.citizens)+unsafe.Sizeof(*s.barricades)) +
		len(s.grid) + len(s.citizens.text) + len(s.barricades.text) +
		len(s.citizens.list)*int(unsafe.Sizeof(Citizen{})) + len(s.barricades.list)*int(unsafe.Sizeof(Barricade{})) + len(s.waiting)*int(unsafe.Sizeof(pending{}))
}

// IsDay reports whether the round is played by day.
func (s *State) IsDay() bool { return s.set.IsRoundDay(s.Played) }

// IsNight reports whether the round is played by night.
func (s *State) IsNight() bool { return !s.IsDay() }

// StatusOf is the used fraction of player pl's CPU budget, -1 when it is out.
func (s *State) StatusOf(pl int) float64 { return s.Used[pl] }

// Glyph is the recording's character of a cell, 0 outside the board: B building,
// G gun, Z bazooka, M money, F food, C and W a builder and a warrior, c and w
// the same inside a barricade, b a free barricade, . an empty street.
func (s *State) Glyph(p sim.Pos) byte {
	if !p.In(s.set.Size()) {
		return 0
	}
	return s.grid[gridAt(s.set.BoardCols, p)]
}

// GlyphRow returns the characters of row i, from 0 to BoardRows-1: what Glyph says of
// its cells, the fast way to look at the whole board. It is shared memory: read only.
func (s *State) GlyphRow(i int) []byte {
	at := gridAt(s.set.BoardCols, sim.Pos{Row: i})
	return s.grid[at : at+s.set.BoardCols : at+s.set.BoardCols]
}

// nobody is what the kit answers for an unknown citizen.
var nobody = Citizen{Type: Builder, ID: -1, Player: -1, Weapon: NoWeapon, Life: 1<<31 - 1}

// Citizen returns the living citizen with that id; an unknown one has ID -1.
func (s *State) Citizen(id int32) Citizen {
	if i := find(s.citizens.list, id); i >= 0 {
		return s.citizens.list[i]
	}
	return nobody
}

// find looks for an id in a list by id; -1 for nobody.
func find(list []Citizen, id int32) int {
	if uint(id) < uint(len(list)) && list[id].ID == id {
		return int(id) // nobody has died yet
	}
	i, ok := slices.BinarySearchFunc(list, id, func(c Citizen, id int32) int { return cmp.Compare(c.ID, id) })
	if !ok {
		return -1
	}
	return i
}

// CitizenAt returns the citizen at p, or one with ID -1.
func (s *State) CitizenAt(p sim.Pos) Citizen {
	for i := range s.citizens.list {
		if s.citizens.list[i].Pos() == p {
			return s.citizens.list[i]
		}
	}
	return nobody
}

// Citizens returns all living citizens by id. The slice is shared: read only.
func (s *State) Citizens() []Citizen { return s.citizens.list }

// IDs are those of player pl's living citizens of a type, ascending.
func (s *State) IDs(pl int, t CitizenType) (ids []int32) {
	for i := range s.citizens.list {
		if c := &s.citizens.list[i]; int(c.Player) == pl && c.Type == t {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// away counts a player's citizens that wait to come back, per type. Where the
// state does not know, it is what lacks of the initial numbers, which are those
// of all players on a random board.
func (s *State) away(seat int) (n [2]int) {
	if s.known {
		for i := range s.waiting {
			if w := &s.waiting[i]; w.thing == 0 && int(w.player) == seat {
				n[w.trade]++
			}
		}
		return n
	}
	n = [2]int{s.set.NumIniBuilders, s.set.NumIniWarriors}
	for i := range s.citizens.list {
		if c := &s.citizens.list[i]; int(c.Player) == seat && n[c.Type] > 0 {
			n[c.Type]--
		}
	}
	return n
}

// BarricadeAt returns the barricade at p and whether there is one.
func (s *State) BarricadeAt(p sim.Pos) (Barricade, bool) {
	for i := range s.barricades.list {
		if s.barricades.list[i].Pos() == p {
			return s.barricades.list[i], true
		}
	}
	return Barricade{Player: -1, Resistance: -1}, false
}

// AllBarricades returns all barricades by row and column. The slice is shared:
// read only.
func (s *State) AllBarricades() []Barricade { return s.barricades.list }

// Barricades returns the places of player pl's barricades, by row and column.
func (s *State) Barricades(pl int) []sim.Pos {
	var list []sim.Pos
	for i := range s.barricades.list {
		if b := &s.barricades.list[i]; int(b.Player) == pl {
			list = append(list, b.Pos())
		}
	}
	return list
}

// WeaponType is a weapon, carried or lying on a street.
type WeaponType uint8

// The weapons; builders carry NoWeapon. Hammers never lie on the ground.
const (
	Hammer WeaponType = iota
	Gun
	Bazooka
	NoWeapon
)

const weaponLetters = "hgbn"

var weaponWords = [4]string{"hammer", "gun", "bazooka", "nothing"}

// rank orders the weapons by strength.
func (w WeaponType) rank() uint8 { return (uint8(w) + 1) & 3 }

// CitizenType is the trade of a citizen.
type CitizenType uint8

// The trades.
const (
	Builder CitizenType = iota
	Warrior
)

const citizenLetters = "bw"

var citizenWords = [2]string{"builder", "warrior"}
