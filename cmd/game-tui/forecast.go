package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/report"
)

func forecastCommand() *cobra.Command {
	f := &show.Forecast{}
	cmd := &cobra.Command{
		Use:   "forecast LEAGUE",
		Short: "Forecast a play-off, and grades, from a tournament",
		Long: `Forecast a play-off of the players of a tournament, from its record: which grade each
may expect, which share of the rounds it survives, and how likely it is to be left at
the end; of one player (--of) also how likely it is to be still in after each round.

2,000 play-offs are simulated. What a match comes to for each of its players is drawn
from the scores of the tournament, beside what the match gave to the others. It needs
the Dummy that fills groups up, 100 matches of each player, and 20 seeds.

A grade grows from --least, of whoever is eliminated first, to 10, of those who are left.`,
		Example: `game-tui playoff forecast league.jsonl
game-tui playoff forecast league.jsonl --of anna
game-tui playoff forecast league.jsonl --to 4 --dummy Demo --csv`,
		Args: exactly(1, "type the record of a tournament: game-tui playoff forecast LEAGUE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			f.Format = formatOf(cmd)
			return f.Print(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), words[0])
		},
	}
	set := cmd.Flags()
	set.StringVar(&f.Of, "of", "", "forecast for that `player`, with its curve")
	set.StringVar(&f.Dummy, "dummy", "", "`player` of the tournament that fills groups up (default: one with Dummy in its name, or else Demo)")
	set.IntVar(&f.To, "to", 16, "the play-off is over when that `number` of players is left")
	set.Float64Var(&f.LowestGrade, "least", 5, "`grade` of who is eliminated first, of 10")
	addFormat(cmd, report.JSON, "all of it as JSON")
	addFormat(cmd, report.CSV, "as CSV: a line a player, or with --of a line a round")
	return cmd
}
