package report

import (
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/record"
)

// analysed is what is found in a recording.
type analysed struct {
	name     string
	record   *record.Record
	analysis *chance.Analysis
	round    int      // that was asked for, -1: none
	at       *atRound // what is told of it
	chance.Summary
}

// atRound is what is told of one round of a match. Chances are 0 … 1, errors standard errors.
type atRound struct {
	Round int `json:"round"`
	chance.Chance
	Scores [sim.Seats]int `json:"scores"`
	// Since is the round in which the last turning point before was over, 0 where there was none.
	// Gained, Points and Lost are what the seats have gained and lost from there on.
	Since   int             `json:"since"`
	Turning *chance.Turning `json:"turning_point"` // the last one that has begun; null: none has
	Gained  [sim.Seats]int  `json:"gained"`
	Points  []pointsSince   `json:"points"`
	Lost    [sim.Seats]int  `json:"units_lost"`
	// Dice is how many other dice the rest was played with, 0: with none; Others tells what came
	// of it, Own who wins by the dice of the match.
	Dice     int                   `json:"dice"`
	Others   [sim.Seats]*otherDice `json:"other_dice"`
	Own      []int                 `json:"own_dice"`
	NoDice   string                `json:"no_other_dice,omitempty"` // why it was played with none
	NoOwn    string                `json:"no_own_dice,omitempty"`   // why the dice of the match are not known
	finished bool                  // the recording tells the end
}

// otherDice is what came of a seat with other dice.
type otherDice struct {
	Win        float64 `json:"win"`
	WinError   float64 `json:"win_error"`
	Score      float64 `json:"score"`
	ScoreError float64 `json:"score_error"`
}

// pointsSince are those that the seats have had from a source.
type pointsSince struct {
	Source string         `json:"source"`
	Points [sim.Seats]int `json:"points"`
}
