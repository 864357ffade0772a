package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"game-tui/ai"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/league/rating"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/format"
	"game-tui/tui/plain"
)

// RunConfig configures matches that are played without a display.
type RunConfig struct {
	Request
	Seeds                cliarg.Seeds
	Rotate, MeasurePaces bool
	PrintKitLog          bool
	OpenKind             string // kind of highlight to open after a batch, from HighlightNames
	PrintResults         bool   // whether to print results instead of the recording
	AddHash              bool   // whether to add the hash of the recording to results
	// OnResult is called for each match, with the paces of its players if they are measured.
	OnResult func(*match.Result, []winchance.SeatPace) error
	FailOn   FailOn // results of the first player that cause exit code 1
	Stderr   io.Writer
}

// ErrDiffers is returned after a command has printed differences, problems or players that do not
// qualify.
var ErrDiffers = errors.New("differences found")

// ErrStopped is returned if matches of a batch stopped early.
var ErrStopped = errors.New("--json shows why")

var ErrInterrupted = errors.New("interrupted")

func (f *RunConfig) PlaySingle(ctx context.Context, args []resolve.Typed) error {
	config, spec, err := f.ConfigAndSpec(ctx)
	if err != nil {
		return err
	}
	lineUp, err := f.SeatPlayers(ctx, config.Game, &spec, args)
	if err != nil {
		return err
	}
	path := f.Output
	if path == "" && !f.PrintResults {
		path = "-"
	}
	// Create the file before playing, in case it cannot be written.
	out, err := files.CreateRecording(path, f.WriteNotes)
	if err != nil {
		return err
	}
	defer out.Discard()
	m, err := match.NewWithRetry(ctx, config.Game, spec, PlayersFunc(&lineUp))
	if err != nil {
		return f.ExplainError(err)
	}
	rec := m.Record()
	if long := res.CheckSize(rec.Meta(), rec.State(0)); long != nil && out != nil && !f.Quiet {
		fmt.Fprintln(f.Stderr, "warning:", long)
	}
	if name := out.PartialName(); f.Pace > 0 && !f.Quiet && name != "" {
		fmt.Fprintf(f.Stderr, "to watch it live, run: game-tui watch %s\n", cliarg.Quote(name))
	}
	r, err := m.Run(ctx, match.Options{Recording: out.Writer(), ComputeHash: f.AddHash || f.WriteNotes})
	if r == nil || !IsRecordable(err) {
		return f.ExplainError(err)
	}
	if werr := out.Commit(rec, r); werr != nil {
		return werr
	}
	switch {
	case f.PrintKitLog:
		f.Stderr.Write(match.AppendKitLog(nil, rec))
	case !f.Quiet:
		f.Stderr.Write(plain.AppendScores(fmt.Appendf(nil, "seed %d\n", r.Spec.Seed), rec, rec.Edge()))
	}
	if rerr := f.OnResult(r, nil); rerr != nil {
		return rerr
	}
	me := rec.Meta().DisplayNames()[0]
	if out := r.Failures[0]; out != nil {
		err = cmp.Or(err, f.FailOn.Check("out", true, "%s went out: %s", me, out.Text()))
	}
	return cmp.Or(err, f.FailOn.Check("loss", !slices.Contains(r.Winners, 0), "%s did not win", me))
}

// IsRecordable reports whether a match that returned err can be recorded: it was played to its end,
// or stopped where the official program also stops.
func IsRecordable(err error) bool {
	var stop *match.StopError
	var broken *match.BoardError
	return err == nil || errors.As(err, &stop) || errors.As(err, &broken)
}

// CheckSpec returns an error if a match cannot be played with spec.
func CheckSpec(ctx context.Context, game sim.Game, spec match.Spec) error {
	m, err := match.New(ctx, game, spec, [sim.Seats]sim.Player{&sim.Null{}, &sim.Null{}, &sim.Null{}, &sim.Null{}})
	if err == nil {
		m.Close()
	}
	return err
}

// ReplayDiffersHeading is the heading of a replay whose result differs.
const ReplayDiffersHeading = "this replay differs from the result that counts"

// Replay plays a match again. If the scores differ, because programs are not deterministic, the
// heading is ReplayDiffersHeading.
func Replay(ctx context.Context, field *match.Field, seeds match.Seeds, entries, scores [sim.Seats]int) (*record.Record, error) {
	row, rec, err := field.Play(ctx, seeds, entries, match.Options{})
	if err != nil {
		return nil, err
	}
	if meta := *rec.Meta(); row.Result.Scores != scores {
		meta.Heading = ReplayDiffersHeading
		return rec.WithMeta(meta), nil
	}
	return rec, nil
}

// Verify plays a recording again and returns the first difference, or nil. Non-nil seeds replace
// the players' seeds. gapText describes rounds that the recording lacks.
func Verify(ctx context.Context, arg string, seeds *sim.PlayerSeeds) (d *res.Difference, gapText string, err error) {
	name, err := files.ParseRecordingName(arg)
	if err != nil {
		return nil, "", err
	}
	rec, text, _, err := files.OpenRecording(ctx, name) // The notes may contain the origin of a branch.
	if err != nil {
		return nil, "", err
	}
	if seeds != nil {
		meta := *rec.Meta()
		meta.PlayerSeeds = seeds
		rec = rec.WithMeta(meta)
	}
	d, err = match.Verify(ctx, text, rec, ai.Find)
	switch {
	case errors.Is(err, match.ErrNotBuiltin):
		return nil, "", fmt.Errorf("%s: %w; for the built-in players, run game-tui players", name, err)
	case err != nil:
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return d, rec.GapText(), nil
}

// FailOn lists the results for which a command exits with code 1: out, loss or worse.
type FailOn []string

// A FailOnError reports that a condition of FailOn is met.
type FailOnError struct{ Kind, Reason string }

func (e *FailOnError) Error() string { return "--fail-on " + e.Kind + ": " + e.Reason }

func (f FailOn) Has(kind string) bool { return slices.Contains(f, kind) }

// Check returns an error if f lists kind and the condition is met.
func (f FailOn) Check(kind string, happened bool, reasonFormat string, values ...any) error {
	if !happened || !f.Has(kind) {
		return nil
	}
	return &FailOnError{kind, sanitize.Line(fmt.Sprintf(reasonFormat, values...))}
}

// CheckPlayer returns an error if the player went out or lost matches and f lists that condition.
func (f FailOn) CheckPlayer(name string, p *rating.Player) error {
	outs := 0
	for _, n := range p.Outs {
		outs += n
	}
	lost := p.Matches - p.Wins - p.SharedWins
	return cmp.Or(f.Check("out", outs > 0, "%s went out in %s", name, format.Count(outs, "match")),
		f.Check("loss", lost > 0, "%s lost %s", name, format.Count(lost, "match")))
}
