package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/spectate"
	"game-tui/tui/theme"
)

// addView adds the flags that say how the spectator opens.
func addView(cmd *cobra.Command, f *spectate.View) {
	set := cmd.Flags()
	f.Preferred = func(ctx context.Context, check func() error) error {
		f.TypedMe = set.Changed("me")
		return prefer(ctx, set, check)
	}
	set.BoolVar(&f.Paused, "paused", false, "open still")
	set.Float64Var(&f.Speed, "speed", 5, "playback in `rounds` a second")
	f.Unit = -1
	set.IntVar(&f.Round, "round", -1, "open at this `round`")
	set.StringVar(&f.Palette, "palette", "", "`palette` of colours: "+strings.Join(theme.Names(), ", "))
	set.StringVar(&f.Me, "me", "", "put this `player` in front: a name, or the number of a seat")
	set.BoolVar(&f.Mouse, "mouse", true, "take clicks and the wheel; --mouse=false leaves them to the terminal")
	set.BoolVar(&f.NoSpoilers, "no-spoilers", false, "hide the future of a recording in timeline, chart and heading")
	set.BoolVar(&f.PauseOnOut, "pause-on-out", false, "pause in the round in which a player goes out")
	set.BoolVar(&f.Plain, "plain", false, "in place of the spectator print lines: what happens in each round, and its scores")
	set.Lookup("round").DefValue = "" // none: what is open, or the beginning
	group(set, "Spectator", "paused", "speed", "round", "me", "palette", "mouse", "no-spoilers", "pause-on-out", "plain")
}
