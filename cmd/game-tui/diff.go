package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/sim/catalog"
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
				return view.Compare(cmd.Context(), args)
			}
			cmd.Flags().Visit(func(f *pflag.Flag) { err = fmt.Errorf("--%s is for the spectator: type --ui as well", f.Name) })
			if err != nil {
				return err
			}
			return diffFiles(cmd, args)
		},
	}
	cmd.Flags().BoolVar(&ui, "ui", false, "open both in the spectator")
	addView(cmd, &view)
	cmd.MarkFlagsMutuallyExclusive("ui", "plain")
	completeFlags(cmd)
	return cmd
}

func diffFiles(cmd *cobra.Command, args []string) error {
	var texts [2][]byte
	for i, word := range args {
		name, err := files.MatchName(cmd.Context(), word)
		if err != nil {
			return err
		}
		if texts[i], err = files.Text(cmd.Context(), name); err != nil {
			return err
		}
		if _, err := res.ReadHeader(texts[i], catalog.Games()); err != nil {
			if name == "-" {
				name = files.StdinName
			}
			return fmt.Errorf("%w; diff compares recordings of matches, as game-tui run -o FILE writes them", files.Named(name, texts[i], err))
		}
	}
	d := res.Diff(texts[0], texts[1])
	if d == nil {
		fmt.Fprintln(cmd.OutOrStdout(), "no difference")
		return nil
	}
	fmt.Fprintln(cmd.OutOrStdout(), d)
	return play.ErrDiffers
}
