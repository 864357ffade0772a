package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/text"
)

// runFlags are the flags of run.
type runFlags struct {
	matchFlags
	seeds          typed.Seeds
	rotate, paces  bool
	json, csv      bool
	quiet, kitLog  bool
	open           string
	stdout, stderr io.Writer
}

func runCommand() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run [PLAYER...]",
		Short: "Play a match or a batch without showing it",
		Long: `Play a match, or a batch of them with --seeds, without showing it. Without names the
game's default line-up plays, with one to three names the rest is filled from it.

The recording goes to -o or standard output, scores and winners to standard error.
Like the kit's ./Game it reads a configuration from a redirected file.
With --strict the seed may be any text, as in the kit: abc is 0, 12abc is 12.`,
		Example: `game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui run Greedy Demo Demo Demo --seeds 1-100 --rotate
game-tui run ./mybot --seeds 1-100 --open worst`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if done, err := f.info.answer(f.stdout, f.game); done {
				return err
			}
			switch {
			case f.json && f.csv:
				return errors.New("--json and --csv exclude each other: type one of the two")
			case f.quiet && f.kitLog:
				return errors.New("--quiet and --kit-log exclude each other: type one of the two")
			}
			if f.seeds.Count > 0 || f.rotate || f.paces || f.open != "" {
				return f.batch(cmd.Context(), words)
			}
			return f.single(cmd.Context(), words)
		}),
	}
	f.add(cmd)
	set := cmd.Flags()
	f.addPlayerSeeds(set)
	set.Var(&f.seeds, "seeds", "play a batch on all cores: "+typed.SeedsUsage)
	set.BoolVar(&f.rotate, "rotate", false, "batch: play every seed in four seatings")
	set.BoolVar(&f.paces, "paces", false, "batch: measure the pace of each player, which takes several times as long")
	set.StringVar(&f.open, "open", "", "batch: then open that match of the first player named: `"+strings.Join(sightNames(), "|")+"`")
	set.BoolVar(&f.json, "json", false, "print results as JSON, one line a match, in place of the recording")
	set.BoolVar(&f.csv, "csv", false, "print results as CSV in place of the recording")
	set.BoolVar(&f.quiet, "quiet", false, "nothing on standard error but errors")
	set.BoolVar(&f.kitLog, "kit-log", false, "print on standard error what the official program prints there")
	manual.Group(set, "Results", "seeds", "rotate", "paces", "open", "json", "csv", "quiet", "kit-log")
	cmd.ValidArgsFunction = completePlayers(&f.game)
	completeFlags(cmd)
	return cmd
}

// single plays one match.
func (f *runFlags) single(ctx context.Context, words []process.Typed) error {
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
	r, err := m.Run(ctx, match.Options{Res: out.Writer(), Hash: f.json || f.notes})
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
func (f *runFlags) say(rec *record.Record, r *match.Result) {
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
func (f *runFlags) openOutput(ctx context.Context) (*files.Recording, error) {
	path := f.output
	if path == "" && (f.json || f.csv) {
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
