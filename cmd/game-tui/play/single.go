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
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/text"
)

// Run plays a match, or many, without showing them.
type Run struct {
	Request
	Seeds         typed.Seeds
	Rotate, Paces bool
	KitLog        bool
	OpenKind      string // of a batch: the match of the first player that is opened then, a word of HighlightNames
	Results       bool   // are printed in place of the recording
	Hash          bool   // results have the hash of the recording
	// OnResult takes the result of each match, and the paces of its players where they are measured.
	OnResult func(*match.Result, []chance.PaceOf) error
	FailOn   FailOn // of the player on seat 0, or of a batch that named first
	Stderr   io.Writer
}

// ErrDiffers ends a command that has already printed what differs.
var ErrDiffers = errors.New("differences found")

// ErrStopped ends a batch in which matches stopped early.
var ErrStopped = errors.New("see their rows")

// ErrInterrupted ends a command that a signal ended.
var ErrInterrupted = errors.New("interrupted")

// Single plays one match.
func (f *Run) Single(ctx context.Context, words []resolve.Typed) error {
	config, spec, err := f.Spec(ctx)
	if err != nil {
		return err
	}
	line, err := f.SeatPlayers(ctx, config.Game, &spec, words, spec.Limits)
	if err != nil {
		return err
	}
	path := f.Output
	if path == "" && !f.Results {
		path = "-"
	}
	out, err := files.CreateRecording(path, f.Notes) // before anything is played
	if err != nil {
		return err
	}
	defer out.Discard()
	m, err := match.Begin(ctx, config.Game, spec, Players(&line))
	if err != nil {
		return f.ExplainError(err)
	}
	rec := m.Record()
	if long := res.Forecast(rec.Meta(), rec.State(0)); long != nil && out != nil && !f.Quiet {
		fmt.Fprintln(f.Stderr, "warning:", long)
	}
	f.announce(out)
	r, err := m.Run(ctx, match.Options{Res: out.Writer(), Hash: f.Hash || f.Notes})
	if r == nil || !HasRecording(err) {
		return f.ExplainError(err)
	}
	if werr := out.Commit(rec, r); werr != nil {
		return werr
	}
	f.printScores(rec, r)
	if rerr := f.OnResult(r, nil); rerr != nil {
		return rerr
	}
	me := rec.Meta().Shown()[0]
	if out := r.Outs[0]; out != nil {
		err = cmp.Or(err, f.FailOn.Check("out", true, "%s went out: %s", me, out.Text()))
	}
	return cmp.Or(err, f.FailOn.Check("loss", !slices.Contains(r.Winners, 0), "%s did not win", me))
}

// announce says where the recording of a match that is played slowly can be watched meanwhile.
func (f *Run) announce(out *files.Recording) {
	name, watchable := out.Unfinished()
	switch {
	case f.Pace == 0 || f.Quiet || name == "":
	case watchable:
		fmt.Fprintf(f.Stderr, "%s appears when the match is over; until then: game-tui watch %s\n", clean.Line(f.Output), typed.Quoted(name))
	default:
		fmt.Fprintf(f.Stderr, "%s appears when the match is over; one without .gz can be watched before\n", clean.Line(f.Output))
	}
}

// HasRecording reports whether a match with that error has a recording worth keeping:
// it came to its end, or stopped where the official program stops.
func HasRecording(err error) bool {
	var stop *match.StopError
	var broken *match.BoardError
	return err == nil || errors.As(err, &stop) || errors.As(err, &broken)
}

// printScores prints how the match went.
func (f *Run) printScores(rec *record.Record, r *match.Result) {
	switch {
	case f.KitLog:
		f.Stderr.Write(match.AppendKitLog(nil, rec))
	case !f.Quiet:
		f.Stderr.Write(text.AppendScores(fmt.Appendf(nil, "seed %d\n", r.Spec.Seed), rec, rec.Edge()))
	}
}

// CheckSpec finds out whether matches of a spec can be made.
func CheckSpec(ctx context.Context, game sim.Game, spec match.Spec) error {
	m, err := match.New(ctx, game, spec, [sim.Seats]sim.Player{idlePlayer{}, idlePlayer{}, idlePlayer{}, idlePlayer{}})
	if err == nil {
		m.Close()
	}
	return err
}

// idle gives no orders.
type idlePlayer struct{}

func (idlePlayer) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }

// ReplayDiffers is the heading of a match that came out otherwise than the first time.
const ReplayDiffers = "played again: differs from the result that counts"

// Reload plays a match of a field again. Programs may play otherwise than they did:
// where the scores are not those that count, the heading says so.
func Replay(ctx context.Context, field *match.Field, seeds match.Seeds, entries, scores [sim.Seats]int) (*record.Record, error) {
	row, rec, err := field.Play(ctx, seeds, entries, match.Options{})
	if err != nil {
		return nil, err
	}
	if meta := *rec.Meta(); row.Result.Scores != scores {
		meta.Heading = ReplayDiffers
		return rec.With(meta), nil
	}
	return rec, nil
}

// Verify plays a recording again, with those seeds of its players where they are not nil, and
// returns the first difference; nil: there is none. missing says which rounds the recording does not
// hold; they were not compared.
func Verify(ctx context.Context, word string, seeds *sim.PlayerSeeds) (d *res.Difference, missing string, err error) {
	name, err := files.MatchName(word)
	if err != nil {
		return nil, "", err
	}
	rec, text, _, err := files.OpenRecording(ctx, name) // which says where a branch came from
	if err != nil {
		return nil, "", err
	}
	if seeds != nil {
		meta := *rec.Meta()
		meta.PlayerSeeds = seeds
		rec = rec.With(meta)
	}
	d, err = match.Verify(ctx, text, rec, ai.Find)
	switch {
	case errors.Is(err, match.ErrNotBuiltin):
		return nil, "", fmt.Errorf("%s: %w; game-tui players lists those that are", name, err)
	case err != nil:
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	return d, rec.GapText(), nil
}
