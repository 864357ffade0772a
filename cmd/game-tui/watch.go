package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"game-tui/sim/catalog"
	"game-tui/sim/log"
	"game-tui/sim/res"
)

func watchCommand() *cobra.Command {
	var view viewFlags
	cmd := &cobra.Command{
		Use:   "watch FILE",
		Short: "Open a recording (.res, packed or not); - is standard input",
		Example: `game-tui watch default.res
game-tui watch default.res.gz --round 120`,
		Args: exactly(1, "watch opens one recording: type game-tui watch FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return watch(cmd.Context(), args[0], &view)
		},
	}
	view.add(cmd)
	return cmd
}

// exactly demands n arguments, in words that say what to type.
func exactly(n int, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("%s (%d named)", hint, len(args))
		}
		return nil
	}
}

// openLog reads a recording.
func openLog(ctx context.Context, name string) (*log.Log, []byte, error) {
	text, err := readText(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if name == "-" {
		name = stdinName
	}
	l, _, err := res.Read(text, catalog.Games(), name)
	if err != nil {
		return nil, nil, res.At(name, text, err)
	}
	return l, text, nil
}

func watch(ctx context.Context, name string, view *viewFlags) error {
	l, _, err := openLog(ctx, name)
	if err != nil {
		return err
	}
	return printRound(l, view.round)
}
