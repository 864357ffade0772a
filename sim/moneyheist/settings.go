package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Settings are the 23 values of a configuration. It implements sim.Settings.
//
// The official engine bounds no value from above; where one asks for more
// things than the board has cells it hangs, and near the end of its 32 bits it
// overflows. Such values are refused here.
type Settings struct {
	NumPlayers                int `tabs:"3" min:"4" max:"4"`
	NumRounds                 int `tabs:"3"`
	BoardRows                 int `tabs:"3" min:"60" max:"60"`
	BoardCols                 int `tabs:"3" min:"60" max:"60"`
	InitialSoldiersPerClan    int `max:"900"`
	InitialSoldiersPoisons    int
	SoldierMaxPoisons         int
	PointsForKillingSoldier   int
	ProfessorMaxHealth        int `tabs:"2"`
	InitialProfessorHealth    int `tabs:"2"`
	ProfessorHealthDecrease   int
	PointsForKillingProfessor int
	ProfessorRoundsRebirth    int `max:"2147483646"` // a rebirth takes one round more
	NumMoney                  int `tabs:"3" max:"3600"`
	MinMoneyValue             int `tabs:"3"`
	MaxMoneyValue             int `tabs:"3"`
	NumHealthKits             int `tabs:"3" max:"3600"`
	HealthKitValue            int `tabs:"2"`
	NumPoisonKits             int `tabs:"3" max:"3600"`
	PoisonKitValue            int `tabs:"2"`
	NumSafetyBoxes            int `tabs:"2" max:"3600"`
	GoldValue                 int `tabs:"2"`
	SizeHintsPerBox           int `tabs:"2" min:"0" max:"999999"` // beyond it the official shuffle gives up
}

const cells = Rows * Cols

var keys = res.KeysOf[Settings](res.MaxInt)

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
