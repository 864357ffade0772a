package main

import (
	"errors"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/contest/show"
	"game-tui/cmd/game-tui/report"
)

func showCommand() *cobra.Command {
	f := &show.Table{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show how a tournament stands, or how it ended",
		Long: `Show the table of a tournament: places, points with 95 % intervals, who beats whom,
the effect of the seats, who went out and why, and which matches are worth a look.
The tournament may be under way.`,
		Example: `game-tui tournament show final.jsonl
game-tui tournament show final.jsonl --csv > final.csv
game-tui tournament show final.jsonl --markdown > final.md
game-tui tournament show final.jsonl --paces
game-tui tournament show final.jsonl --ui`,
		Args: exactly(1, "type the record of a tournament: game-tui tournament show FILE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			if cmd.Flags().Changed("pace-matches") && !f.Paces {
				return errors.New("--pace-matches is for --paces: type both")
			}
			return f.Print(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), words[0])
		},
	}
	set := cmd.Flags()
	addFormat(cmd, &f.Format, report.JSON, "all of it as JSON")
	addFormat(cmd, &f.Format, report.CSV, "one line a player as CSV, with its share against each of the others")
	addFormat(cmd, &f.Format, report.Markdown, "tables to publish, in Markdown")
	set.BoolVar(&f.Config, "config", false, "print the configuration that is played, and nothing else")
	set.BoolVar(&f.UI, "ui", false, "the dashboard: choose matches to watch; it follows a tournament that is under way")
	set.BoolVar(&f.Paces, "paces", false, "measure the pace of the built-in players, too: plays matches again")
	set.IntVar(&f.PaceMatches, "pace-matches", 40, "of --paces: in at most so many `matches`")
	cmd.MarkFlagsMutuallyExclusive("paces", "config")
	cmd.MarkFlagsMutuallyExclusive("paces", "ui")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "markdown", "config", "ui")
	return cmd
}
