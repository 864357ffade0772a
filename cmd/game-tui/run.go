package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/typed"
)

// runFlags are the flags of run.
type runFlags struct {
	run
	json, csv bool
	open      string
	stdout    io.Writer
}

func runCommand() *cobra.Command {
	f, info := &runFlags{}, infoFlags{}
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
			if done, err := info.answer(f.stdout, f.game); done {
				return err
			}
			switch {
			case f.json && f.csv:
				return errors.New("--json and --csv exclude each other: type one of the two")
			case f.quiet && f.kitLog:
				return errors.New("--quiet and --kit-log exclude each other: type one of the two")
			}
			f.results, f.hash, f.rows = f.json || f.csv, f.json, f.resultRows
			if f.seeds.Count > 0 || f.rotate || f.paces || f.open != "" {
				return f.batch(cmd.Context(), words)
			}
			return f.single(cmd.Context(), words)
		}),
	}
	addMatch(cmd, &f.matchFlags, &info)
	set := cmd.Flags()
	addPlayerSeeds(set, &f.matchFlags)
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

// batch plays a series of matches, and compares the players.
func (f *runFlags) batch(ctx context.Context, words []process.Typed) error {
	if err := f.checkBatch(); err != nil {
		return err
	}
	c, err := f.run.batch(ctx, words)
	if c == nil {
		return err
	}
	if c.tally.Matches > 0 {
		f.table(c)
	}
	if !f.quiet {
		c.outs.print(f.stderr)
	}
	if err == nil && f.open != "" {
		var view viewFlags
		addView(&cobra.Command{}, &view) // as where nothing is typed
		return view.openOf(ctx, c, f.open, f.stderr)
	}
	return cmp.Or(err, c.why())
}

// checkBatch refuses flags that mean nothing for a batch.
func (f *runFlags) checkBatch() error {
	switch {
	case f.seeds.Count == 0 && f.open != "":
		return fmt.Errorf("--open is for batches: type --seeds 1-100 as well")
	case f.seeds.Count == 0 && f.paces:
		return fmt.Errorf("--paces is for batches: type --seeds 1-100 as well; game-tui analyse FILE tells that of one match")
	case f.seeds.Count == 0:
		return fmt.Errorf("--rotate is for batches: type --seeds 1-100 as well")
	case f.output != "" || f.notes:
		return fmt.Errorf("a batch writes no recordings: play the match of a row again with --seed to get its -o FILE")
	case f.open != "" && !slices.Contains(sightNames(), f.open):
		return fmt.Errorf("--open %q: there is %s", f.open, strings.Join(sightNames(), ", "))
	case f.open != "" && !toTerminal():
		return fmt.Errorf("--open opens a match in the spectator, and standard output is no terminal: leave it out, the commands below the table play such matches again")
	case f.playerSeeds.Of != nil:
		return fmt.Errorf("--player-seeds is for one match: type --seed in place of --seeds")
	case f.kitLog:
		return fmt.Errorf("--kit-log is for one match: type --seed in place of --seeds")
	}
	return nil
}

// table prints the standings: to standard output, unless rows went there.
func (f *runFlags) table(c *comparison) {
	w := f.stdout
	if f.json || f.csv {
		if w = f.stderr; f.quiet {
			return
		}
	}
	c.text(w)
}
