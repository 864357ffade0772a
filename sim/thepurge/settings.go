package thepurge

import (
	"game-tui/sim/res"
)

// Settings are the 34 parameters of a match, under the kit's names.
type Settings struct {
	NumPlayers              int `min:"4" max:"4"`
	NumDays                 int
	NumRoundsPerDay         int `min:"2"`
	BoardRows               int `min:"12" max:"25"`
	BoardCols               int `min:"12" max:"50"`
	NumIniBuilders          int `max:"6"` // per player, as warriors and barricades
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

	old bool // the edition of 2020
}

// huge bounds what has no bound of its own, so that sums of a whole match
// still fit: the official program overflows there.
const huge = 1_000_000_000

var keys = res.KeysOf[Settings](huge)

// Rounds is the number of rounds of a match, the kit's num_rounds.
func (s *Settings) Rounds() int { return s.NumDays * s.NumRoundsPerDay }

// Size is the board's rows and columns.
func (s *Settings) Size() (rows, cols int) { return s.BoardRows, s.BoardCols }

// AppendText writes the settings as the header of a recording has them.
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }

// check verifies the rules that tie several keys together, as soon as the
// last of them has been read: the error then points at its line.
func (s *Settings) check(in *res.Scanner, last string) {
	switch last {
	case "NUM_ROUNDS_PER_DAY":
		if s.NumRoundsPerDay%2 != 0 {
			in.Fail("NUM_ROUNDS_PER_DAY is %d: must be even", s.NumRoundsPerDay)
		}
		if s.NumDays*s.NumRoundsPerDay > huge {
			in.Fail("NUM_DAYS × NUM_ROUNDS_PER_DAY is %d: must be at most %d", s.NumDays*s.NumRoundsPerDay, huge)
		}
	case "BAZOOKA_STRENGTH_ATTACK":
		s.checkStrengths(in, "ATTACK", s.WeaponStrengthAttack)
	case "BAZOOKA_STRENGTH_DEMOLISH":
		s.checkStrengths(in, "DEMOLISH", s.WeaponStrengthDemolish)
	case "BARRICADE_MAX_RESISTANCE":
		if s.BarricadeResistanceStep > s.BarricadeMaxResistance {
			in.Fail("BARRICADE_MAX_RESISTANCE is %d: must be at least BARRICADE_RESISTANCE_STEP, %d",
				s.BarricadeMaxResistance, s.BarricadeResistanceStep)
		}
	}
}

func (s *Settings) checkStrengths(in *res.Scanner, what string, strength func(WeaponType) int) {
	if strength(NoWeapon) > strength(Hammer) || strength(Hammer) > strength(Gun) || strength(Gun) > strength(Bazooka) {
		in.Fail("BUILDER, HAMMER, GUN and BAZOOKA_STRENGTH_%s are %d, %d, %d and %d: none may be below the one before", what,
			strength(NoWeapon), strength(Hammer), strength(Gun), strength(Bazooka))
	}
}

// IsRoundDay reports whether round r is played by day.
func (s *Settings) IsRoundDay(r int) bool { return r%s.NumRoundsPerDay < s.NumRoundsPerDay/2 }

// CitizenIniLife is the initial life of a type, which is also its maximum.
func (s *Settings) CitizenIniLife(t CitizenType) int {
	return ofType(t, s.BuilderIniLife, s.WarriorIniLife)
}

// NumRoundsRegenCitizen is how long the dead of a type stay away.
func (s *Settings) NumRoundsRegenCitizen(t CitizenType) int {
	return ofType(t, s.NumRoundsRegenBuilder, s.NumRoundsRegenWarrior)
}

// KillPoints is what killing a citizen of a type is worth.
func (s *Settings) KillPoints(t CitizenType) int {
	return ofType(t, s.KillBuilderPoints, s.KillWarriorPoints)
}

// WeaponStrengthAttack is the strength in fights of a citizen that carries w, NoWeapon
// meaning a builder.
func (s *Settings) WeaponStrengthAttack(w WeaponType) int {
	return ofWeapon(w, s.HammerStrengthAttack, s.GunStrengthAttack, s.BazookaStrengthAttack, s.BuilderStrengthAttack)
}

// WeaponStrengthDemolish is what a blow of a citizen that carries w takes off a barricade.
func (s *Settings) WeaponStrengthDemolish(w WeaponType) int {
	return ofWeapon(w, s.HammerStrengthDemolish, s.GunStrengthDemolish, s.BazookaStrengthDemolish, s.BuilderStrengthDemolish)
}

func ofType(t CitizenType, builder, warrior int) int {
	if t == Builder {
		return builder
	}
	return warrior
}

func ofWeapon(w WeaponType, hammer, gun, bazooka, none int) int {
	switch w {
	case Hammer:
		return hammer
	case Gun:
		return gun
	case Bazooka:
		return bazooka
	}
	return none
}
