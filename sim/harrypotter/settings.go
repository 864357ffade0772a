package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Settings are the fourteen values of a configuration. It implements sim.Settings.
type Settings struct {
	NumPlayers                int
	NumRounds                 int
	BoardRows                 int
	BoardCols                 int
	NumIniWizardsPerClan      int
	NumIniBooks               int
	ClanIniMagicStrength      int
	PointsForConvertingWizard int
	PointsPerOwnedCell        int
	BookMagicStrength         int
	RoundsForConverting       int
	RoundsAttackRestingGhost  int
	RoundsSpellRestingGhost   int
	RoundsNoAttackGhost       int
}

// keys are the lines in the order that the format demands.
var keys = res.Keys[Settings]{
	{"NUM_PLAYERS", "\t\t\t", sim.Seats, sim.Seats, func(s *Settings) *int { return &s.NumPlayers }},
	{"NUM_ROUNDS", "\t\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.NumRounds }},
	{"BOARD_ROWS", "\t\t\t", Rows, Rows, func(s *Settings) *int { return &s.BoardRows }},
	{"BOARD_COLS", "\t\t\t", Cols, Cols, func(s *Settings) *int { return &s.BoardCols }},
	{"NUM_INI_WIZARDS_PER_CLAN", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.NumIniWizardsPerClan }},
	{"NUM_INI_BOOKS", "\t\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.NumIniBooks }},
	{"CLAN_INI_MAGIC_STRENGTH", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.ClanIniMagicStrength }},
	{"POINTS_FOR_CONVERTING_WIZARD", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.PointsForConvertingWizard }},
	{"POINTS_PER_OWNED_CELL", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.PointsPerOwnedCell }},
	{"BOOK_MAGIC_STRENGTH", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.BookMagicStrength }},
	{"ROUNDS_FOR_CONVERTING", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.RoundsForConverting }},
	{"ROUNDS_ATTACK_RESTING_GHOST", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.RoundsAttackRestingGhost }},
	{"ROUNDS_SPELL_RESTING_GHOST", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.RoundsSpellRestingGhost }},
	{"ROUNDS_NO_ATTACK_GHOST", "\t\t", 1, res.MaxInt, func(s *Settings) *int { return &s.RoundsNoAttackGhost }},
}

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
