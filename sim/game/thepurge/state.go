package thepurge

import (
	"cmp"
	"slices"
	"unsafe"

	"game-tui/sim"
)

type Citizen struct {
	ID     int32
	Life   int32
	At     sim.Pos16
	Type   CitizenType
	Weapon WeaponType
	Player int8
}

func (c Citizen) Pos() sim.Pos { return c.At.Pos() }

type Barricade struct {
	Resistance int32
	At         sim.Pos16
	Player     int8
}

func (b Barricade) Pos() sim.Pos { return b.At.Pos() }

// A State is the kit's view of a match at the start of a round. It is immutable.
type State struct {
	sim.StateBase
	settings   *Settings
	grid       []byte // text from the start of the state to the end of the grid
	citizens   *table[Citizen]
	barricades *table[Barricade]
	// The following values are not part of recordings. BarricadesBuilt is the number of barricades
	// already built, or -1 if unknown. PendingReturns and nextID are valid only if returnsKnown is
	// set.
	barricadesBuilt [sim.Seats]int32
	pendingReturns  []pendingReturn
	nextID          int32
	returnsKnown    bool
}

// A table holds citizens sorted by ID, or barricades sorted by row and column, and their text.
type table[T any] struct {
	list []T
	text []byte
}

func gridIndex(cols int, p sim.Pos) int { return 2 + 2*(cols+4) + p.Row*(cols+4) + 3 + p.Col }

func (s *State) Settings() *Settings { return s.settings }

func (s *State) MemorySize() int {
	return int(unsafe.Sizeof(*s)+unsafe.Sizeof(*s.citizens)+unsafe.Sizeof(*s.barricades)) +
		len(s.grid) + len(s.citizens.text) + len(s.barricades.text) +
		len(s.citizens.list)*int(unsafe.Sizeof(Citizen{})) + len(s.barricades.list)*int(unsafe.Sizeof(Barricade{})) + len(s.pendingReturns)*int(unsafe.Sizeof(pendingReturn{}))
}

func (s *State) IsDay() bool   { return s.settings.IsRoundDay(s.RoundsPlayed) }
func (s *State) IsNight() bool { return !s.IsDay() }

// Glyph returns the character of a cell, or 0 if p is off the board: B building, G gun, Z bazooka,
// M money, F food, C builder, W warrior, c and w the same inside a barricade, b empty barricade, .
// empty street.
func (s *State) Glyph(p sim.Pos) byte {
	if !p.In(s.settings.Size()) {
		return 0
	}
	return s.grid[gridIndex(s.settings.BoardCols, p)]
}

// GlyphRow returns the characters of row i, which must exist. It is the fastest way to scan the
// board. Callers must not modify the slice.
func (s *State) GlyphRow(i int) []byte {
	at := gridIndex(s.settings.BoardCols, sim.Pos{Row: i})
	return s.grid[at : at+s.settings.BoardCols : at+s.settings.BoardCols]
}

var noCitizen = Citizen{Type: Builder, ID: -1, Player: -1, Weapon: NoWeapon, Life: 1<<31 - 1}

// Citizen returns a living citizen, or one with ID -1 if no living citizen has that id.
func (s *State) Citizen(id int32) Citizen {
	if i := findCitizen(s.citizens.list, id); i >= 0 {
		return s.citizens.list[i]
	}
	return noCitizen
}

// findCitizen returns the index of citizen id in a list sorted by id, or -1.
func findCitizen(list []Citizen, id int32) int {
	if uint(id) < uint(len(list)) && list[id].ID == id {
		return int(id) // Until a citizen dies, ids usually equal indices.
	}
	i, ok := slices.BinarySearchFunc(list, id, func(c Citizen, id int32) int { return cmp.Compare(c.ID, id) })
	if !ok {
		return -1
	}
	return i
}

// CitizenAt returns the citizen at p, or a Citizen with ID -1.
func (s *State) CitizenAt(p sim.Pos) Citizen {
	for i := range s.citizens.list {
		if s.citizens.list[i].Pos() == p {
			return s.citizens.list[i]
		}
	}
	return noCitizen
}

// Citizens returns all living citizens by id. Callers must not modify the slice.
func (s *State) Citizens() []Citizen { return s.citizens.list }

// missingCitizens returns how many of a player's citizens will return, by type. If the queue is
// unknown, it uses the difference from the initial numbers.
func (s *State) missingCitizens(seat int) (n [2]int) {
	if s.returnsKnown {
		for i := range s.pendingReturns {
			if w := &s.pendingReturns[i]; w.thing == 0 && int(w.player) == seat {
				n[w.citizenType]++
			}
		}
		return n
	}
	n = [2]int{s.settings.NumIniBuilders, s.settings.NumIniWarriors}
	for i := range s.citizens.list {
		if c := &s.citizens.list[i]; int(c.Player) == seat && n[c.Type] > 0 {
			n[c.Type]--
		}
	}
	return n
}

func (s *State) BarricadeAt(p sim.Pos) (Barricade, bool) {
	for i := range s.barricades.list {
		if s.barricades.list[i].Pos() == p {
			return s.barricades.list[i], true
		}
	}
	return Barricade{Player: -1, Resistance: -1}, false
}

// Barricades returns all barricades by row and column. Callers must not modify the slice.
func (s *State) Barricades() []Barricade { return s.barricades.list }

type WeaponType uint8

// Builders carry NoWeapon. Hammers never lie on the ground.
const (
	Hammer WeaponType = iota
	Gun
	Bazooka
	NoWeapon
)

const weaponLetters = "hgbn"

var weaponWords = [4]string{"hammer", "gun", "bazooka", "nothing"}

func (w WeaponType) rank() uint8 { return (uint8(w) + 1) & 3 }

type CitizenType uint8

const (
	Builder CitizenType = iota
	Warrior
)

const citizenLetters = "bw"

var citizenWords = [2]string{"builder", "warrior"}
