package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Settings are the 34 parameters of a match, under the kit's names.
type Settings struct {
	NumPlayers, NumDays, NumRoundsPerDay                int
	BoardRows, BoardCols                                int
	NumIniBuilders, NumIniWarriors                      int // per player
	NumIniMoney, NumIniFood, NumIniGuns, NumIniBazookas int
	BuilderIniLife, WarriorIniLife                      int
	MoneyPoints, KillBuilderPoints, KillWarriorPoints   int
	FoodIncrLife, LifeLostInAttack                      int
	BuilderStrengthAttack, HammerStrengthAttack         int
	GunStrengthAttack, BazookaStrengthAttack            int
	BuilderStrengthDemolish, HammerStrengthDemolish     int
	GunStrengthDemolish, BazookaStrengthDemolish        int
	NumRoundsRegenBuilder, NumRoundsRegenWarrior        int
	NumRoundsRegenFood, NumRoundsRegenMoney             int
	NumRoundsRegenWeapon                                int
	BarricadeResistanceStep, BarricadeMaxResistance     int
	MaxNumBarricades                                    int // per player
}

// huge bounds what has no bound of its own, so that sums of a whole match
// still fit: the official program overflows there.
const huge = 1_000_000_000

const (
	minSide = 12
	maxRows = 25
	maxCols = 50
)

// keys are the lines in the order that the format demands.
var keys = res.Keys[Settings]{
	{"NUM_PLAYERS", "\t", sim.Seats, sim.Seats, func(s *Settings) *int { return &s.NumPlayers }},
	{"NUM_DAYS", "\t", 1, huge, func(s *Settings) *int { return &s.NumDays }},
	{"NUM_ROUNDS_PER_DAY", "\t", 2, huge, func(s *Settings) *int { return &s.NumRoundsPerDay }},
	{"BOARD_ROWS", "\t", minSide, maxRows, func(s *Settings) *int { return &s.BoardRows }},
	{"BOARD_COLS", "\t", minSide, maxCols, func(s *Settings) *int { return &s.BoardCols }},
	{"NUM_INI_BUILDERS", "\t", 1, 6, func(s *Settings) *int { return &s.NumIniBuilders }},
	{"NUM_INI_WARRIORS", "\t", 1, 4, func(s *Settings) *int { return &s.NumIniWarriors }},
	{"NUM_INI_MONEY", "\t", 0, 10, func(s *Settings) *int { return &s.NumIniMoney }},
	{"NUM_INI_FOOD", "\t", 0, 10, func(s *Settings) *int { return &s.NumIniFood }},
	{"NUM_INI_GUNS", "\t", 0, 5, func(s *Settings) *int { return &s.NumIniGuns }},
	{"NUM_INI_BAZOOKAS", "\t", 0, 4, func(s *Settings) *int { return &s.NumIniBazookas }},
	{"BUILDER_INI_LIFE", "\t", 1, huge, func(s *Settings) *int { return &s.BuilderIniLife }},
	{"WARRIOR_INI_LIFE", "\t", 1, huge, func(s *Settings) *int { return &s.WarriorIniLife }},
	{"MONEY_POINTS", "\t", 1, huge, func(s *Settings) *int { return &s.MoneyPoints }},
	{"KILL_BUILDER_POINTS", "\t", 1, huge, func(s *Settings) *int { return &s.KillBuilderPoints }},
	{"KILL_WARRIOR_POINTS", "\t", 1, huge, func(s *Settings) *int { return &s.KillWarriorPoints }},
	{"FOOD_INCR_LIFE", "\t", 1, huge, func(s *Settings) *int { return &s.FoodIncrLife }},
	{"LIFE_LOST_IN_ATTACK", "\t", 1, huge, func(s *Settings) *int { return &s.LifeLostInAttack }},
	{"BUILDER_STRENGTH_ATTACK", "\t", 1, huge, func(s *Settings) *int { return &s.BuilderStrengthAttack }},
	{"HAMMER_STRENGTH_ATTACK", "\t", 1, huge, func(s *Settings) *int { return &s.HammerStrengthAttack }},
	{"GUN_STRENGTH_ATTACK", "\t", 1, huge, func(s *Settings) *int { return &s.GunStrengthAttack }},
	{"BAZOOKA_STRENGTH_ATTACK", "\t", 1, huge, func(s *Settings) *int { return &s.BazookaStrengthAttack }},
	{"BUILDER_STRENGTH_DEMOLISH", "\t", 1, huge, func(s *Settings) *int { return &s.BuilderStrengthDemolish }},
	{"HAMMER_STRENGTH_DEMOLISH", "\t", 1, huge, func(s *Settings) *int { return &s.HammerStrengthDemolish }},
	{"GUN_STRENGTH_DEMOLISH", "\t", 1, huge, func(s *Settings) *int { return &s.GunStrengthDemolish }},
	{"BAZOOKA_STRENGTH_DEMOLISH", "\t", 1, huge, func(s *Settings) *int { return &s.BazookaStrengthDemolish }},
	{"NUM_ROUNDS_REGEN_BUILDER", "\t", 1, huge, func(s *Settings) *int { return &s.NumRoundsRegenBuilder }},
	{"NUM_ROUNDS_REGEN_WARRIOR", "\t", 1, huge, func(s *Settings) *int { return &s.NumRoundsRegenWarrior }},
	{"NUM_ROUNDS_REGEN_FOOD", "\t", 1, huge, func(s *Settings) *int { return &s.NumRoundsRegenFood }},
	{"NUM_ROUNDS_REGEN_MONEY", "\t", 1, huge, func(s *Settings) *int { return &s.NumRoundsRegenMoney }},
	{"NUM_ROUNDS_REGEN_WEAPON", "\t", 1, huge, func(s *Settings) *int { return &s.NumRoundsRegenWeapon }},
	{"BARRICADE_RESISTANCE_STEP", "\t", 1, huge, func(s *Settings) *int { return &s.BarricadeResistanceStep }},
	{"BARRICADE_MAX_RESISTANCE", "\t", 1, huge, func(s *Settings) *int { return &s.BarricadeMaxResistance }},
	{"MAX_NUM_BARRICADES", "\t", 1, huge, func(s *Settings) *int { return &s.MaxNumBarricades }},
}

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

// IsRoundNight reports whether round r is played by night.
func (s *Settings) IsRoundNight(r int) bool { return !s.IsRoundDay(r) }

// PlayerOK reports whether pl is the number of a player.
func (s *Settings) PlayerOK(pl int) bool { return uint(pl) < sim.Seats }

// PosOK reports whether p is on the board.
func (s *Settings) PosOK(p sim.Pos) bool { return p.In(s.BoardRows, s.BoardCols) }

// CitizenIniLife is the initial life of a type, which is also its maximum; -1
// for an unknown type.
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
// meaning a builder; -1 for an unknown weapon.
func (s *Settings) WeaponStrengthAttack(w WeaponType) int {
	return ofWeapon(w, s.HammerStrengthAttack, s.GunStrengthAttack, s.BazookaStrengthAttack, s.BuilderStrengthAttack)
}

// WeaponStrengthDemolish is what a blow of a citizen that carries w takes off a barricade.
func (s *Settings) WeaponStrengthDemolish(w WeaponType) int {
	return ofWeapon(w, s.HammerStrengthDemolish, s.GunStrengthDemolish, s.BazookaStrengthDemolish, s.BuilderStrengthDemolish)
}

func ofType(t CitizenType, builder, warrior int) int {
	switch t {
	case Builder:
		return builder
	case Warrior:
		return warrior
	}
	return -1
}

func ofWeapon(w WeaponType, hammer, gun, bazooka, none int) int {
	switch w {
	case Hammer:
		return hammer
	case Gun:
		return gun
	case Bazooka:
		return bazooka
	case NoWeapon:
		return none
	}
	return -1
}
