package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
)

func verifyCommand() *cobra.Command {
	var seeds typed.PlayerSeeds
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Play a recording again and say where it differs",
		Long: `Play a recording again and say where it differs. That can be done where all its
players are built in. The exit code is 1 where there is a difference.`,
		Example: `game-tui verify default.res`,
		Args:    exactly(1, "verify checks one recording: type game-tui verify FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := play.Verify(cmd.Context(), args[0], seeds.Of)
			if err != nil {
				return err
			}
			return printDifference(cmd.OutOrStdout(), d, "the same, byte for byte")
		},
	}
	cmd.Flags().Var(&seeds, "player-seeds", typed.PlayerSeedsUsage)
	return cmd
}
