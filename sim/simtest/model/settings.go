package model

import "game-tui/sim/res"

const version = "Orchard 1.0"

type Settings struct {
	NumPlayers int `min:"4" max:"4"`
	NumRounds  int
	BoardRows  int `min:"5" max:"40"`
	BoardCols  int `min:"5" max:"40"`
	NumPickers int `max:"9"`
	NumTrees   int `min:"0" max:"1600"`
	NumApples  int `min:"0" max:"1600"`
	RoundsGrow int `max:"1000"`
	RoundsHome int `max:"1000"`
}

// maxCellApples is the maximum number of apples that grow on a cell.
const maxCellApples = 9

var keys = res.NewKeys[Settings](res.MaxInt)

func (s *Settings) Rounds() int            { return s.NumRounds }
func (s *Settings) Size() (rows, cols int) { return s.BoardRows, s.BoardCols }

func (s *Settings) PickersPerTeam() int { return s.NumPickers }

func (s *Settings) AppendText(dst []byte) []byte { return keys.Append(dst, version, s) }
