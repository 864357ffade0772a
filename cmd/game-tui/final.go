package main

import (
	"math"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/tui/cells/theme"
)

func finalCommand() *cobra.Command {
	c := &contest.FinalConfig{}
	cmd := &cobra.Command{
		Use:   "final FILE|PLAYER...",
		Short: "Play and show the grand final of 16 players",
		Long: `Play the grand final of the contest: four semifinals of four players, whose winners meet
in the final. Each of the five consists of several matches, which award 4, 3, 2 and 1 points.

Give the tournament file of a play-off, or name 16 players. With the file of a
final, that final is resumed, or shown again if it has finished. Each match is saved
before it counts.

In a terminal, the bracket, the standings and the most eventful boards are shown. With
--plain, or without a terminal, the table is printed. "game-tui help playoff" has the details.`,
		Example: `game-tui playoff final playoff.jsonl --no-spoilers
game-tui playoff final finalists/ --matches 16 --game thepurge -o final.jsonl
game-tui playoff final final.jsonl --csv > final.csv
game-tui serve --tournament final.jsonl --no-spoilers`,
		Args: rangeArgs(1, math.MaxInt, "name a play-off file or 16 players: game-tui playoff final FILE"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			c.Format, c.NewOnlyOptions = formatOf(cmd), changedFlags(cmd.Flags(), "matches", "seed", "output", "dummy", "game", "input")
			return contest.RunFinal(cmd.Context(), c, args)
		}),
	}
	set := cmd.Flags()
	addPlayFlags(cmd, &c.Request, "`seed` of the draws")
	addFolderSandboxUsage(cmd.Flags())
	set.IntVar(&c.MatchesPerGroup, "matches", contest.DefaultMatchesPerGroup, "`number` of matches in each semifinal and in the final")
	set.Var(typedValue{&c.Dummy}, "dummy", "`player` that fills empty places")
	set.StringVarP(&c.Request.Output, "output", "o", "", "new tournament `file` (default GAME-DATE-TIME.jsonl)")
	set.Float64Var(&c.Show.Speed, "speed", 5, "playback speed in `rounds` per second")
	set.BoolVar(&c.Show.NoSpoilers, "no-spoilers", false, "hide results of matches not yet shown")
	set.StringVar(&c.Show.Palette, "palette", "", "colour `palette`: "+strings.Join(theme.Names(), ", "))
	set.BoolVar(&c.Plain, "plain", false, "print progress and the table, even in a terminal")
	addWorkerFlags(cmd, &c.Workers)
	repeatOnResume(cmd, &c.Config)
	addFormatFlag(cmd, report.JSON, "print the table as JSON")
	addFormatFlag(cmd, report.CSV, "print the table as CSV")
	addFormatFlag(cmd, report.Markdown, "print the table as Markdown")
	return cmd
}
