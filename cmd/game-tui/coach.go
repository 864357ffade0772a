package main

import (
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/coach"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/report"
)

func coachCommand() *cobra.Command {
	f := &coach.Config{}
	cmd := &cobra.Command{
		Use:   "coach PLAYER",
		Short: "Find out which habits cost a player points",
		Long: `Find out which habits cost a player points. Whole matches are replayed with the same
seeds, seats and rivals, but in one kind of situation a strong player gives the orders.
The difference is the cost of that situation. At most three habits are reported, with
figures from fresh seeds.

The same seed gives the same findings unless time runs out. Ctrl+C stops early and
prints the findings so far.`,
		Example: `game-tui coach Greedy
game-tui coach ./mybot/ --game thepurge --for 5m
game-tui coach ./mybot/ --rivals ./anna/,./bert/,Greedy --by Seeker`,
		Args: rangeArgs(1, 1, "name a player to coach: game-tui coach ./mybot/"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			f.Stdout, f.Stderr, f.Format = cmd.OutOrStdout(), cmd.ErrOrStderr(), formatOf(cmd)
			moments, err := f.Coach(cmd.Context(), args[0])
			if err != nil || cmd.Context().Err() != nil || len(moments) == 0 || f.Format != report.Text || !files.CanAsk() || !files.StdoutIsTerminal() {
				return err
			}
			view, err := preferredView()
			if err != nil {
				return err
			}
			return view.ShowMoments(cmd.Context(), f.Stderr, moments)
		}),
	}
	set := cmd.Flags()
	addPlayFlags(cmd, &f.Request, "first `seed`")
	set.DurationVar(&f.TimeLimit, "for", 2*time.Minute, "stop after this `time`")
	set.Var(typedValue{&f.Model}, "by", "`player` to learn from (default: a built-in player of similar style, or the strongest)")
	set.Var(newPlayersValue(&f.Rivals), "rivals", "`players` to play against, three at a time, separated by commas (default: the strongest built-in ones)")
	set.StringVarP(&f.Dir, "output", "o", "", "`folder` for recordings of the moments shown (default: one in game-tui's state folder)")
	addFormatFlag(cmd, report.JSON, "print JSON")
	return cmd
}
