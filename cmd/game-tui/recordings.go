package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/cmd/game-tui/internal/spectate"
	"game-tui/sim/clean"
	"game-tui/tui/film"
)

func watchCommand() *cobra.Command {
	var view spectate.View
	cmd := &cobra.Command{
		Use:   "watch FILE[@ROUND[:UNIT]]",
		Short: "Open a recording (.res, packed or not); - is standard input",
		Long: `Open a recording in the spectator: one from here, from a kit, from the judge, or one
that was cut short. Notes that lie beside it are read as well. Without a terminal a
round is printed as text: the last one, or the one that was named.

match.res@120 opens in round 120, match.res@120:67 follows unit 67 there. The ending
.res may be left out.

--plain prints the match as lines of text, for screen readers, logs and grep: what
happened in each round, and its scores. In a terminal it tells what is asked for by
commands, a line each: help lists them.`,
		Example: `game-tui watch default.res
game-tui watch default.res.gz --speed 20
game-tui watch default@120
game-tui watch default.res --plain | grep conversion`,
		Args: exactly(1, "watch opens one recording: type game-tui watch FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := prefer(cmd, &view); err != nil {
				return err
			}
			return view.Watch(cmd.Context(), args[0])
		},
	}
	addView(cmd, &view)
	return cmd
}

func exportCommand() *cobra.Command {
	var f spectate.Export
	cmd := &cobra.Command{
		Use:   "export FILE[@ROUND[:UNIT]] -o FILE",
		Short: "Make a page, a GIF, a picture or a cast of a recording",
		Long: `Make of a recording a file for those who have no game-tui. The ending of
its name tells the kind:

` + kindTable() + `
The same command gives the same bytes. - in place of the recording is standard
input, -o - standard output.`,
		Example: `game-tui export match.res -o match.html
game-tui export match.res --highlights -o best.gif
game-tui export match.res@120 -o round.png`,
		Args: exactly(1, "export reads one recording: type game-tui export match.res -o match.html"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), cmd.Flags().Changed, args[0])
		},
	}
	set := cmd.Flags()
	set.StringVarP(&f.Output, "output", "o", "", "write this `file`; - is standard output")
	set.StringVar(&f.Format, "format", "", "`kind` of file, where its name does not tell: "+strings.Join(film.Names(), ", "))
	f.AddFlags(set)
	for _, g := range film.Groups {
		manual.Group(set, g.Title, g.Flags...)
	}
	return cmd
}

func kindTable() string {
	var b strings.Builder
	for _, k := range film.Kinds {
		fmt.Fprintf(&b, "  %-6s%s\n", k.Name, k.About)
	}
	return b.String()
}

func diffCommand() *cobra.Command {
	var view spectate.View
	var ui bool
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show where two recordings differ, as text or side by side",
		Long: `Show the first difference of two recordings: the round, the field, and both values.
The exit code is 1 where there is one.

--ui opens both in the spectator, in lockstep: side by side where the window is wide
enough, otherwise one in front. What differs is marked, and a key leads to the first
difference and to the next.`,
		Example: `game-tui diff ours.res judge.res.gz
game-tui diff before.res after.res --ui`,
		Args: exactly(2, "diff compares two recordings: type game-tui diff A B"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if ui {
				if err := prefer(cmd, &view); err != nil {
					return err
				}
				return view.Compare(cmd.Context(), args)
			}
			cmd.Flags().Visit(func(f *pflag.Flag) { err = fmt.Errorf("--%s is for the spectator: type --ui as well", f.Name) })
			if err != nil {
				return err
			}
			d, missing, err := files.Difference(cmd.Context(), args[0], args[1])
			switch {
			case err != nil:
				return err
			case d != nil:
				return differs(cmd.OutOrStdout(), d.String(), missing)
			case missing != "":
				return differs(cmd.OutOrStdout(), "no difference in the rounds that both hold", missing)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "no difference")
			return nil
		},
	}
	cmd.Flags().BoolVar(&ui, "ui", false, "open both in the spectator")
	addView(cmd, &view)
	cmd.MarkFlagsMutuallyExclusive("ui", "plain")
	return cmd
}

// differs prints what was found and which rounds are missing, and ends the command with a code of its
// own.
func differs(w io.Writer, found, missing string) error {
	if missing != "" {
		found += "; " + missing
	}
	fmt.Fprintln(w, clean.Line(found))
	return play.ErrDiffers
}

func verifyCommand() *cobra.Command {
	var seeds cliarg.PlayerSeeds
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Play a recording again and say where it differs",
		Long: `Play a recording again and say where it differs. That can be done where all its
players are built in. The exit code is 1 where there is a difference.`,
		Example: `game-tui verify default.res`,
		Args:    exactly(1, "verify checks one recording: type game-tui verify FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, missing, err := play.Verify(cmd.Context(), args[0], seeds.Seeds)
			switch {
			case err != nil:
				return err
			case d != nil:
				return differs(cmd.OutOrStdout(), d.Text("in the file", "when played again"), missing)
			case missing != "":
				return differs(cmd.OutOrStdout(), "the rounds in the file are the same when played again", missing)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the same, byte for byte")
			return nil
		},
	}
	cmd.Flags().Var(&seeds, "player-seeds", cliarg.PlayerSeedsUsage)
	return cmd
}

func analyseCommand() *cobra.Command {
	var f report.Analysis
	cmd := &cobra.Command{
		Use:   "analyse FILE[@ROUND]...",
		Short: "Say when and why a match was decided, and which match to look at first",
		Long: `Say of a recording how the win chances went, when they turned and why, how fast each
player was, and how exciting the match: from a table that was fitted on matches of the built-in
players, and from rollouts, which play rounds of the match on with its players and other dice.
Where somebody plays who is not built in only the table can tell, and what it says is labelled
"estimate". With @ROUND that round comes first: the chances there, what has happened since the last
turning point, and what comes of it with other dice. Of several recordings a list is printed, sorted
by --sort.`,
		Example: `game-tui analyse match.res
game-tui analyse match.res@120
game-tui analyse match.res --time 60s
game-tui analyse a.res b.res c.res --sort thrown`,
		Args: some("analyse looks at recordings: type game-tui analyse FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			f.Format = formatOf(cmd)
			f.Timed, f.Counted = cmd.Flags().Changed("time"), cmd.Flags().Changed("rollouts")
			return f.Run(cmd.Context(), args)
		},
	}
	set := cmd.Flags()
	addFormat(cmd, report.JSON, "print all as JSON, a line for each recording")
	addFormat(cmd, report.CSV, "print the chances of each round as CSV; of several recordings the list")
	set.StringVar(&f.Sort, "sort", "excitement", "sort the list of several recordings by `excitement|thrown|lowest`")
	set.DurationVar(&f.Time, "time", 5*time.Second, "`time` for the rollouts of a recording; of several recordings there are none without it")
	set.IntVar(&f.Rollouts, "rollouts", 0, "stop after that many `rollouts` instead: the same result on every machine")
	set.BoolVarP(&f.Quiet, "quiet", "q", false, "show no progress")
	cmd.MarkFlagsMutuallyExclusive("time", "rollouts")
	return cmd
}

func statsCommand() *cobra.Command {
	var f report.Stats
	cmd := &cobra.Command{
		Use:   "stats FILE...",
		Short: "Count where points came from, which orders failed, and who lost what to whom",
		Long: `Count what recordings came to, for each player: score, points by source, units, orders that
failed by the rule that stopped them, units lost to whom, processor time, who went out and why.
One recording gives a table of all that, several give a line for each player. --rounds gives
the figures at the start of every round.

What a recording does not say comes from notes beside it: orders that failed, and times, of which
recordings of the judge have the share that was used. Where
all its players are built in it is played again to learn of the orders; otherwise they are
unknown. A recording that cannot be read is named, and the others are counted.`,
		Example: `game-tui stats match.res
game-tui stats *.res --csv > stats.csv
game-tui stats match.res --rounds --json`,
		Args: some("stats counts in recordings: type game-tui stats FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			f.Format = formatOf(cmd)
			return f.Run(cmd.Context(), args)
		},
	}
	set := cmd.Flags()
	addFormat(cmd, report.JSON, "print all as JSON, a line for each recording")
	addFormat(cmd, report.CSV, "print a line for each player as CSV; the recordings are of one game")
	set.BoolVar(&f.Rounds, "rounds", false, "give the figures of every round, not of the last one alone")
	set.BoolVarP(&f.Quiet, "quiet", "q", false, "show no progress")
	return cmd
}
