package main

import (
	"fmt"
	"io"
	"math"
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
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/export"
)

func watchCommand() *cobra.Command {
	var view spectate.Config
	cmd := &cobra.Command{
		Use:   "watch FILE[@ROUND[:UNIT]]",
		Short: "Open a recording (.res, compressed or not); - is standard input",
		Long: `Open a recording in the spectator. It may come from game-tui, a kit or the judge, and may
be incomplete. Its notes are read as well. Without a terminal, one round is printed as
text: the last one, or the one given.

match.res@120 opens at round 120; match.res@120:67 also follows unit 67. The extension
.res may be omitted.

--plain prints the events and scores of each round as text, for screen readers, logs and
grep. In a terminal, you can also type commands; help lists them.`,
		Example: `game-tui watch default.res
game-tui watch default.res.gz --speed 20
game-tui watch default@120
game-tui watch default.res --plain | grep conversion`,
		Args: rangeArgs(1, 1, "name one recording: game-tui watch FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := applyPreferences(cmd, &view); err != nil {
				return err
			}
			return view.Watch(cmd.Context(), args[0])
		},
	}
	addViewFlags(cmd, &view)
	return cmd
}

func exportCommand() *cobra.Command {
	var f spectate.ExportConfig
	formats := ""
	for _, k := range export.Formats {
		formats += fmt.Sprintf("  %-6s%s\n", k.Name, k.Description)
	}
	cmd := &cobra.Command{
		Use:   "export FILE[@ROUND[:UNIT]] -o FILE",
		Short: "Export a recording as a page, GIF, picture or cast",
		Long: `Export a recording for people without game-tui. The extension of the output file
determines the format:

` + formats + `
The same command always writes the same bytes. Type - instead of the recording for standard
input, and -o - for standard output.`,
		Example: `game-tui export match.res -o match.html
game-tui export match.res --highlights -o best.gif
game-tui export match.res@120 -o round.png`,
		Args: rangeArgs(1, 1, "name one recording: game-tui export match.res -o match.html"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.Flags().Visit(func(given *pflag.Flag) { f.GivenOptions = append(f.GivenOptions, given.Name) })
			return f.Run(cmd.Context(), args[0])
		},
	}
	set := cmd.Flags()
	set.StringVarP(&f.Output, "output", "o", "", "`file` to write; - is standard output")
	set.StringVar(&f.Format, "format", "", "file `format`, unless the file's extension determines it: "+strings.Join(export.FormatNames(), ", "))
	f.AddFlags(set)
	for _, g := range export.FlagGroups {
		manual.Group(set, g.Title, g.Flags...)
	}
	return cmd
}

func diffCommand() *cobra.Command {
	var view spectate.Config
	var ui bool
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show where two recordings differ",
		Long: `Show the first difference between two recordings: the round, the field, and both values.
The exit code is 1 if they differ.

--ui opens both in the spectator, in lockstep: side by side if the window is wide enough,
otherwise one at a time. Differences are marked, and keys jump to the first or next one.`,
		Example: `game-tui diff ours.res judge.res.gz
game-tui diff before.res after.res --ui`,
		Args: rangeArgs(2, 2, "name two recordings: game-tui diff A B"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if ui {
				if err := applyPreferences(cmd, &view); err != nil {
					return err
				}
				return view.Compare(cmd.Context(), args)
			}
			cmd.Flags().Visit(func(f *pflag.Flag) { err = fmt.Errorf("--%s needs --ui", f.Name) })
			if err != nil {
				return err
			}
			d, missing, err := files.CompareRecordings(cmd.Context(), args[0], args[1])
			if err != nil {
				return err
			}
			return printDifference(cmd.OutOrStdout(), d, "in one", "in the other",
				"no difference", "no difference in the rounds present in both files", missing)
		},
	}
	cmd.Flags().BoolVar(&ui, "ui", false, "open both recordings in the spectator")
	addViewFlags(cmd, &view)
	markExclusive(cmd, "ui", "plain")
	return cmd
}

// printDifference prints d with the labels a and b. If d is nil, it prints sameText or, if rounds
// are missing, partlySameText. It then prints gapText. It returns play.ErrDiffers unless it prints
// sameText.
func printDifference(w io.Writer, d *res.Difference, a, b, sameText, partlySameText, gapText string) error {
	if d == nil && gapText == "" {
		fmt.Fprintln(w, sameText)
		return nil
	}
	found := partlySameText
	if d != nil {
		found = d.Text(a, b)
	}
	fmt.Fprintln(w, sanitize.Line(strings.TrimSuffix(found+"; "+gapText, "; ")))
	return play.ErrDiffers
}

func verifyCommand() *cobra.Command {
	var seeds cliarg.PlayerSeeds
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Play a recording's match again and compare",
		Long: `Play a recording's match again and compare it with the recording. All its players must be built in. The
exit code is 1 if they differ.`,
		Example: `game-tui verify default.res`,
		Args:    rangeArgs(1, 1, "name one recording: game-tui verify FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, missing, err := play.Verify(cmd.Context(), args[0], seeds.Seeds)
			if err != nil {
				return err
			}
			return printDifference(cmd.OutOrStdout(), d, "in the file", "when played again",
				"the same, byte for byte", "the rounds in the file are the same when played again", missing)
		},
	}
	cmd.Flags().Var(&seeds, "player-seeds", cliarg.PlayerSeedsUsage)
	return cmd
}

func analyseCommand() *cobra.Command {
	var f report.Analysis
	cmd := &cobra.Command{
		Use:   "analyse FILE[@ROUND]...",
		Short: "Show when and why a match was decided",
		Long: `Show the win chances over a match, its turning points and their reasons, the speed of each
player, and how exciting the match was. The chances come from a table fitted to matches
between built-in players, and from rollouts, which continue the match from selected rounds
with different random numbers. Rollouts need built-in players; without them the chances are
labelled "estimate".

With FILE@ROUND, the output begins with that round: its chances, the events since the last
turning point, and simulated endings. For several recordings, a list sorted by --sort is printed.`,
		Example: `game-tui analyse match.res
game-tui analyse match.res@120
game-tui analyse match.res --time 60s
game-tui analyse a.res b.res c.res --sort thrown`,
		Args: rangeArgs(1, math.MaxInt, "name a recording: game-tui analyse FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			f.Format = formatOf(cmd)
			f.HasTime, f.HasRollouts = cmd.Flags().Changed("time"), cmd.Flags().Changed("rollouts")
			return f.Run(cmd.Context(), args)
		},
	}
	set := cmd.Flags()
	addFormatFlag(cmd, report.JSON, "print JSON, one line per recording")
	addFormatFlag(cmd, report.CSV, "print the chances of each round as CSV, or the list of several recordings")
	set.StringVar(&f.SortBy, "sort", "excitement", "order of several recordings: `excitement|thrown|lowest`")
	set.DurationVar(&f.Time, "time", 5*time.Second, "rollout `time` per recording; several recordings default to none")
	set.IntVar(&f.Rollouts, "rollouts", 0, "stop after this many `rollouts` instead, for the same result on every machine")
	set.BoolVarP(&f.Quiet, "quiet", "q", false, "hide progress")
	markExclusive(cmd, "time", "rollouts")
	return cmd
}

func statsCommand() *cobra.Command {
	var f report.Stats
	cmd := &cobra.Command{
		Use:   "stats FILE...",
		Short: "Show sources of points, failed orders and losses",
		Long: `Show figures for each player: score, points by source, units, failed orders by rule, units
lost to each rival, processor time, and why players went out. One recording gives a table;
several give a line per player. --rounds gives the figures at the start of every round.

Failed orders and times come from the notes of a recording. Without notes the match is
played again if all players are built in; otherwise failed orders are unknown. Unreadable
recordings are listed and skipped.`,
		Example: `game-tui stats match.res
game-tui stats *.res --csv > stats.csv
game-tui stats match.res --rounds --json`,
		Args: rangeArgs(1, math.MaxInt, "name a recording: game-tui stats FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			f.Format = formatOf(cmd)
			return f.Run(cmd.Context(), args)
		},
	}
	set := cmd.Flags()
	addFormatFlag(cmd, report.JSON, "print JSON, one line per recording")
	addFormatFlag(cmd, report.CSV, "print CSV, a line per player; all recordings must be from one game")
	set.BoolVar(&f.AllRounds, "rounds", false, "show the figures for every round")
	set.BoolVarP(&f.Quiet, "quiet", "q", false, "hide progress")
	return cmd
}
