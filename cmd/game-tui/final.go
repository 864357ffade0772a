package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/playoff"
	"game-tui/tui/theme"
)

func finalCommand() *cobra.Command {
	c := &contest.FinalConfig{}
	cmd := &cobra.Command{
		Use:   "final FILE|PLAYER...",
		Short: "Play the grand final of 16, and show it on a projector",
		Long: `Play the grand final of the contest: four semifinals of four, whose winners meet in the
final. Each is a number of matches: 4 points for the first place, then 3, 2 and 1; tied
places share theirs, and who goes out is behind all who finish. Most points win; of equal
ones more first places, then the higher scores of all matches, then lots.

The players are those who are left of a play-off, or 16 that are named. The record of a
final goes on, and is shown again when it is over. Everything follows from seed and
results; each match is safe in the record before it counts.

In a terminal it is shown: bracket and standings, and the board on which something
happens; two boards side by side from 160×50, four from 240×60. Pages and keys are those
of the spectator; Enter lists the matches that were shown, to watch one on your own.
--no-spoilers keeps from bracket and list what was not shown yet. Elsewhere, or with
--plain, the table is printed.`,
		Example: `game-tui playoff final playoff.jsonl --no-spoilers
game-tui playoff final finalists/ --matches 16 --game thepurge -o final.jsonl
game-tui playoff final final.jsonl --csv > final.csv
game-tui serve --tournament final.jsonl --no-spoilers`,
		Args: some("name the record of a play-off, or 16 players: game-tui playoff final FILE"),
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			c.Format = formatOf(cmd)
			return contest.Final(cmd.Context(), c, words)
		}),
	}
	set := cmd.Flags()
	addMatches(cmd, &c.Request, "`seed` of all that is drawn")
	takesFolders(cmd.Flags())
	set.IntVar(&c.Matches, "matches", 0, "play that `number` of matches in each semifinal, and in the final")
	set.Lookup("matches").DefValue = strconv.Itoa(contest.FinalMatches)
	set.Var(typedValue{&c.Dummy}, "dummy", "the `player` that fills empty places")
	set.StringVarP(&c.Request.Output, "output", "o", "", "the record: a new `file` (default GAME-DATE-TIME.jsonl)")
	set.Float64Var(&c.Show.Speed, "speed", 5, "show that many `rounds` a second")
	set.BoolVar(&c.Show.NoSpoilers, "no-spoilers", false, "hide in the bracket what was not shown yet")
	set.StringVar(&c.Show.Palette, "palette", "", "`palette` of colours: "+strings.Join(theme.Names(), ", "))
	set.BoolVar(&c.Plain, "plain", false, "in a terminal, too: a line of progress, and the table")
	addWorkers(cmd, &c.Workers)
	repeatOnResume(cmd, &c.Config)
	beforeRun(cmd, func() error {
		if c.Matches == 0 && set.Changed("matches") {
			return fmt.Errorf("--matches 0: type a number from 1 to %d", playoff.MaxMatches)
		}
		return nil
	})
	addFormat(cmd, report.JSON, "the table as JSON")
	addFormat(cmd, report.CSV, "the table as CSV")
	addFormat(cmd, report.Markdown, "the table to publish, in Markdown")
	return cmd
}
