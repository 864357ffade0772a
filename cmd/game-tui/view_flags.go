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
	return parsePreferences(path, string(text), setPreference(cmd.Flags(), f.CheckLook))
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

// maxPreferences bounds the file of preferences.
const maxPreferences = 64 << 10

// parsePreferences reads lines "name = value" and comments. The mark with which editors
// of Windows begin UTF-8 is left out.
func parsePreferences(path, text string, set func(name, value string) error) error {
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		err := error(nil)
		if !ok || value == "" {
			err = fmt.Errorf("%q: expected a name, = and a value, such as palette = light", clean.Short(line, 40))
		} else {
			err = set(name, value)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}
