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
	f := &coach.Run{}
	cmd := &cobra.Command{
		Use:   "coach PLAYER",
		Short: "Find out which habits cost a player points",
		Long: `Find out which habits cost a player points. Whole matches are played again, with the same
seeds, seats and rivals, and in one kind of situation a strong player gives the orders:
the difference is what that situation costs. Three things at most are claimed, with
figures from seeds that had no part in finding them.

The same seed finds the same, as far as the time goes. Ctrl+c gives what is known.`,
		Example: `game-tui coach Greedy
game-tui coach ./mybot/ --game thepurge --for 5m
game-tui coach ./mybot/ --rivals ./anna/,./bert/,Greedy --by Seeker`,
		Args: exactly(1, "type the player that is to learn: game-tui coach ./mybot/"),
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			f.Stdout, f.Stderr, f.Format = cmd.OutOrStdout(), cmd.ErrOrStderr(), formatOf(cmd)
			moments, err := f.Coach(cmd.Context(), words[0])
			if err != nil || cmd.Context().Err() != nil || len(moments) == 0 || f.Format != report.Text || !files.Asks() || !files.ToTerminal() {
				return err
			}
			view, err := usualView()
			if err != nil {
				return err
			}
			return view.Moments(cmd.Context(), f.Stderr, moments)
		}),
	}
	set := cmd.Flags()
	addMatches(cmd, &f.Request, "first `seed`")
	set.DurationVar(&f.For, "for", 2*time.Minute, "say what is known after that `time`")
	set.Var(typedValue{&f.By}, "by", "`player` who shows how it goes (default: a built-in one of its style, then the strongest)")
	set.Var(typedValues{&f.Rivals}, "rivals", "`players`, with commas, of whom it meets three at a time (default: the strongest built-in ones)")
	set.StringVarP(&f.Dir, "output", "o", "", "keep the recordings of moments in this `folder` (default: where the program keeps what it remembers)")
	addFormat(cmd, report.JSON, "all of it as JSON")
	return cmd
}
