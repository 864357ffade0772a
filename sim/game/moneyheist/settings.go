package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "MoneyHeist 1.0"

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
	ProfessorRoundsRebirth    int `max:"2147483646"` // rebirth takes one round more than this
	NumMoney                  int `tabs:"3" max:"3600"`
	MinMoneyValue             int `tabs:"3"`
	MaxMoneyValue             int `tabs:"3"`
	NumHealthKits             int `tabs:"3" max:"3600"`
	HealthKitValue            int `tabs:"2"`
	NumPoisonKits             int `tabs:"3" max:"3600"`
	PoisonKitValue            int `tabs:"2"`
	NumSafetyBoxes            int `tabs:"2" max:"3600"`
	GoldValue                 int `tabs:"2"`
	SizeHintsPerBox           int `tabs:"2" min:"0" max:"999999"` // the official shuffle fails above this maximum
}

const numCells = Rows * Cols

var keys = res.NewKeys[Settings](res.MaxInt)

// maxTotalHints is the maximum number of hints in all safes together.
const maxTotalHints = 1_000_000

func (s *Settings) Rounds() int                  { return s.NumRounds }
func (s *Settings) Size() (rows, cols int)       { return Rows, Cols }
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }
func (s *Settings) unitCount() int               { return sim.Seats * (1 + s.InitialSoldiersPerClan) }

func (s *Settings) check(sc *res.Scanner, key string) {
	switch {
	case key == "MAX_MONEY_VALUE" && s.MaxMoneyValue < s.MinMoneyValue:
		sc.Fail("MAX_MONEY_VALUE is %d: must be at least MIN_MONEY_VALUE (%d)", s.MaxMoneyValue, s.MinMoneyValue)
	case key == "GOLD_VALUE" && s.GoldValue <= s.MaxMoneyValue:
		sc.Fail("GOLD_VALUE is %d: must be greater than MAX_MONEY_VALUE (%d)", s.GoldValue, s.MaxMoneyValue)
	case key == "SIZE_HINTS_PER_BOX" && s.SizeHintsPerBox%3 != 0:
		sc.Fail("SIZE_HINTS_PER_BOX is %d: must be a multiple of 3", s.SizeHintsPerBox)
	case key == "SIZE_HINTS_PER_BOX" && s.SizeHintsPerBox*s.NumSafetyBoxes > maxTotalHints:
		sc.Fail("SIZE_HINTS_PER_BOX is %d: %d safes may have at most %d hints in total", s.SizeHintsPerBox, s.NumSafetyBoxes, maxTotalHints)
	}
}
