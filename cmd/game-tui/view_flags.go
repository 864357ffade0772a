package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/sim/clean"
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
	manual.Group(set, "Spectator", "paused", "speed", "round", "me", "palette", "mouse", "no-spoilers", "pause-on-out", "plain")
}

// preferences are what the file of preferences may set of the spectator, by the names
// of their flags.
var preferences = []string{"palette", "speed", "mouse", "me"}

// prefer sets the flags that were not given to what the user prefers. check looks at the
// values of all flags.
func prefer(ctx context.Context, set *pflag.FlagSet, check func() error) error {
	if err := check(); err != nil {
		return err // of what was typed
	}
	return readPreferences(setPreference(set, check))
}

// setPreference sets a flag that was not typed.
func setPreference(set *pflag.FlagSet, check func() error) func(name, value string) error {
	there := slices.DeleteFunc(slices.Clone(preferences), func(name string) bool { return set.Lookup(name) == nil })
	return func(name, value string) error {
		if !slices.Contains(there, name) {
			return fmt.Errorf("%q cannot be set here; there are %s", clean.Short(name, 40), strings.Join(there, ", "))
		}
		flag := set.Lookup(name)
		if flag.Changed {
			return check() // what was typed counts
		}
		if err := flag.Value.Set(value); err != nil {
			return fmt.Errorf("%s = %q: expected %s", name, clean.Short(value, 40), wanted(flag))
		}
		return check()
	}
}

func wanted(flag *pflag.Flag) string {
	switch flag.Value.Type() {
	case "bool":
		return "true or false"
	case "float64":
		return "a number"
	}
	return "another value"
}
