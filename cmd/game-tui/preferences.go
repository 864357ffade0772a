package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"game-tui/cmd/game-tui/files"
	"game-tui/sim/clean"
)

// maxPreferences bounds the file of preferences.
const maxPreferences = 64 << 10

// readPreferences reads what this user prefers, and gives each of it to set. It is no error
// that there is no such file.
func readPreferences(set func(name, value string) error) error {
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
	return parsePreferences(path, string(text), set)
}

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
