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
func (v *View) Play(ctx context.Context, f *play.Request, args []resolve.Typed) error {
	config, spec, err := f.Spec(ctx)
	if err != nil {
		return err
	}
	if err := v.check(config.Settings.Rounds()); err != nil {
		return err
	}
	line, err := f.SeatPlayers(ctx, config.Game, &spec, args)
	if err != nil {
		return err
	}
	out, err := files.CreateRecording(f.Output, f.Notes)
	if err != nil {
		return err
	}
	defer out.Discard()
	s := play.NewSession(ctx, f, config.Game, spec, line, args, out)
	defer s.End()
	rec, err := s.Start(spec.Seed)
	if err != nil {
		return f.ExplainError(err)
	}
	if err := v.checkMe(rec); err != nil {
		return err
	}
	if !files.StdoutIsTerminal() && !v.Plain {
		if err := s.Wait(); !play.HasRecording(err) {
			return err
		}
		return errors.Join(v.printRound(rec), s.Wait())
	}
	if v.Plain && spec.Pace == 0 {
		_ = s.Wait() // end returns the error of the match.
	}
	err = v.show(ctx, rec, func() *spectator {
		opts := v.options(rec)
		opts.opening.Live = spec.Pace > 0 && v.Round < 0 && !v.Paused
		opts.PlayNext, opts.Replay = replacePlay(s.Next, v.Paused), replacePlay(s.Reload, v.Paused)
		opts.Command, opts.adviser.TypedPlayers = commandOf(s), s.LineUp
		return opts
	})
	if err != nil {
		return err
	}
	if v.Plain && !files.CanAsk() { // show has already printed the match.
		if err := s.Wait(); !play.HasRecording(err) {
			return err
		}
	}
	return end(s, out, f.Output)
}

// end stops a session. It prints the command that repeats the match, and whether the output was
// written.
func end(s *play.Session, out *files.Recording, name string) error {
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

// replacePlay returns a function that calls play and shows the new match in the same view.
func replacePlay(play func(context.Context) (*record.Record, error), paused bool) func(context.Context) (ui.Input, error) {
	return func(ctx context.Context) (ui.Input, error) {
		rec, err := play(ctx)
		if err != nil {
			return nil, err
		}
		return view.Replacement{Match: view.NewMatch(rec), Paused: paused}, nil
	}
}

// commandFor returns a function that returns the command for what is on screen, or an error for any
// match but the current one.
func commandFor(current func() *record.Record, command func(ui.CopyCommand) string) func(ui.CopyCommand) (string, error) {
	return func(c ui.CopyCommand) (string, error) {
		if c.Record != current() {
			return "", errors.New("no command opens this match yet (" + view.KeyLabel("write") + " saves it)")
		}
		return command(c), nil
	}
}

// commandOf is like commandFor, for the matches of a session.
func commandOf(s *play.Session) func(ui.CopyCommand) (string, error) {
	return commandFor(s.Current, func(c ui.CopyCommand) string {
		if c.Round < 0 {
			return s.Command(c.Record.Meta().Seed)
		}
		return s.Command(c.Record.Meta().Seed, "--round", strconv.Itoa(c.Round))
	})
}

// OpenBatch replays and shows the first player's best, worst or closest match, as selected by kind.
func (v *View) OpenBatch(ctx context.Context, c *play.BatchSummary, kind string, stderr io.Writer) error {
	progress.Note(stderr, "replaying the match…")
	s, err := c.Replay(ctx, kind)
	progress.Clear(stderr)
	if err != nil {
		return err
	}
	opts := v.options(s.Current())
	opts.Command = commandOf(s)
	if err := open(ctx, opts); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "again: "+s.Command(s.Seed()))
	return nil
}

// OpenPlayed shows a match from the point of view of player me; again is the command that repeats
// it.
func (v *View) OpenPlayed(ctx context.Context, rec *record.Record, me, again string) error {
	v.Me = me
	opts := v.options(rec)
	opts.Command = commandFor(func() *record.Record { return rec }, func(c ui.CopyCommand) string {
		if c.Round < 0 {
			return again
		}
		return again + " --round " + strconv.Itoa(c.Round)
	})
	return open(ctx, opts)
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
