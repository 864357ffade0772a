package main

import (
	"time"

	"game-tui/cmd/game-tui/report"

	"github.com/spf13/cobra"
)

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
			f.Timed, f.Counted = cmd.Flags().Changed("time"), cmd.Flags().Changed("rollouts")
			return f.Run(cmd.Context(), args)
		},
	}
	set := cmd.Flags()
	addFormat(cmd, &f.Format, report.JSON, "print all as JSON, a line for each recording")
	addFormat(cmd, &f.Format, report.CSV, "print the chances of each round as CSV; of several recordings the list")
	set.StringVar(&f.Sort, "sort", "excitement", "sort the list of several recordings by `excitement|thrown|lowest`")
	set.DurationVar(&f.Time, "time", 5*time.Second, "`time` for the rollouts of a recording; of several recordings there are none without it")
	set.IntVar(&f.Rollouts, "rollouts", 0, "stop after that many `rollouts` instead: the same result on every machine")
	set.BoolVarP(&f.Quiet, "quiet", "q", false, "show no progress")
	cmd.MarkFlagsMutuallyExclusive("time", "rollouts")
	return cmd
}
