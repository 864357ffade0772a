package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/text"
)

// run plays a match, or many, without showing them.
type run struct {
	matchFlags
	seeds         typed.Seeds
	rotate, paces bool
	quiet, kitLog bool
	results       bool // are printed in place of the recording
	hash          bool // results have the hash of the recording
	// rows begins what takes the result of each match, and the paces of its players where they are
	// measured.
	rows   func() func(*match.Result, []chance.PaceOf) error
	stderr io.Writer
}

// single plays one match.
func (f *run) single(ctx context.Context, words []process.Typed) error {
	config, spec, err := f.spec(ctx)
	if err != nil {
		return err
	}
	line, err := f.lineUp(config.Game, words, spec.Limits)
	if err != nil {
		return err
	}
	f.seat(&spec, &line)
	out, err := f.openOutput(ctx)
	if err != nil {
		return err
	}
	defer out.Discard()
	m, err := match.Begin(ctx, config.Game, spec, players(&line))
	if err != nil {
		return f.fault(err)
	}
	rec := m.Record()
	if long := res.Forecast(rec.Meta(), rec.State(0)); long != nil && out.Somewhere() && !f.quiet {
		fmt.Fprintln(f.stderr, "warning:", long)
	}
	r, err := m.Run(ctx, match.Options{Res: out.Writer(), Hash: f.hash || f.notes})
	if r == nil || !played(err) {
		return f.fault(err)
	}
	if werr := out.Commit(rec, r); werr != nil {
		return werr
	}
	f.say(rec, r)
	if rerr := f.rows()(r, nil); rerr != nil {
		return rerr
	}
	return err
}

// played reports whether a match with that error has a recording worth keeping:
// it came to its end, or stopped where the official program stops.
func played(err error) bool {
	var stop *match.StopError
	var broken *match.BoardError
	return err == nil || errors.As(err, &stop) || errors.As(err, &broken)
}

// say prints how the match went.
func (f *run) say(rec *record.Record, r *match.Result) {
	var said []byte
	switch {
	case f.kitLog:
		said = match.AppendKitLog(nil, rec)
	case f.quiet:
		return
	default:
		said = fmt.Appendf(said, "seed %d\n", r.Spec.Seed)
		said = text.AppendScores(said, rec, rec.Edge())
	}
	f.stderr.Write(said)
}

// openOutput opens what is to be written before anything is played.
func (f *run) openOutput(ctx context.Context) (*files.Recording, error) {
	path := f.output
	if path == "" && f.results {
		if f.notes {
			return nil, files.ErrNotes
		}
		return &files.Recording{}, nil
	}
	if path == "" {
		path = "-"
	}
	return files.CreateRecording(ctx, path, f.notes)
}

// playable finds out whether matches of a spec can be made.
func playable(ctx context.Context, game sim.Game, spec match.Spec) error {
	m, err := match.New(ctx, game, spec, [sim.Seats]sim.Player{idle{}, idle{}, idle{}, idle{}})
	if err == nil {
		m.Close()
	}
	return err
}

// idle gives no orders.
type idle struct{}

func (idle) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }
