package main

import (
	"game-tui/cmd/game-tui/report"

	"github.com/spf13/cobra"
)

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
			return f.Run(cmd.Context(), args)
		},
	}
	set := cmd.Flags()
	addFormat(cmd, &f.Format, report.JSON, "print all as JSON, a line for each recording")
	addFormat(cmd, &f.Format, report.CSV, "print a line for each player as CSV; the recordings are of one game")
	set.BoolVar(&f.Rounds, "rounds", false, "give the figures of every round, not of the last one alone")
	set.BoolVarP(&f.Quiet, "quiet", "q", false, "show no progress")
	return cmd
}
