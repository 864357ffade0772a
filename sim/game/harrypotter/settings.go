package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const version = "HarryPotter 1.0"

type Settings struct {
	NumPlayers                int `tabs:"3" min:"4" max:"4"`
	NumRounds                 int `tabs:"3"`
	BoardRows                 int `tabs:"3" min:"60" max:"60"`
	BoardCols                 int `tabs:"3" min:"60" max:"60"`
	NumIniWizardsPerClan      int
	NumIniBooks               int `tabs:"3"`
	ClanIniMagicStrength      int `tabs:"2"`
	PointsForConvertingWizard int
	PointsPerOwnedCell        int `tabs:"2"`
	BookMagicStrength         int `tabs:"2"`
	RoundsForConverting       int `tabs:"2"`
	RoundsAttackRestingGhost  int
	RoundsSpellRestingGhost   int
	RoundsNoAttackGhost       int `tabs:"2"`
}

var keys = res.NewKeys[Settings](res.MaxInt)

const maxUnits = Rows * Cols

const noSpellRounds = 50

func (s *Settings) Rounds() int                  { return s.NumRounds }
func (s *Settings) Size() (rows, cols int)       { return Rows, Cols }
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }

// unitCount returns the total number of units, or a number above maxUnits if there are too many.
func (s *Settings) unitCount() int {
	return sim.Seats * (1 + min(s.NumIniWizardsPerClan, maxUnits))
}

// LastSpellRound returns the last round in which spells are allowed. It is negative in matches that
// are too short for spells.
func (s *Settings) LastSpellRound() int { return s.NumRounds - noSpellRounds - 1 }
