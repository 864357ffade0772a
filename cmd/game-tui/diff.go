package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/sim/res"
)

func diffCommand() *cobra.Command {
	var view spectate.View
	var ui bool
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Show where two recordings differ, as text or side by side",
		Long: `Show the first difference of two recordings: the round, the field, and both values.
The exit code is 1 where there is one.

--ui opens both in the spectator, in lockstep: side by side where the window is wide
enough, otherwise one in front. What differs is marked, and a key leads to the first
difference and to the next.`,
		Example: `game-tui diff ours.res judge.res.gz
game-tui diff before.res after.res --ui`,
		Args: exactly(2, "diff compares two recordings: type game-tui diff A B"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if ui {
				if err := prefer(cmd, &view); err != nil {
					return err
				}
				return view.Compare(cmd.Context(), args)
			}
			cmd.Flags().Visit(func(f *pflag.Flag) { err = fmt.Errorf("--%s is for the spectator: type --ui as well", f.Name) })
			if err != nil {
				return err
			}
			d, err := files.Difference(cmd.Context(), args[0], args[1])
			if err != nil {
				return err
			}
			return printDifference(cmd.OutOrStdout(), d, "no difference")
		},
	}
	cmd.Flags().BoolVar(&ui, "ui", false, "open both in the spectator")
	addView(cmd, &view)
	cmd.MarkFlagsMutuallyExclusive("ui", "plain")
	return cmd
}

// printDifference prints the first difference, which ends the command with a code of its own.
func printDifference(w io.Writer, d *res.Difference, none string) error {
	if d == nil {
		fmt.Fprintln(w, none)
		return nil
	}
	fmt.Fprintln(w, d)
	return play.ErrDiffers
}
