package main

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/cmd/game-tui/internal/spectate"
)

type runFlags struct {
	play.RunConfig
	stdout io.Writer
}

func runCommand() *cobra.Command {
	f, info := &runFlags{}, infoFlags{}
	cmd := &cobra.Command{
		Use:   "run [PLAYER...]",
		Short: "Play a match or a batch without watching",
		Long: `Play a match, or a batch with --seeds, without watching. Without names,
the game's default line-up plays; with one to three names, it fills the other seats.

The recording goes to -o or standard output; scores and winners go to standard error. A batch
writes one recording per match into the folder -o, such as thepurge-s30.res.

As with the kit's ./Game, a configuration is read from standard input if that is a file or a
pipe (game-tui help configuration). With --strict, any text is a valid seed, as in the kit:
abc is 0, and 12abc is 12.`,
		Example: `game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui run Greedy Demo Demo Demo --seeds 1-100 --rotate
game-tui run ./mybot --seeds 1-100 --open worst`,
		Args: cobra.ArbitraryArgs,
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			f.stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if done, err := info.print(f.stdout, f.Game); done {
				return err
			}
			if f.Quiet {
				f.Progress = io.Discard
			}
			format := formatOf(cmd)
			f.PrintResults, f.AddHash = format != report.Text, format == report.JSON
			f.OnResult = report.NewResultPrinter(f.stdout, format, &f.RunConfig)
			if f.Seeds.Count > 0 {
				return f.playBatch(cmd.Context(), args)
			}
			return f.PlaySingle(cmd.Context(), args)
		}),
	}
	addMatchFlags(cmd, &f.Request, &info)
	set := cmd.Flags()
	set.Lookup("output").Usage += "; for a batch, a folder"
	set.Var(&f.PlayerSeeds, "player-seeds", cliarg.PlayerSeedsUsage)
	set.Var(&f.Seeds, "seeds", "play a batch on all cores: "+cliarg.SeedsUsage)
	set.BoolVar(&f.Rotate, "rotate", false, "batch: play each seed in four seatings")
	set.BoolVar(&f.MeasurePaces, "paces", false, "batch: measure the speed of each player (slow)")
	set.StringVar(&f.OpenKind, "open", "", "batch: then open the first player's `"+strings.Join(play.HighlightNames(), "|")+"` match")
	addFormatFlag(cmd, report.JSON, "print results as JSON lines instead of the recording")
	addFormatFlag(cmd, report.CSV, "print results as CSV instead of the recording")
	set.BoolVar(&f.Quiet, "quiet", false, "print only errors to standard error")
	set.BoolVar(&f.PrintKitLog, "kit-log", false, "print the official program's log to standard error")
	addFailOnFlag(set, &f.FailOn, "out", "loss")
	requireOneOf(cmd, "needs a batch; add --seeds 1-100", []string{"seeds"}, "rotate", "paces", "open")
	markExclusive(cmd, "quiet", "kit-log")
	excludeFlags(cmd, "player-seeds", "only applies to a single match", "seeds")
	excludeFlags(cmd, "kit-log", "only applies to a single match", "seeds")
	manual.Group(set, "Results", "seeds", "rotate", "paces", "open", "json", "csv", "quiet", "kit-log", "fail-on")
	return cmd
}

func (f *runFlags) playBatch(ctx context.Context, args []resolve.Typed) error {
	c, err := f.RunConfig.PlayBatch(ctx, args)
	if c == nil {
		return err
	}
	table := f.stdout
	if f.PrintResults { // standard output is reserved for result rows
		table = f.Stderr
	}
	if c.Tally.Matches > 0 && !(f.PrintResults && f.Quiet) {
		report.PrintBatch(table, c)
	}
	if !f.Quiet {
		c.PrintOuts(f.Stderr)
	}
	if err == nil && f.OpenKind != "" {
		view, err := preferredView()
		if err != nil {
			return err
		}
		return view.OpenHighlight(ctx, c, f.OpenKind, f.Stderr)
	}
	return cmp.Or(err, c.Err(f.FailOn))
}

// preferredView returns view options from the user's preferences, for commands without spectator
// flags.
func preferredView() (*spectate.Config, error) {
	view, cmd := &spectate.Config{}, &cobra.Command{}
	addViewFlags(cmd, view)
	return view, applyPreferences(cmd, view)
}
