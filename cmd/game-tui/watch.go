package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/spectate"
)

func watchCommand() *cobra.Command {
	var view spectate.View
	cmd := &cobra.Command{
		Use:   "watch FILE[@ROUND[:UNIT]]",
		Short: "Open a recording (.res, packed or not); - is standard input",
		Long: `Open a recording in the spectator: one from here, from a kit, from the judge, or one
that was cut short. Notes that lie beside it are read as well. Without a terminal a
round is printed as text: the last one, or the one that was named.

match.res@120 opens in round 120, match.res@120:67 follows unit 67 there. The ending
.res may be left out.

--plain prints the match as lines of text, for screen readers, logs and grep: what
happened in each round, and its scores.`,
		Example: `game-tui watch default.res
game-tui watch default.res.gz --speed 20
game-tui watch default@120
game-tui watch default.res --plain | grep conversion`,
		Args: exactly(1, "watch opens one recording: type game-tui watch FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := prefer(cmd, &view); err != nil {
				return err
			}
			return view.Watch(cmd.Context(), args[0])
		},
	}
	addView(cmd, &view)
	return cmd
}
