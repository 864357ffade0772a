package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/files"
	"game-tui/sim/clean"
)

// preferences are what the file of preferences may set of the spectator, by the names
// of their flags.
var preferences = []string{"palette", "speed", "mouse", "me"}

// prefer sets the flags that were not given to what the user prefers. check looks at the
// values of all flags.
func prefer(ctx context.Context, set *pflag.FlagSet, check func() error) error {
	if err := check(); err != nil {
		return err // of what was typed
	}
	return files.Preferences(ctx, setPreference(set, check))
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
