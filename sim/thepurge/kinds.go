package thepurge

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
