package thepurge

import "game-tui/sim"

// Dir is a direction.
type Dir = sim.Dir

// The directions.
const (
	Down  = sim.Down
	Right = sim.Right
	Up    = sim.Up
	Left  = sim.Left
)

// CellType is the ground of a cell.
type CellType uint8

// The grounds.
const (
	Street CellType = iota
	Building
)

// BonusType is what lies on a street to be collected.
type BonusType uint8

// The bonuses.
const (
	Money BonusType = iota
	Food
	NoBonus
)

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

// Strongest returns the stronger of two weapons.
func Strongest(a, b WeaponType) WeaponType {
	if b.rank() > a.rank() {
		return b
	}
	return a
}

// CitizenType is the trade of a citizen.
type CitizenType uint8

// The trades.
const (
	Builder CitizenType = iota
	Warrior
)

const citizenLetters = "bw"

var citizenWords = [2]string{"builder", "warrior"}

// Cell is a cell as the kit shows it.
type Cell struct {
	Type       CellType
	Bonus      BonusType
	Weapon     WeaponType // lying on the ground
	Resistance int        // of the barricade, -1 without one
	BOwner     int        // of the barricade, -1 without one
	ID         int32      // of the citizen, -1 without one
}

// Empty reports whether the cell is a street with nothing and nobody on it.
func (c Cell) Empty() bool {
	return c.Type == Street && c.Bonus == NoBonus && c.Weapon == NoWeapon && c.BOwner < 0 && c.ID == -1
}

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
