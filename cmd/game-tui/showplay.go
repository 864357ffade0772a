package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim/record"
	"game-tui/tui"
	watch "game-tui/tui/match"
)

// play plays a match and shows it.
func play(ctx context.Context, f *matchFlags, view *viewFlags, words []process.Typed) error {
	config, spec, err := f.spec(ctx)
	if err != nil {
		return err
	}
	if err := view.prefer(ctx); err != nil {
		return err
	}
	if err := view.check(config.Settings.Rounds()); err != nil {
		return err
	}
	line, err := f.lineUp(config.Game, words, spec.Limits)
	if err != nil {
		return err
	}
	f.seat(&spec, &line)
	out := &files.Recording{}
	if f.output != "" {
		if out, err = files.CreateRecording(ctx, f.output, f.notes); err != nil {
			return err
		}
		defer out.Discard()
	} else if f.notes {
		return files.ErrNotes
	}
	s := newSession(ctx, f, config.Game, spec, line, out)
	defer s.end()
	rec, err := s.start(spec.Seed)
	if err != nil {
		return f.fault(err)
	}
	if err := view.checkMe(rec); err != nil {
		return err
	}
	if !toTerminal() && !view.plain {
		if err := s.wait(); !played(err) {
			return err
		}
		return errors.Join(view.printRound(rec), s.wait())
	}
	err = view.show(ctx, rec, func() tui.Options {
		opts := view.options(ctx, rec)
		opts.Live = spec.Pace > 0 && view.round < 0 && !view.paused
		opts.Next, opts.Again = s.next, s.again
		opts.Link = linkOf(s)
		return opts
	})
	if err != nil {
		return err
	}
	if view.plain { // it has followed the match to its end
		if err := s.wait(); !played(err) {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, "again: "+s.command(s.seed()))
	s.end()
	if out.Somewhere() && !out.Written {
		fmt.Fprintf(os.Stderr, "warning: %s is not written: the match was not over\n", f.output)
	}
	if err := s.wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// linkOf is what to type to see what is shown of the last match; empty for a branch of it.
func linkOf(s *session) func(*record.Record, *watch.State) string {
	return func(r *record.Record, st *watch.State) string {
		if r != s.shown() {
			return ""
		}
		return s.command(r.Meta().Seed, "--round", strconv.Itoa(st.Place().Round))
	}
}
