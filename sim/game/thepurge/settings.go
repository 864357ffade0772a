package thepurge

import (
	"game-tui/sim/res"
)

const version = "ThePurge 1.0"

type Settings struct {
	NumPlayers              int `min:"4" max:"4"`
	NumDays                 int
	NumRoundsPerDay         int `min:"2"`
	BoardRows               int `min:"12" max:"25"`
	BoardCols               int `min:"12" max:"50"`
	NumIniBuilders          int `max:"6"` // initial number of builders per player
	NumIniWarriors          int `max:"4"`
	NumIniMoney             int `min:"0" max:"10"`
	NumIniFood              int `min:"0" max:"10"`
	NumIniGuns              int `min:"0" max:"5"`
	NumIniBazookas          int `min:"0" max:"4"`
	BuilderIniLife          int
	WarriorIniLife          int
	MoneyPoints             int
	KillBuilderPoints       int
	KillWarriorPoints       int
	FoodIncrLife            int
	LifeLostInAttack        int
	BuilderStrengthAttack   int
	HammerStrengthAttack    int
	GunStrengthAttack       int
	BazookaStrengthAttack   int
	BuilderStrengthDemolish int
	HammerStrengthDemolish  int
	GunStrengthDemolish     int
	BazookaStrengthDemolish int
	NumRoundsRegenBuilder   int
	NumRoundsRegenWarrior   int
	NumRoundsRegenFood      int
	NumRoundsRegenMoney     int
	NumRoundsRegenWeapon    int
	BarricadeResistanceStep int
	BarricadeMaxResistance  int
	MaxNumBarricades        int

	uses2020Rules bool
}

// maxValue is the maximum for settings without a limit of their own. It prevents overflow of sums
// over a match.
const maxValue = 1_000_000_000

var keys = res.NewKeys[Settings](maxValue)

// Rounds returns the length of the match, num_rounds in the kit.
func (s *Settings) Rounds() int { return s.NumDays * s.NumRoundsPerDay }

func (s *Settings) Size() (rows, cols int)       { return s.BoardRows, s.BoardCols }
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }

// check verifies relations between settings. It runs when the last setting of a relation has been
// read, so that errors refer to that line.
func (s *Settings) check(in *res.Scanner, key string) {
	switch key {
	case "NUM_ROUNDS_PER_DAY":
		if s.NumRoundsPerDay%2 != 0 {
			in.Fail("NUM_ROUNDS_PER_DAY is %d: must be even", s.NumRoundsPerDay)
		}
		if s.NumDays*s.NumRoundsPerDay > maxValue {
			in.Fail("NUM_DAYS × NUM_ROUNDS_PER_DAY is %d: must be at most %d", s.NumDays*s.NumRoundsPerDay, maxValue)
		}
	case "BAZOOKA_STRENGTH_ATTACK":
		s.checkStrengths(in, "ATTACK", s.WeaponStrengthAttack)
	case "BAZOOKA_STRENGTH_DEMOLISH":
		s.checkStrengths(in, "DEMOLISH", s.WeaponStrengthDemolish)
	case "BARRICADE_MAX_RESISTANCE":
		if s.BarricadeResistanceStep > s.BarricadeMaxResistance {
			in.Fail("BARRICADE_MAX_RESISTANCE is %d: must be at least BARRICADE_RESISTANCE_STEP (%d)",
				s.BarricadeMaxResistance, s.BarricadeResistanceStep)
		}
	}
}

func (s *Settings) checkStrengths(in *res.Scanner, keySuffix string, strength func(WeaponType) int) {
	if strength(NoWeapon) > strength(Hammer) || strength(Hammer) > strength(Gun) || strength(Gun) > strength(Bazooka) {
		in.Fail("BUILDER, HAMMER, GUN and BAZOOKA_STRENGTH_%s are %d, %d, %d and %d: each must be at least as high as the one before", keySuffix,
			strength(NoWeapon), strength(Hammer), strength(Gun), strength(Bazooka))
	}
}

// A thingKind is a kind of thing on the ground that returns some time after it is taken.
type thingKind struct {
	glyph                      byte
	initialCount, returnRounds int // initial number, and number of rounds until a taken one returns
	name, key                  string
}

// thingKinds returns the kinds of things in the order in which generate places them.
func (s *Settings) thingKinds() [4]thingKind {
	return [4]thingKind{
		{'F', s.NumIniFood, s.NumRoundsRegenFood, "food", "NUM_INI_FOOD"},
		{'M', s.NumIniMoney, s.NumRoundsRegenMoney, "money", "NUM_INI_MONEY"},
		{'G', s.NumIniGuns, s.NumRoundsRegenWeapon, "guns", "NUM_INI_GUNS"},
		{'Z', s.NumIniBazookas, s.NumRoundsRegenWeapon, "bazookas", "NUM_INI_BAZOOKAS"},
	}
}

func (s *Settings) IsRoundDay(r int) bool { return r%s.NumRoundsPerDay < s.NumRoundsPerDay/2 }

// CitizenIniLife returns the initial and maximum life of a type of citizen.
func (s *Settings) CitizenIniLife(t CitizenType) int {
	return [2]int{s.BuilderIniLife, s.WarriorIniLife}[t]
}

func (s *Settings) NumRoundsRegenCitizen(t CitizenType) int {
	return [2]int{s.NumRoundsRegenBuilder, s.NumRoundsRegenWarrior}[t]
}

func (s *Settings) KillPoints(t CitizenType) int {
	return [2]int{s.KillBuilderPoints, s.KillWarriorPoints}[t]
}

// WeaponStrengthAttack returns a weapon's strength in fights. NoWeapon stands for a builder.
func (s *Settings) WeaponStrengthAttack(w WeaponType) int {
	return [4]int{s.HammerStrengthAttack, s.GunStrengthAttack, s.BazookaStrengthAttack, s.BuilderStrengthAttack}[w]
}

// WeaponStrengthDemolish returns the strength of a weapon's blow against a barricade.
func (s *Settings) WeaponStrengthDemolish(w WeaponType) int {
	return [4]int{s.HammerStrengthDemolish, s.GunStrengthDemolish, s.BazookaStrengthDemolish, s.BuilderStrengthDemolish}[w]
}
