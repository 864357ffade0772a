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
		Short: "Play the contest's elimination rounds and final",
		Long: `Play the play-off of the contest. Each round puts the remaining players into random groups
of four, filled up with Dummies. A player passes if it finishes and outscores at least two
of its three rivals. The others are grouped again until four or fewer are left; these
play until one is behind all the others. That player is eliminated and the next round begins,
until 16 players are left for the grand final.

A folder stands for the players in it. Each match is saved before it counts.
Continue an interrupted play-off with --resume: the same players are eliminated in the same
rounds. Workers can play on other machines. "game-tui help playoff" has the rules in detail.`,
		Example: `game-tui playoff players/ --game thepurge -o playoff.jsonl
game-tui playoff players/ --rounds 10 --dummy-from 20=Greedy -o playoff.jsonl
game-tui playoff --resume playoff.jsonl --rounds 10 --replace anna=./anna2/
game-tui playoff show playoff.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return contest.RunPlayoff(cmd.Context(), c, args)
		}),
	}
	set := cmd.Flags()
	addPlayFlags(cmd, &c.Request, "`seed` of the draws")
	addFolderSandboxUsage(cmd.Flags())
	set.IntVar(&c.Survivors, "to", 16, "end with this `number` of players")
	set.IntVar(&c.Rounds, "rounds", 0, "`number` of rounds to play now; 0 plays all")
	set.Var(typedValue{&c.Dummy}, "dummy", "`player` that fills groups (default: Demo)")
	set.Var(newAssignmentsValue(&c.StrongerDummies, "ROUND=PLAYER, such as 20=Greedy"), "dummy-from", "stronger Dummy from a round on: `ROUND=PLAYER`, repeatable")
	set.Var(newAssignmentsValue(&c.Replacements, "NAME=PLAYER, such as anna=./anna2/"), "replace", "replace a player from the next round on: `NAME=PLAYER`, repeatable")
	set.StringVarP(&c.Request.Output, "output", "o", "", "new tournament `file` (default GAME-DATE-TIME.jsonl)")
	set.StringVar(&c.ResumeFile, "resume", "", "resume the play-off in this `file`")
	addWorkerFlags(cmd, &c.Workers)
	repeatOnResume(cmd, &c.Config, "rounds")
	set.Bool("plain", false, alwaysPlainUsage)
	excludeFlags(cmd, "resume", "keeps the file's settings", "input", "game", "seed", "to", "dummy", "output")
	_ = cmd.MarkFlagFilename("resume", "jsonl")
	cmd.AddCommand(showPlayoffCommand(), forecastCommand(), finalCommand())
	return cmd
}

func showPlayoffCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show when and in which match each player was eliminated",
		Long: `Show how many rounds each player survived and the match that eliminated it, with seed and
scores. A match among the last four is labelled ROUND.GROUPING; one after which a single player remained
is labelled ROUND.GROUPING.GROUP. The play-off may still be running.`,
		Example: `game-tui playoff show playoff.jsonl
game-tui playoff show playoff.jsonl --csv > playoff.csv`,
		Args: rangeArgs(1, 1, "name a play-off file: game-tui playoff show FILE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			return show.PrintPlayoff(cmd.Context(), cmd.OutOrStdout(), formatOf(cmd), words[0])
		},
	}
	addFormatFlag(cmd, report.JSON, "print JSON, with commands to replay the matches")
	addFormatFlag(cmd, report.CSV, "print CSV, a line per player")
	addFormatFlag(cmd, report.Markdown, "print Markdown")
	return cmd
}
