package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/sim/game/catalog"
)

func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [TOPIC|COMMAND]",
		Short: "Show a help page, or help for a command",
		Long:  "Show a help page, or help for a command. Without a name, list the pages.",
		Example: `game-tui help
game-tui help keys
game-tui help serve`,
		Args: rangeArgs(0, 1, "name one page or command: game-tui help NAME"),
		ValidArgsFunction: func(cmd *cobra.Command, words []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var list []cobra.Completion
			if len(words) == 0 {
				for _, t := range manual.Topics() {
					list = append(list, cobra.CompletionWithDesc(t.Name, t.Title()))
				}
				for _, c := range cmd.Root().Commands() {
					list = append(list, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			if len(words) == 0 {
				return manual.Show(cmd.OutOrStdout(), manual.TopicList())
			}
			return showHelp(cmd, words[0])
		},
	}
}

// showHelp shows the page or the command help with this name. If both exist, it shows the page.
func showHelp(cmd *cobra.Command, name string) error {
	var names []string
	for _, t := range manual.Topics() {
		if t.Name == name {
			return manual.Show(cmd.OutOrStdout(), t.Text)
		}
		names = append(names, t.Name)
	}
	for _, c := range cmd.Root().Commands() {
		if c.Name() == name {
			return c.Help()
		}
		names = append(names, c.Name())
	}
	if i := cliarg.Nearest(name, names); i >= 0 && len(name) > 1 {
		return fmt.Errorf("no page or command %q; did you mean game-tui help %s?", name, names[i])
	}
	return fmt.Errorf("no page or command %q; for a list, run game-tui help or game-tui --help", name)
}

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page, for man -l",
		Long:    "Print the manual page for the program and all its commands, in man format.",
		Example: "game-tui man | man -l -",
		Args:    rangeArgs(0, 0, "man takes no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), manual.Man(cmd.Root()))
			return err
		},
	}
}

func rulesCommand() *cobra.Command {
	var game string
	cmd := &cobra.Command{
		Use:   "rules [GAME]",
		Short: "Show the rules of a game",
		Long: `Show the rules of a game, with everything you need to write a player: board, units, orders
and what blocks them, fights with formulas, scores, and every setting with its default.

In a terminal, the rules open in $PAGER (default: less); otherwise they are printed as plain text.`,
		Example: `game-tui rules
game-tui rules thepurge
game-tui rules moneyheist > rules.txt`,
		Args:      rangeArgs(0, 1, "name one game: game-tui rules GAME"),
		ValidArgs: gameCompletions(),
		RunE: func(cmd *cobra.Command, words []string) error {
			if len(words) == 1 {
				if game != "" && game != words[0] {
					return fmt.Errorf("%s and --game %s name different games; name only one", words[0], game)
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

func gameCompletions() []cobra.Completion {
	var list []cobra.Completion
	for _, g := range catalog.Games() {
		list = append(list, cobra.CompletionWithDesc(g.Name(), g.Title()))
	}
	return list
}
