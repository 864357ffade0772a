package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/catalog"
)

// infoFlags are the kit's flags that answer a question instead of playing.
type infoFlags struct{ list, version bool }

func (f *infoFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.list, "list", "l", false, "list the players of the game, one a line")
	cmd.Flags().BoolVarP(&f.version, "version", "v", false, "print the versions of program and games")
}

// answer prints what was asked for and reports whether anything was.
func (f *infoFlags) answer(w io.Writer, game string) (bool, error) {
	switch {
	case f.version:
		for _, g := range catalog.Games() {
			fmt.Fprintln(w, g.Version())
		}
		fmt.Fprintf(w, "game-tui %v, %s %s/%s\n", version.This(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	case f.list:
		g, err := play.Game(game)
		if err != nil {
			return true, err
		}
		for _, p := range ai.Players(g.Name()) {
			fmt.Fprintln(w, p.Name)
		}
	default:
		return false, nil
	}
	return true, nil
}

func playersCommand() *cobra.Command {
	var game string
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the players of each game, a sentence each",
		Long: `List the built-in players of each game with a sentence about each, and who plays
when nobody is named.`,
		Example: `game-tui players
game-tui players --game thepurge`,
		Args: atMost(0, "players takes no names: type game-tui players, or --game GAME for one game"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return printPlayers(cmd.OutOrStdout(), game)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "only this `game`")
	return cmd
}

func printPlayers(w io.Writer, only string) error {
	games := catalog.Games()
	if only != "" {
		g, err := play.Game(only)
		if err != nil {
			return err
		}
		games = []sim.Game{g}
	}
	for _, g := range games {
		fmt.Fprintf(w, "%s (--game %s)\n", g.Title(), g.Name())
		for _, p := range ai.Players(g.Name()) {
			fmt.Fprintf(w, "  %-12s  %s\n", p.Name, p.About)
		}
		line := ai.LineUp(g.Name())
		fmt.Fprintf(w, "  default line-up: %s %s %s %s\n", line[0], line[1], line[2], line[3])
	}
	return nil
}
