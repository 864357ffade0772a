package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/sim/clean"
	"game-tui/tui/theme"
)

// addView adds the flags that say how the spectator opens.
func addView(cmd *cobra.Command, f *spectate.View) {
	set := cmd.Flags()
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

// prefer sets the flags that were not typed to what the user prefers. It is no error that there is no
// file of preferences.
func prefer(cmd *cobra.Command, f *spectate.View) error {
	if err := f.CheckLook(); err != nil {
		return err // of what was typed
	}
	f.TypedMe = cmd.Flags().Changed("me")
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil // the system does not say where such files belong
	}
	path := filepath.Join(dir, "game-tui", "config")
	text, err := files.Bounded(path, maxPreferences)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return setPreferences(path, string(text), cmd.Flags(), f.CheckLook)
}

// maxPreferences bounds the file of preferences.
const maxPreferences = 64 << 10

// setPreferences sets flags to what lines "name = value" say, of which what follows a # is a
// comment. The mark with which editors of Windows begin UTF-8 is left out.
func setPreferences(path, text string, set *pflag.FlagSet, check func() error) error {
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		err := setPreference(line, set)
		if err == nil {
			err = check()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}

// setPreference sets a flag, unless it was typed.
func setPreference(line string, set *pflag.FlagSet) error {
	name, value, _ := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if value == "" {
		return fmt.Errorf("%q: expected a name, = and a value, such as palette = light", clean.Short(line, 40))
	}
	if !slices.Contains(preferences, name) {
		return fmt.Errorf("%q cannot be set here; there are %s", clean.Short(name, 40), strings.Join(preferences, ", "))
	}
	flag := set.Lookup(name)
	if flag.Changed || flag.Value.Set(value) == nil {
		return nil
	}
	wanted := "a number" // any word will do for the others
	if flag.Value.Type() == "bool" {
		wanted = "true or false"
	}
	return fmt.Errorf("%s = %q: expected %s", name, clean.Short(value, 40), wanted)
}
