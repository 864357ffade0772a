package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/report"
)

func playoffCommand() *cobra.Command {
	c := &contest.PlayoffConfig{}
	cmd := &cobra.Command{
		Use:   "playoff PLAYER...",
		Short: "Play the rounds of the course's contest, each of which eliminates one player",
		Long: `Play the play-off of the contest: each round puts all who are in at random into groups
of four, with Dummies to fill up. Whoever scores better than two of the three rivals
passes; a tie is not better, and who goes out does not pass. The others are grouped
again, until four or fewer are left. These play until one is left behind by the others:
that one is out, and the next round begins, until 16 are in, who play the grand final.

After 10 groupings in a row in which nobody passes, lots choose four for the last
matches; after 20 last matches without a loser, lots decide. One who is left alone is
out. Who goes out in a last match ranks below all who finish.

Players are named as everywhere; a folder stands for the players in it. The record is
that of a tournament: each match is safe before it counts, --resume goes on, and workers
play on other machines. Everything follows from the seed and the results: killed and
resumed anywhere, the same are out in the same rounds.`,
		Example: `game-tui playoff players/ --game thepurge -o playoff.jsonl
game-tui playoff players/ --rounds 10 --dummy-from 20=Greedy -o playoff.jsonl
game-tui playoff --resume playoff.jsonl --rounds 10 --replace anna=./anna2/
game-tui playoff show playoff.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return contest.Playoff(cmd.Context(), c, words)
		}),
	}
	set := cmd.Flags()
	addMatches(cmd, &c.Request, "`seed` of all that is drawn")
	takesFolders(cmd.Flags())
	set.IntVar(&c.To, "to", 16, "until that `number` of players are in")
	set.IntVar(&c.Rounds, "rounds", 0, "play that `number` of rounds now, and go on with --resume; 0: all")
	set.Var(typedValue{&c.Dummy}, "dummy", "the `player` that fills up groups (default: Demo)")
	set.Var(typedFor{&c.DummiesFrom}, "dummy-from", "a stronger Dummy from a round on: `ROUND=PLAYER`; may be typed several times")
	set.Var(typedFor{&c.Replace}, "replace", "from the next round on another player plays for one who is in: `NAME=PLAYER`; may be typed several times")
	set.StringVarP(&c.Request.Output, "output", "o", "", "the record: a new `file` (default GAME-DATE-TIME.jsonl)")
	set.StringVar(&c.Resume, "resume", "", "go on with the play-off of that `file`")
	addWorkers(cmd, &c.Workers)
	repeatOnResume(cmd, &c.Config, "rounds")
	addAlwaysPlain(set)
	standsAlone(cmd, "resume", "keeps the settings of the file", "input", "game", "seed", "to", "dummy", "output")
	_ = cmd.MarkFlagFilename("resume", "jsonl")
	cmd.AddCommand(showPlayoffCommand(), forecastCommand(), finalCommand())
	return cmd
}

func showPlayoffCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show who was out when, and by which match",
		Long: `Show how many rounds everybody has survived, and of each player who is out the match
that has decided it: ROUND.GROUPING of a last match, ROUND.GROUPING.GROUP where one was
left alone, its seed and scores. The play-off may be under way.`,
		Example: `game-tui playoff show playoff.jsonl
game-tui playoff show playoff.jsonl --csv > playoff.csv`,
		Args: exactly(1, "type the record of a play-off: game-tui playoff show FILE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			return show.PrintPlayoff(cmd.Context(), cmd.OutOrStdout(), formatOf(cmd), words[0])
		},
	}
	addFormat(cmd, report.JSON, "all of it as JSON, with the command that plays a match again")
	addFormat(cmd, report.CSV, "one line a player as CSV")
	addFormat(cmd, report.Markdown, "a table to publish, in Markdown")
	return cmd
}
