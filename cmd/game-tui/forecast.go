package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/report"
)

func forecastCommand() *cobra.Command {
	f := &show.ForecastPrinter{}
	cmd := &cobra.Command{
		Use:   "forecast FILE",
		Short: "Forecast play-off results and grades from a tournament",
		Long: `Forecast a play-off between the players of a tournament: the grade each may expect, the
share of rounds it survives, and its chance of being left at the end. --of adds one
player's chance of surviving each round.

2,000 play-offs are simulated, with scores drawn from the tournament's matches. The
tournament must include the Dummy that fills groups, at least 100 matches per player
and 20 seeds.

Grades range from --least, for the first player out, to 10, for those who are left.`,
		Example: `game-tui playoff forecast league.jsonl
game-tui playoff forecast league.jsonl --of anna
game-tui playoff forecast league.jsonl --to 4 --dummy Demo --csv`,
		Args: rangeArgs(1, 1, "name a tournament file: game-tui playoff forecast FILE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			f.Format = formatOf(cmd)
			return f.Print(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), words[0])
		},
	}
	set := cmd.Flags()
	set.StringVar(&f.Player, "of", "", "forecast this `player`, round by round")
	set.StringVar(&f.Dummy, "dummy", "", "`player` that fills groups (default: one with Dummy in its name, or Demo)")
	set.IntVar(&f.Survivors, "to", 16, "end with this `number` of players")
	set.Float64Var(&f.MinGrade, "least", 5, "lowest `grade`, out of 10")
	addFormatFlag(cmd, report.JSON, "print JSON")
	addFormatFlag(cmd, report.CSV, "print CSV: a line per player, or per round with --of")
	return cmd
}
