package spectate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/ui"
	view "game-tui/tui/view/match"
)

// Play plays a match and shows it.
func (v *Config) Play(ctx context.Context, f *play.Request, args []resolve.Typed) error {
	config, spec, err := f.ConfigAndSpec(ctx)
	if err != nil {
		return err
	}
	if err := v.check(config.Settings.Rounds()); err != nil {
		return err
	}
	lineUp, err := f.SeatPlayers(ctx, config.Game, &spec, args)
	if err != nil {
		return err
	}
	out, err := files.CreateRecording(f.Output, f.WriteNotes)
	if err != nil {
		return err
	}
	defer out.Discard()
	s := play.NewSession(ctx, f, config.Game, spec, lineUp, args, out)
	defer s.End()
	rec, err := s.Start(spec.Seed)
	if err != nil {
		return f.ExplainError(err)
	}
	if err := v.checkMe(rec); err != nil {
		return err
	}
	if !files.StdoutIsTerminal() && !v.Plain {
		if err := s.Wait(); !play.IsRecordable(err) {
			return err
		}
		return errors.Join(v.printRound(rec), s.Wait())
	}
	if v.Plain && spec.Pace == 0 {
		_ = s.Wait() // endSession returns the error of the match.
	}
	err = v.show(ctx, rec, func() *spectator {
		opts := v.newSpectator(rec)
		opts.opening.Live = spec.Pace > 0 && v.Round < 0 && !v.Paused
		opts.PlayNext, opts.Replay = replaceMatchFunc(s.StartNext, v.Paused), replaceMatchFunc(s.Reload, v.Paused)
		opts.Command, opts.coachRunner.TypedPlayers = sessionCommandFunc(s), s.LineUp
		return opts
	})
	if err != nil {
		return err
	}
	if v.Plain && !files.CanAsk() { // show has already printed the match.
		if err := s.Wait(); !play.IsRecordable(err) {
			return err
		}
	}
	return endSession(s, out, f.Output)
}

// endSession stops a session. It prints the command that repeats the match, and whether the output was
// written.
func endSession(s *play.Session, out *files.Recording, name string) error {
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	s.End()
	if out != nil && out.Written {
		fmt.Fprintln(os.Stderr, "saved: "+sanitize.Line(files.AbsolutePath(name)))
	}
	if out != nil && !out.Written {
		fmt.Fprintf(os.Stderr, "warning: %s was not written: the match did not finish\n", sanitize.Line(name))
	}
	if err := s.Wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// replaceMatchFunc returns a function that calls start and shows the new match in the same view.
func replaceMatchFunc(start func(context.Context) (*record.Record, error), paused bool) func(context.Context) (ui.Input, error) {
	return func(ctx context.Context) (ui.Input, error) {
		rec, err := start(ctx)
		if err != nil {
			return nil, err
		}
		return view.Replacement{Match: view.NewMatch(rec), Paused: paused}, nil
	}
}

// copyCommandFunc returns a function that returns the command for what is on screen, or an error
// for any match but the current one.
func copyCommandFunc(current func() *record.Record, command func(ui.CopyCommand) string) func(ui.CopyCommand) (string, error) {
	return func(c ui.CopyCommand) (string, error) {
		if c.Record != current() {
			return "", errors.New("no command opens this match yet (" + view.KeyLabel("write") + " saves it)")
		}
		return command(c), nil
	}
}

// sessionCommandFunc is like copyCommandFunc, for the matches of a session.
func sessionCommandFunc(s *play.Session) func(ui.CopyCommand) (string, error) {
	return copyCommandFunc(s.Current, func(c ui.CopyCommand) string {
		if c.Round < 0 {
			return s.Command(c.Record.Meta().Seed)
		}
		return s.Command(c.Record.Meta().Seed, "--round", strconv.Itoa(c.Round))
	})
}

// OpenHighlight replays and shows the first player's best, worst or closest match, as selected by kind.
func (v *Config) OpenHighlight(ctx context.Context, c *play.BatchSummary, kind string, stderr io.Writer) error {
	progress.Show(stderr, "replaying the match…")
	s, err := c.Replay(ctx, kind)
	progress.Clear(stderr)
	if err != nil {
		return err
	}
	opts := v.newSpectator(s.Current())
	opts.Command = sessionCommandFunc(s)
	if err := runSpectator(ctx, opts); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	return nil
}

// OpenMatch shows a match from the point of view of player me; repeatCommand is the command that
// repeats it.
func (v *Config) OpenMatch(ctx context.Context, rec *record.Record, me, repeatCommand string) error {
	v.Me = me
	opts := v.newSpectator(rec)
	opts.Command = copyCommandFunc(func() *record.Record { return rec }, func(c ui.CopyCommand) string {
		if c.Round < 0 {
			return repeatCommand
		}
		return repeatCommand + " --round " + strconv.Itoa(c.Round)
	})
	return runSpectator(ctx, opts)
}

// savedFiles collects the names of written files. It is safe for concurrent use.
type savedFiles struct {
	mu    sync.Mutex
	names []string
}

func (s *savedFiles) add(name string, err error) (string, error) {
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.names = append(s.names, name)
	}
	return name, err
}

func (s *savedFiles) print(w io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.names {
		fmt.Fprintln(w, "saved: "+sanitize.Line(name))
	}
}
