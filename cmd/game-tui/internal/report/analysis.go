package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
)

// Analysis configures and runs the analysis of recordings.
type Analysis struct {
	Format   Format
	Quiet    bool
	SortBy   string
	Time     time.Duration
	Rollouts int

	HasTime, HasRollouts bool // whether the user set Time and Rollouts
	Stdout, Stderr       io.Writer
}

// sortOrders maps the values of --sort to comparisons.
var sortOrders = map[string]func(x, y *analyzedMatch) int{
	"excitement": func(x, y *analyzedMatch) int { return cmp.Compare(y.Excitement, x.Excitement) },
	"thrown":     func(x, y *analyzedMatch) int { return cmp.Compare(y.BestLoserChance, x.BestLoserChance) },
	"lowest":     func(x, y *analyzedMatch) int { return cmp.Compare(x.LowestChance, y.LowestChance) },
}

// Run analyses recordings and prints the results.
func (f *Analysis) Run(ctx context.Context, names []string) error {
	switch {
	case f.Time < 0:
		return fmt.Errorf("--time cannot be negative (%v)", f.Time)
	case f.Rollouts < 0:
		return fmt.Errorf("--rollouts cannot be negative (%d)", f.Rollouts)
	case sortOrders[f.SortBy] == nil:
		return fmt.Errorf("--sort %q: expected excitement, thrown or lowest", f.SortBy)
	}
	list, err := f.analyzeFiles(ctx, names)
	progress.Clear(f.Stderr)
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, sortOrders[f.SortBy])
	switch {
	case f.Format == JSON:
		return printAnalysesJSON(f.Stdout, list)
	case f.Format == CSV && len(list) == 1:
		return list[0].printChancesCSV(f.Stdout)
	case f.Format == CSV:
		return writeCSV(f.Stdout, analysisColumns, list)
	case len(list) == 1:
		return list[0].printPage(f.Stdout)
	}
	_, err = fmt.Fprintln(f.Stdout, plainTable(textMarkup.fit(f.Stdout, table.Format(analysisColumns, list...))))
	return err
}

type analyzedMatch struct {
	name          string
	record        *record.Record
	analysis      *winchance.Analysis
	round         int // requested round, or -1
	roundAnalysis *roundAnalysis
	winchance.Summary
}

func (f *Analysis) analyzeFiles(ctx context.Context, names []string) (list []*analyzedMatch, err error) {
	for i, word := range names {
		name, round, err := files.ParseNameAndRound(word)
		if err == nil && round >= 0 && len(names) > 1 {
			err = fmt.Errorf("%s: only whole matches can be compared; analyse that round on its own", word)
		}
		if err != nil {
			return nil, err
		}
		f.printProgress("reading %s (%d of %d)", name, i+1, len(names))
		r, err := f.analyzeFile(ctx, name, round, len(names) == 1 || f.HasTime || f.HasRollouts)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// analyzeFile analyses a recording and, if round is not -1, that round in detail.
func (f *Analysis) analyzeFile(ctx context.Context, name string, round int, withRollouts bool) (*analyzedMatch, error) {
	rec, _, err := openWithOrders(ctx, name, withRollouts)
	if err != nil {
		return nil, err
	}
	if round > rec.Edge() {
		return nil, fmt.Errorf("%s@%d: no such round; the recording has rounds 0 to %d", name, round, rec.Edge())
	}
	if rec.IsMissing(round) {
		return nil, fmt.Errorf("%s@%d: %s from the recording", name, round, rec.GapText())
	}
	a, err := winchance.New(analysis.NewMatch(rec))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := &analyzedMatch{name: name, record: rec, analysis: a, round: round}
	if withRollouts {
		err = f.runRollouts(ctx, r)
	}
	r.Summary = a.Summary()
	if err == nil && round >= 0 {
		err = f.analyzeRound(ctx, r)
	}
	return r, err
}

func (f *Analysis) rolloutsDisabled() bool {
	return f.HasRollouts && f.Rollouts == 0 || !f.HasRollouts && f.Time == 0
}

// runRollouts runs up to f.Rollouts rollouts if f.HasRollouts is set, and otherwise as many as fit
// into f.Time.
func (f *Analysis) runRollouts(ctx context.Context, r *analyzedMatch) error {
	begin, done := time.Now(), 0
	var shown time.Time
	for !f.rolloutsDisabled() && ctx.Err() == nil {
		spent := time.Since(begin).Seconds() / f.Time.Seconds()
		if f.HasRollouts {
			spent = float64(done) / float64(f.Rollouts)
		}
		if f.HasRollouts && spent >= 1 || !r.analysis.NextInBudget(spent) {
			break
		}
		done++
		if time.Since(shown) > 100*time.Millisecond {
			shown = time.Now()
			f.printProgress("%s: %s, %s", r.name, r.analysis.Level, format.Count(done, "rollout"))
		}
	}
	return ctx.Err()
}

func (f *Analysis) printProgress(format string, args ...any) {
	if !f.Quiet {
		progress.Show(f.Stderr, fmt.Sprintf(format, args...))
	}
}

// roundAnalysis holds the results for one round. Chances are from 0 to 1; errors are standard errors.
type roundAnalysis struct {
	Round int `json:"round"`
	winchance.Chance
	Scores [sim.Seats]int `json:"scores"`
	// SinceRound is the round in which the latest turning point up to Round ended, or 0.
	// ScoreGained, Points and UnitsLost count from there. UnitsLost is nil if earlier rounds are
	// missing.
	SinceRound  int                     `json:"since"`
	Turning     *winchance.TurningPoint `json:"turning_point"` // latest turning point that began before Round, or null
	ScoreGained [sim.Seats]int          `json:"gained"`
	Points      []sourcePoints          `json:"points"`
	UnitsLost   []int                   `json:"units_lost"`
	// OtherDiceReplays is the number of times the rest of the match was replayed with other dice.
	// OtherDiceResults holds each seat's mean results, and OwnDiceWinners the winners with the
	// match's own dice.
	OtherDiceReplays  int                         `json:"dice"`
	OtherDiceResults  [sim.Seats]*otherDiceResult `json:"other_dice"`
	OwnDiceWinners    []int                       `json:"own_dice"`
	NoOtherDiceReason string                      `json:"no_other_dice,omitempty"` // reason why OtherDiceReplays is 0
	NoOwnDiceReason   string                      `json:"no_own_dice,omitempty"`   // reason why OwnDiceWinners is unknown
}

type otherDiceResult struct {
	WinChance      float64 `json:"win"`
	WinChanceError float64 `json:"win_error"`
	Score          float64 `json:"score"`
	ScoreError     float64 `json:"score_error"`
}

// sourcePoints holds each seat's points from one source since roundAnalysis.SinceRound.
type sourcePoints struct {
	Source string         `json:"source"`
	Points [sim.Seats]int `json:"points"`
}

func (f *Analysis) analyzeRound(ctx context.Context, r *analyzedMatch) error {
	k := r.round
	line := r.analysis.Curve().Chances
	at := &roundAnalysis{Round: k, Chance: line[k], Scores: r.record.State(k).Scores()}
	r.roundAnalysis = at
	turnings := r.analysis.TurningPoints()
	for i := range turnings {
		if t := &turnings[i]; t.Round < k {
			at.Turning = t
		}
		if t := &turnings[i]; t.EndRound <= k {
			at.SinceRound = t.EndRound
		}
	}
	history := stats.New(r.record)
	then, now := history.At(at.SinceRound), history.At(k)
	for i, source := range r.record.Meta().Game.PointSources() {
		at.Points = append(at.Points, sourcePoints{Source: source})
		for seat := range sim.Seats {
			at.Points[i].Points[seat] = now.Points[i][seat] - then.Points[i][seat]
		}
	}
	for seat := range sim.Seats {
		at.ScoreGained[seat] = now.Scores[seat] - then.Scores[seat]
		if !now.HasGaps {
			at.UnitsLost = append(at.UnitsLost, now.LossCount(seat)-then.LossCount(seat))
		}
	}
	return f.playOn(ctx, r)
}

// playOn plays the rest of the match with other dice, and once with the match's own.
func (f *Analysis) playOn(ctx context.Context, r *analyzedMatch) error {
	at := r.roundAnalysis
	switch at.NoOtherDiceReason = r.analysis.NoRolloutsReason(); {
	case f.rolloutsDisabled():
		at.NoOtherDiceReason = "rollouts are off"
	case at.Round >= r.record.Rounds():
		at.NoOtherDiceReason = "the match is over"
	}
	if at.NoOtherDiceReason != "" {
		return nil
	}
	w := winchance.WhatIf{Match: r.analysis.Match, Round: at.Round}
	others, err := w.NewEvaluation(play.BranchDiceCount)
	if err != nil {
		at.NoOtherDiceReason = err.Error()
		return nil
	}
	for n := 1; others.Next(ctx); n++ {
		f.printProgress("%s: %d of %d replays", r.name, n, play.BranchDiceCount)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	at.OtherDiceReplays = play.BranchDiceCount
	for seat := range at.OtherDiceResults {
		v := others.Value(seat)
		at.OtherDiceResults[seat] = &otherDiceResult{v.OriginalShare.Mean, v.OriginalShare.Error, v.FinalScore.Mean, v.FinalScore.Error}
	}
	board, unknown, err := play.BoardAt(r.record, at.Round, true, 0)
	if err != nil || unknown != "" {
		at.NoOwnDiceReason = unknown
		return err
	}
	rest, err := w.Play(ctx, board, "")
	if err == nil {
		at.OwnDiceWinners = rest.Winners()
	}
	return err
}
