package play

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/format"
	"game-tui/tui/replay/branch"
)

// BranchDiceCount is the number of dice seeds over which the gain of a change is averaged.
const BranchDiceCount = 32

// Branch continues a match from one of its rounds with a change, and estimates the gain.
func Branch(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (played branch.Result, err error) {
	meta := *rec.Meta()
	w := winchance.WhatIf{Match: analysis.NewMatch(rec), Round: c.Round}
	if c.Player != "" {
		b, ok := ai.Find(meta.Game.Name(), c.Player)
		if !ok {
			return played, fmt.Errorf("%s has no built-in player %s", meta.Game.Title(), c.Player)
		}
		w.Replacements[c.Seat] = &b
	}
	w.Muted[c.Seat] = c.Muted
	if c.Orders != nil {
		w.Orders, w.IdleUnits = c.Orders.List, c.Orders.IdleUnits
	}
	if err := w.Validate(); err != nil {
		return played, err
	}
	same := c.Muted || c.Player != "" || c.Orders != nil
	board, unknown, err := BoardAt(rec, c.Round, same, c.DiceSeed)
	if err != nil {
		return played, err
	}
	source := meta.Source
	if source != "" {
		source = filepath.Base(source)
	}
	rec, err = w.Play(ctx, board, source)
	if err != nil {
		return played, err
	}
	meta = *rec.Meta()
	meta.Heading = "branch: " + w.Name()
	words := ""
	if same {
		words, err = estimateGain(ctx, &w, c.Seat, progress)
		if err != nil {
			return played, err
		}
	}
	switch {
	case unknown != "":
		words += " (with other dice: " + unknown + ")"
	case words == "":
		words = "with other dice"
	}
	return branch.Result{Record: rec.WithMeta(meta), Round: c.Round, ChangeText: w.Name(), Worth: words}, nil
}

// BoardAt returns the board of a round. If sameDice is set, the board continues with the dice of the
// match; if these are not known, it uses other dice, and unknownReason says why. diceNumber selects
// among the other dice.
func BoardAt(rec *record.Record, round int, sameDice bool, diceNumber int) (b sim.Board, unknownReason string, err error) {
	other := match.Dice{Seed: rec.Meta().Seed + int32(round) + 1 + int32(diceNumber)<<16}
	dice := match.Dice{Original: true}
	if !sameDice {
		dice = other
	}
	b, err = match.Resume(rec, round, dice)
	if errors.Is(err, match.ErrUnknownDice) || errors.Is(err, match.ErrClock) {
		unknownReason = "the match's dice are unknown because the recording lacks failed orders or was edited"
		if errors.Is(err, match.ErrClock) {
			unknownReason = "the match's dice are unknown because its players could see processor times"
		}
		b, err = match.Resume(rec, round, other)
	}
	if errors.Is(err, match.ErrIncompleteState) {
		err = nil
	}
	return b, unknownReason, err
}

// estimateGain plays the branch with BranchDiceCount dice seeds and describes the gain. If the deadline
// of ctx passes, it uses the completed runs.
func estimateGain(ctx context.Context, w *winchance.WhatIf, seat int, progress func(string)) (string, error) {
	v, err := w.NewEvaluation(BranchDiceCount)
	if err != nil {
		return "", err
	}
	for n := 1; v.Next(ctx); n++ {
		progress(fmt.Sprintf("measuring the change: %d of %d replays", n, BranchDiceCount))
	}
	value, who := v.Value(seat), w.Match.NameOf(seat)
	if p := w.Replacements[seat]; p != nil {
		who = p.Name + fmt.Sprintf(" in seat %d", seat)
	}
	if err := ctx.Err(); err != nil && (value.Runs == 0 || !errors.Is(err, context.DeadlineExceeded)) {
		return "", err
	}
	return fmt.Sprintf("in %d replays, %s wins %s %s (before: %s %s); score %+.0f %s", value.Runs, who,
		format.Percent(value.BranchShare.Mean), format.Margin(100*value.BranchShare.Error), format.Percent(value.OriginalShare.Mean), format.Margin(100*value.OriginalShare.Error), value.ScoreGain.Mean, format.Margin(value.ScoreGain.Error)), nil
}

func BuiltinNames(game string) (names []string) {
	for _, b := range ai.Players(game) {
		names = append(names, b.Name)
	}
	return names
}
