package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/manual"
	"game-tui/sim/catalog"
)

func rulesCommand() *cobra.Command {
	var game string
	cmd := &cobra.Command{
		Use:   "rules [GAME]",
		Short: "Show the rules of a game: all that is needed to write a player",
		Long: `Show the rules of a game: board, units, orders, what is refused, fights with their
formulas, what comes back, scores, and every setting with its default.

In a terminal they open in $PAGER, or less; elsewhere they are printed as plain text.`,
		Example: `game-tui rules
game-tui rules thepurge
game-tui rules moneyheist > rules.txt`,
		Args:      atMost(1, "rules shows one game: type game-tui rules GAME"),
		ValidArgs: completeGames(),
		RunE: func(cmd *cobra.Command, words []string) error {
			if len(words) == 1 {
				if game != "" && game != words[0] {
					return fmt.Errorf("%s or --game %s: name one game", words[0], game)
				}
				game = words[0]
			}
			text, err := manual.Rules(game)
			if err != nil {
				return err
			}
			return manual.Show(cmd.OutOrStdout(), text)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", gameUsage())
	return cmd
}

// completeGames offers the names of the games, with their titles.
func completeGames() []cobra.Completion {
	var list []cobra.Completion
	for _, g := range catalog.Games() {
		list = append(list, cobra.CompletionWithDesc(g.Name(), g.Title()))
	}
	return list
}
