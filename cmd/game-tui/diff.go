package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"game-tui/sim/res"
)

func diffCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "Show the first difference of two recordings",
		Long: `Show the first difference of two recordings: the round, the field, and both values.
The exit code is 1 where there is one.`,
		Example: `game-tui diff ours.res judge.res.gz`,
		Args:    exactly(2, "diff compares two recordings: type game-tui diff A B"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var texts [2][]byte
			for i, word := range args {
				name, err := matchName(cmd.Context(), word)
				if err != nil {
					return err
				}
				if texts[i], err = readText(cmd.Context(), name); err != nil {
					return err
				}
			}
			d := res.Diff(texts[0], texts[1])
			if d == nil {
				fmt.Fprintln(cmd.OutOrStdout(), "no difference")
				return nil
			}
			fmt.Fprintln(cmd.OutOrStdout(), d)
			return errDiffers
		},
	}
}
