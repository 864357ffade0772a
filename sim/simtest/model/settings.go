package model

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// Settings are the values of a configuration.
type Settings struct {
	players                  int
	rounds                   int
	rows, cols               int
	pickers, trees, apples   int // pickers are per team
	roundsGrow, roundsAtHome int
}

// Limits of a configuration.
const (
	minSide    = 5
	maxSide    = 40
	maxPickers = 9
	maxDelay   = 1000
	maxAmount  = 9 // apples on a cell that grew there
)

var keys = res.Keys[Settings]{
	{"NUM_PLAYERS", "\t", sim.Seats, sim.Seats, func(s *Settings) *int { return &s.players }},
	{"NUM_ROUNDS", "\t", 1, res.MaxInt, func(s *Settings) *int { return &s.rounds }},
	{"BOARD_ROWS", "\t", minSide, maxSide, func(s *Settings) *int { return &s.rows }},
	{"BOARD_COLS", "\t", minSide, maxSide, func(s *Settings) *int { return &s.cols }},
	{"NUM_PICKERS", "\t", 1, maxPickers, func(s *Settings) *int { return &s.pickers }},
	{"NUM_TREES", "\t", 0, maxSide * maxSide, func(s *Settings) *int { return &s.trees }},
	{"NUM_APPLES", "\t", 0, maxSide * maxSide, func(s *Settings) *int { return &s.apples }},
	{"ROUNDS_GROW", "\t", 1, maxDelay, func(s *Settings) *int { return &s.roundsGrow }},
	{"ROUNDS_HOME", "\t", 1, maxDelay, func(s *Settings) *int { return &s.roundsAtHome }},
}

// Rounds is the number of rounds of a match.
func (s *Settings) Rounds() int { return s.rounds }

// Size is the board's rows and columns.
func (s *Settings) Size() (rows, cols int) { return s.rows, s.cols }

// Pickers is the number of pickers of a team.
func (s *Settings) Pickers() int { return s.pickers }

// AppendText writes the settings as the header of a recording has them.
func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }
