package report

import (
	"context"

	"game-tui/cmd/game-tui/play"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/figures"
)

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

// look finds out what is printed of the round that was asked for, with other dice or without.
func (r *analysed) look(ctx context.Context, progress func(format string, args ...any), dice bool) error {
	k := r.round
	line := r.analysis.Line()
	at := &atRound{Round: k, Chance: line[k], Scores: r.record.State(k).Scores(), finished: r.record.Edge() >= r.record.Rounds()}
	r.at = at
	turnings := r.analysis.Turnings()
	for i := range turnings {
		if t := &turnings[i]; t.Round < k {
			at.Turning = t
		}
		if t := &turnings[i]; t.Until <= k {
			at.Since = t.Until
		}
	}
	book := figures.New(r.record)
	then, now := book.At(at.Since), book.At(k)
	for i, source := range r.record.Meta().Game.Sources() {
		at.Points = append(at.Points, pointsSince{Source: source})
		for seat := range sim.Seats {
			at.Points[i].Points[seat] = now.Points[i][seat] - then.Points[i][seat]
		}
	}
	for seat := range sim.Seats {
		at.Gained[seat] = now.Scores[seat] - then.Scores[seat]
		at.Lost[seat] = now.LostTo(seat) - then.LostTo(seat)
	}
	if !dice {
		at.NoDice = "no rollouts were asked for"
		return nil
	}
	return r.playOn(ctx, progress)
}

// playOn plays on from the round, with other dice and with those of the match.
func (r *analysed) playOn(ctx context.Context, progress func(format string, args ...any)) error {
	at, m := r.at, &r.analysis.Match
	if at.NoDice = r.analysis.NoRollouts(); at.Round >= r.record.Rounds() {
		at.NoDice = "the match is over"
	}
	if at.NoDice != "" {
		return nil
	}
	w := chance.WhatIf{Match: *m, Round: at.Round}
	others, err := w.NewWorth(play.BranchDice)
	if err != nil {
		at.NoDice = err.Error()
		return nil
	}
	for n := 1; others.Next(ctx); n++ {
		progress("%s: %d of %d dice", r.name, n, play.BranchDice)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	at.Dice = play.BranchDice
	for seat := range at.Others {
		v := others.Value(seat)
		at.Others[seat] = &otherDice{v.Was.Mean, v.Was.Error, v.End.Mean, v.End.Error}
	}
	board, unknown, err := play.BoardAt(r.record, at.Round, true, 0)
	if err != nil || unknown != "" {
		at.NoOwn = unknown
		return err
	}
	rest, err := w.Play(ctx, board, "")
	if err == nil {
		at.Own = sim.Winners(rest.State(rest.Edge()).Scores())
	}
	return err
}
