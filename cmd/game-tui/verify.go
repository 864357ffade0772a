package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/match"
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
			name, err := files.MatchName(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			rec, text, _, err := files.OpenRecording(cmd.Context(), name) // which says where a branch came from
			if err != nil {
				return err
			}
			if seeds.Of != nil {
				meta := *rec.Meta()
				meta.PlayerSeeds = seeds.Of
				rec = rec.With(meta)
			}
			d, err := match.Verify(cmd.Context(), text, rec, ai.Find)
			switch {
			case errors.Is(err, match.ErrNotBuiltin):
				return fmt.Errorf("%s: %w; game-tui players lists those that are", name, err)
			case err != nil:
				return fmt.Errorf("%s: %w", name, err)
			case d != nil:
				fmt.Fprintln(cmd.OutOrStdout(), d)
				return errDiffers
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the same, byte for byte")
			return nil
		},
	}
	cmd.Flags().Var(&seeds, "player-seeds", typed.PlayerSeedsUsage)
	return cmd
}
