package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/manual"
	"game-tui/tui/theme"
)

// addView adds the flags that say how the spectator opens.
func addView(cmd *cobra.Command, f *viewFlags) {
	set := cmd.Flags()
	f.preferred = func(ctx context.Context, check func() error) error {
		f.typedMe = set.Changed("me")
		return prefer(ctx, set, check)
	}
	set.BoolVar(&f.paused, "paused", false, "open still")
	set.Float64Var(&f.speed, "speed", 5, "playback in `rounds` a second")
	f.unit = -1
	set.IntVar(&f.round, "round", -1, "open at this `round`")
	set.StringVar(&f.palette, "palette", "", "`palette` of colours: "+strings.Join(theme.Names(), ", "))
	set.StringVar(&f.me, "me", "", "put this `player` in front: a name, or the number of a seat")
	set.BoolVar(&f.mouse, "mouse", true, "take clicks and the wheel; --mouse=false leaves them to the terminal")
	set.BoolVar(&f.noSpoilers, "no-spoilers", false, "hide the future of a recording in timeline, chart and heading")
	set.BoolVar(&f.pauseOnOut, "pause-on-out", false, "pause in the round in which a player goes out")
	set.BoolVar(&f.plain, "plain", false, "in place of the spectator print lines: what happens in each round, and its scores")
	set.Lookup("round").DefValue = "" // none: what is open, or the beginning
	manual.Group(set, "Spectator", "paused", "speed", "round", "me", "palette", "mouse", "no-spoilers", "pause-on-out", "plain")
}
