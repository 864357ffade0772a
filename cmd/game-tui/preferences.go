package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"game-tui/sim/clean"
)

// preferences are what the file of preferences may set of the spectator, by the names
// of their flags.
var preferences = []string{"palette", "speed", "mouse", "me"}

// maxPreferences bounds the file of preferences.
const maxPreferences = 64 << 10

// preferencesPath is where the preferences of this user lie; empty where the system does
// not say where such files belong.
func preferencesPath() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "game-tui", "config")
}

// prefer sets the flags that were not given to what the user prefers. It is no error
// that there is no such file. check looks at the values of all flags.
func prefer(ctx context.Context, set *pflag.FlagSet, check func() error) error {
	if err := check(); err != nil {
		return err // of what was typed
	}
	path := preferencesPath()
	if path == "" {
		return nil
	}
	text, err := fileText(ctx, path, maxPreferences)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return applyPreferences(set, path, string(text), check)
}

// applyPreferences reads lines "name = value" and comments. The mark with which editors
// of Windows begin UTF-8 is left out.
func applyPreferences(set *pflag.FlagSet, path, text string, check func() error) error {
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		err := applyPreference(set, line)
		if err == nil {
			err = check()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}

func applyPreference(set *pflag.FlagSet, line string) error {
	name, value, ok := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || value == "" {
		return fmt.Errorf("%q: expected a name, = and a value, such as palette = light", shortened(line))
	}
	flag := preference(set, name)
	if flag == nil {
		return fmt.Errorf("%q cannot be set here; there are %s", shortened(name), strings.Join(settable(set), ", "))
	}
	if flag.Changed {
		return nil // what was typed counts
	}
	if err := flag.Value.Set(value); err != nil {
		return fmt.Errorf("%s = %q: expected %s", name, shortened(value), wanted(flag))
	}
	return nil
}

// preference is the flag that a line sets, or nil.
func preference(set *pflag.FlagSet, name string) *pflag.Flag {
	for _, known := range settable(set) {
		if known == name {
			return set.Lookup(name)
		}
	}
	return nil
}

// settable are the preferences that a command has flags for.
func settable(set *pflag.FlagSet) (names []string) {
	for _, name := range preferences {
		if set.Lookup(name) != nil {
			names = append(names, name)
		}
	}
	return names
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

// shortened is a piece of a file as an error shows it.
func shortened(s string) string { return clean.Short(s, 40) }
