package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"game-tui/sim/clean"
)

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

// Preferences reads what this user prefers, and gives each of it to set. It is no error
// that there is no such file.
func Preferences(set func(name, value string) error) error {
	path := preferencesPath()
	if path == "" {
		return nil
	}
	text, err := Bounded(path, maxPreferences)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return PreferencesOf(path, string(text), set)
}

// PreferencesOf reads lines "name = value" and comments. The mark with which editors
// of Windows begin UTF-8 is left out.
func PreferencesOf(path, text string, set func(name, value string) error) error {
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		err := error(nil)
		if !ok || value == "" {
			err = fmt.Errorf("%q: expected a name, = and a value, such as palette = light", shortened(line))
		} else {
			err = set(name, value)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}

// shortened is a piece of a file as an error shows it.
func shortened(s string) string { return clean.Short(s, 40) }
