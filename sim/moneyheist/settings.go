package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Settings are the 23 values of a configuration. It implements sim.Settings.
type Settings struct {
	NumPlayers                int
	NumRounds                 int
	BoardRows                 int
	BoardCols                 int
	InitialSoldiersPerClan    int
	InitialSoldiersPoisons    int
	SoldierMaxPoisons         int
	PointsForKillingSoldier   int
	ProfessorMaxHealth        int
	InitialProfessorHealth    int
	ProfessorHealthDecrease   int
	PointsForKillingProfessor int
	ProfessorRoundsRebirth    int
	NumMoney                  int
	MinMoneyValue             int
	MaxMoneyValue             int
	NumHealthKits             int
	HealthKitValue            int
	NumPoisonKits             int
	PoisonKitValue            int
	NumSafetyBoxes            int
	GoldValue                 int
	SizeHintsPerBox           int
}

// The official engine bounds no value from above; where one asks for more
// things than the board has cells it hangs, and near the end of its 32 bits it
// overflows. Such values are refused here.
const (
	cells    = Rows * Cols
	maxHints = 999_999        // beyond it the official shuffle gives up
	maxTimer = res.MaxInt - 1 // a rebirth takes one round more than it says
)

// keys are the lines in the order that the format demands.
var keys = res.Keys[Settings]{
	{"NUM_PLAYERS", "\t\t\t", sim.Seats, sim.Seats, func(s *Settings) *int { return &s.NumPlayers }},
	{"NUM_ROUNDS", "\t\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.NumRounds }},
	{"BOARD_ROWS", "\t\t\t", Rows, Rows, func(s *Settings) *int { return &s.BoardRows }},
	{"BOARD_COLS", "\t\t\t", Cols, Cols, func(s *Settings) *int { return &s.BoardCols }},
	{"INITIAL_SOLDIERS_PER_CLAN", "\t", 1, cells / sim.Seats, func(s *Settings) *int { return &s.InitialSoldiersPerClan }},
	{"INITIAL_SOLDIERS_POISONS", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.InitialSoldiersPoisons }},
	{"SOLDIER_MAX_POISONS", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.SoldierMaxPoisons }},
	{"POINTS_FOR_KILLING_SOLDIER", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.PointsForKillingSoldier }},
	{"PROFESSOR_MAX_HEALTH", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.ProfessorMaxHealth }},
	{"INITIAL_PROFESSOR_HEALTH", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.InitialProfessorHealth }},
	{"PROFESSOR_HEALTH_DECREASE", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.ProfessorHealthDecrease }},
	{"POINTS_FOR_KILLING_PROFESSOR", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.PointsForKillingProfessor }},
	{"PROFESSOR_ROUNDS_REBIRTH", "\t", 1, maxTimer, func(s *Settings) *int { return &s.ProfessorRoundsRebirth }},
	{"NUM_MONEY", "\t\t\t", 1, cells, func(s *Settings) *int { return &s.NumMoney }},
	{"MIN_MONEY_VALUE", "\t\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.MinMoneyValue }},
	{"MAX_MONEY_VALUE", "\t\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.MaxMoneyValue }},
	{"NUM_HEALTH_KITS", "\t\t\t", 1, cells, func(s *Settings) *int { return &s.NumHealthKits }},
	{"HEALTH_KIT_VALUE", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.HealthKitValue }},
	{"NUM_POISON_KITS", "\t\t\t", 1, cells, func(s *Settings) *int { return &s.NumPoisonKits }},
	{"POISON_KIT_VALUE", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.PoisonKitValue }},
	{"NUM_SAFETY_BOXES", "\t\t", 1, cells, func(s *Settings) *int { return &s.NumSafetyBoxes }},
	{"GOLD_VALUE", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.GoldValue }},
	{"SIZE_HINTS_PER_BOX", "\t\t", 0, maxHints, func(s *Settings) *int { return &s.SizeHintsPerBox }},
}

// hintBudget bounds what the hints of all boxes take in every state.
const hintBudget = 1_000_000

// Rounds is the number of rounds of a match.
func (s *Settings) Rounds() int { return s.NumRounds }

// Size is always 60×60.
func (s *Settings) Size() (rows, cols int) { return Rows, Cols }

// AppendText writes the settings as a .res header has them.
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }

// units is the number of units of a match.
func (s *Settings) units() int { return sim.Seats * (1 + s.InitialSoldiersPerClan) }

// check verifies what a value must be in relation to values before it.
func (s *Settings) check(sc *res.Scanner, name string) {
	switch {
	case name == "MAX_MONEY_VALUE" && s.MaxMoneyValue < s.MinMoneyValue:
		sc.Fail("MAX_MONEY_VALUE is %d: must be at least MIN_MONEY_VALUE, %d", s.MaxMoneyValue, s.MinMoneyValue)
	case name == "GOLD_VALUE" && s.GoldValue <= s.MaxMoneyValue:
		sc.Fail("GOLD_VALUE is %d: must be greater than MAX_MONEY_VALUE, %d", s.GoldValue, s.MaxMoneyValue)
	case name == "SIZE_HINTS_PER_BOX" && s.SizeHintsPerBox%3 != 0:
		sc.Fail("SIZE_HINTS_PER_BOX is %d: must be a multiple of 3", s.SizeHintsPerBox)
	case name == "SIZE_HINTS_PER_BOX" && s.SizeHintsPerBox*s.NumSafetyBoxes > hintBudget:
		sc.Fail("SIZE_HINTS_PER_BOX is %d: %d boxes may have %d hints in all at most", s.SizeHintsPerBox, s.NumSafetyBoxes, hintBudget)
	}
}
