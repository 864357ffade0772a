package spectate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"game-tui/cmd/game-tui/play"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim/record"
	"game-tui/tui"
	watch "game-tui/tui/match"
)

// Play plays a match and shows it.
func (view *View) Play(ctx context.Context, f *play.Request, words []process.Typed) error {
	config, spec, err := f.Spec(ctx)
	if err != nil {
		return err
	}
	if err := view.prefer(ctx); err != nil {
		return err
	}
	if err := view.check(config.Settings.Rounds()); err != nil {
		return err
	}
	line, err := f.LineUp(config.Game, words, spec.Limits)
	if err != nil {
		return err
	}
	f.Seat(&spec, &line)
	out := &files.Recording{}
	if f.Output != "" {
		if out, err = files.CreateRecording(ctx, f.Output, f.Notes); err != nil {
			return err
		}
		defer out.Discard()
	} else if f.Notes {
		return files.ErrNotes
	}
	s := play.NewSession(ctx, f, config.Game, spec, line, out)
	defer s.End()
	rec, err := s.Start(spec.Seed)
	if err != nil {
		return f.Fault(err)
	}
	if err := view.checkMe(rec); err != nil {
		return err
	}
	if !files.ToTerminal() && !view.Plain {
		if err := s.Wait(); !play.Played(err) {
			return err
		}
		return errors.Join(view.printRound(rec), s.Wait())
	}
	err = view.show(ctx, rec, func() tui.Options {
		opts := view.options(ctx, rec)
		opts.Live = spec.Pace > 0 && view.Round < 0 && !view.Paused
		opts.Next, opts.Again = s.Next, s.Again
		opts.Link = linkOf(s)
		return opts
	})
	if err != nil {
		return err
	}
	if view.Plain { // it has followed the match to its end
		if err := s.Wait(); !play.Played(err) {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	s.End()
	if out.Somewhere() && !out.Written {
		fmt.Fprintf(os.Stderr, "warning: %s is not written: the match was not over\n", f.Output)
	}
	if err := s.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// linkOf is what to type to see what is shown of the last match; empty for a branch of it.
func linkOf(s *play.Session) func(*record.Record, *watch.State) string {
	return func(r *record.Record, st *watch.State) string {
		if r != s.Shown() {
			return ""
		}
		return s.Command(r.Meta().Seed, "--round", strconv.Itoa(st.Place().Round))
	}
}
