package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/sim"
	"game-tui/sim/catalog"
)

// rulesOf returns the rules of a game for people, in Markdown. A game has them
// as RULES.md in its folder.
func rulesOf(g sim.Game) (string, bool) {
	r, ok := g.(interface{ Rules() string })
	if !ok {
		return "", false
	}
	return r.Rules(), true
}

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
			text, err := rulesText(game)
			if err != nil {
				return err
			}
			return showPage(cmd.OutOrStdout(), text)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", gameUsage())
	completeFlags(cmd)
	return cmd
}

// rulesText is the rules of a game, of the default one without a name, and at
// the end whose rules there are besides.
func rulesText(name string) (string, error) {
	named := name != ""
	if !named {
		name = catalog.Default().Name()
	}
	g, ok := catalog.Find(name)
	if !ok {
		return "", fmt.Errorf("no game %q: there is %s", name, strings.Join(catalog.Names(), ", "))
	}
	text, ok := rulesOf(g)
	if !ok {
		return "", fmt.Errorf("the rules of %s are not written down", g.Title())
	}
	if named {
		return text, nil
	}
	var others []string
	for _, other := range catalog.Games() {
		if other.Name() != name {
			others = append(others, "`game-tui rules "+other.Name()+"`")
		}
	}
	title, rest, _ := strings.Cut(text, "\n")
	return title + "\n\n*Other games:* " + strings.Join(others, ", ") + "\n" + rest, nil
}

// completeGames offers the names of the games, with their titles.
func completeGames() []cobra.Completion {
	var list []cobra.Completion
	for _, g := range catalog.Games() {
		list = append(list, cobra.CompletionWithDesc(g.Name(), g.Title()))
	}
	return list
}
