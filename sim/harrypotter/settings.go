package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Settings are the fourteen values of a configuration. It implements sim.Settings.
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

var keys = res.KeysOf[Settings](res.MaxInt)

// maxUnits bounds the units of any board that can be played: one a cell, and
// some cells for books and Voldemort.
const maxUnits = Rows * Cols

// noSpellRounds is the number of rounds at the end of a match without spells.
const noSpellRounds = 50

// Rounds is the number of rounds of a match.
func (s *Settings) Rounds() int { return s.NumRounds }

// Size is always 60×60.
func (s *Settings) Size() (rows, cols int) { return Rows, Cols }

// AppendText writes the settings as a .res header has them.
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }

// units is the number of units, or more than maxUnits when that is too many.
func (s *Settings) units() int {
	return sim.Seats * (1 + min(s.NumIniWizardsPerClan, maxUnits))
}

// LastSpellRound is the last round in which a spell may be cast; it is negative
// in short matches, where none may.
func (s *Settings) LastSpellRound() int { return s.NumRounds - noSpellRounds - 1 }
