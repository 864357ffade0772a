package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/contest"
	"game-tui/cmd/game-tui/typed"
)

// ladderSeeds is how many seeds are played on a rung at most.
const ladderSeeds = 200

func ladderCommand() *cobra.Command {
	f := &contest.Tournament{Size: contest.Size{Seeds: typed.Seeds{Count: ladderSeeds}}}
	cmd := &cobra.Command{
		Use:   "ladder PLAYER",
		Short: "See which of the built-in players a player beats",
		Long: `Play against the built-in players of a game, the weakest first, until one is not
beaten. Each rung is two seats against two, and ends as soon as it is proven who is
better. At the end: where the player stands, and which match to look at.`,
		Example: `game-tui ladder ./mybot/
game-tui ladder Greedy --game thepurge`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			f.Stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if len(words) != 1 {
				return fmt.Errorf("one player climbs the ladder, %d named: type game-tui ladder ./mybot/", len(words))
			}
			return f.Ladder(cmd.Context(), words[0])
		}),
	}
	set := cmd.Flags()
	addRequest(cmd, &f.Request)
	addGame(set, &f.Request)
	set.StringVarP(&f.Seed, "seed", "s", "", "first `seed`; without it a fresh one is drawn and shown")
	set.Var(&f.Size.Seeds, "seeds", "at most, on a rung: "+typed.SeedsUsage)
	addLimits(set, &f.Request)
	cmd.ValidArgsFunction = completePlayers(&f.Game)
	return cmd
}
