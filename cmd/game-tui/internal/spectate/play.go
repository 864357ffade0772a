package spectate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"game-tui/ai/process/resolve"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// Play plays a match and shows it.
func (v *View) Play(ctx context.Context, f *play.Request, words []resolve.Typed) error {
	config, spec, err := f.Spec(ctx)
	if err != nil {
		return err
	}
	if err := v.check(config.Settings.Rounds()); err != nil {
		return err
	}
	line, err := f.SeatPlayers(ctx, config.Game, &spec, words)
	if err != nil {
		return err
	}
	out, err := files.CreateRecording(f.Output, f.Notes)
	if err != nil {
		return err
	}
	defer out.Discard()
	s := play.NewSession(ctx, f, config.Game, spec, line, words, out)
	defer s.End()
	rec, err := s.Start(spec.Seed)
	if err != nil {
		return f.ExplainError(err)
	}
	if err := v.checkMe(rec); err != nil {
		return err
	}
	if !files.ToTerminal() && !v.Plain {
		if err := s.Wait(); !play.HasRecording(err) {
			return err
		}
		return errors.Join(v.printRound(rec), s.Wait())
	}
	if v.Plain && spec.Pace == 0 {
		_ = s.Wait() // the summary reports an error below
	}
	err = v.show(ctx, rec, func() *spectator {
		opts := v.options(rec)
		opts.opens.Live = spec.Pace > 0 && v.Round < 0 && !v.Paused
		opts.Next, opts.Replay = replacing(s.Next, v.Paused), replacing(s.Reload, v.Paused)
		opts.Command, opts.adviser.Typed = linkOf(s), s.LineUp
		return opts
	})
	if err != nil {
		return err
	}
	if v.Plain && !files.Asks() { // it was printed while the match was played
		if err := s.Wait(); !play.HasRecording(err) {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	s.End()
	if out != nil && out.Written {
		printSaved(os.Stderr, files.Located(f.Output))
	}
	if out != nil && !out.Written {
		fmt.Fprintf(os.Stderr, "warning: %s is not written: the match was not over\n", sanitize.Line(f.Output))
	}
	if err := s.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// replacing returns a function that plays another match in the same view.
func replacing(play func(context.Context) (*record.Record, error), paused bool) func(context.Context) (ui.Input, error) {
	return func(ctx context.Context) (ui.Input, error) {
		rec, err := play(ctx)
		if err != nil {
			return nil, err
		}
		return match.Replaced{Match: match.NewMatch(rec), Paused: paused}, nil
	}
}

// linkOf returns the function that makes the command for what is on screen. A branch has no such
// command.
func linkOf(s *play.Session) func(ui.Copy) (string, error) {
	return func(c ui.Copy) (string, error) {
		if c.Record != s.Current() {
			return "", errNoCommand()
		}
		if c.Round < 0 {
			return s.Command(c.Record.Meta().Seed), nil
		}
		return s.Command(c.Record.Meta().Seed, "--round", strconv.Itoa(c.Round)), nil
	}
}

func errNoCommand() error {
	return errors.New("no command opens this match yet: " + match.Name("write") + " writes it")
}

// OpenBatch replays the best, worst or closest match of a batch, as kind says, and shows it.
func (v *View) OpenBatch(ctx context.Context, c *play.BatchSummary, kind string, stderr io.Writer) error {
	progress.Note(stderr, "playing it again…")
	s, err := c.Replay(ctx, kind)
	progress.Clear(stderr)
	if err != nil {
		return err
	}
	opts := v.options(s.Current())
	opts.Command = linkOf(s)
	if err := open(ctx, opts); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	return nil
}

// OpenPlayed shows a match from the point of view of player me; again is the command that
// reproduces it.
func (v *View) OpenPlayed(ctx context.Context, rec *record.Record, me, again string) error {
	v.Me = me
	opts := v.options(rec)
	opts.Command = func(c ui.Copy) (string, error) {
		switch {
		case c.Record != rec:
			return "", errNoCommand()
		case c.Round < 0:
			return again, nil
		}
		return again + " --round " + strconv.Itoa(c.Round), nil
	}
	return open(ctx, opts)
}
