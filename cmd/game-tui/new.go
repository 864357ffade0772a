package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai/examples"
	"game-tui/cmd/game-tui/play"
)

func newCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "new " + strings.Join(examples.Languages, "|") + " DIR",
		Short: "Write a small working player to begin with",
		Long: `Write a small player into a new folder, with a README: it plays a whole game, and
the part to make better is marked. For players in C++ that also run on the judge, use
the course's kit and "game-tui kit".`,
		Example: `game-tui new python mybot
game-tui new c++ thief --game moneyheist`,
		Args: exactly(2, "new writes a player of a language into a folder: type game-tui new "+strings.Join(examples.Languages, "|")+" DIR"),
		RunE: func(cmd *cobra.Command, words []string) error {
			game, err := play.Game(name)
			if err != nil {
				return err
			}
			commands, err := examples.New(words[0], game, words[1])
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "wrote a player of %s into %s; now type\n\n    %s\n",
				game.Title(), words[1], strings.Join(commands, "\n    "))
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "game", "", gameUsage())
	return cmd
}
