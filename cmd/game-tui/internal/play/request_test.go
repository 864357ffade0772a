package play

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"
	"game-tui/configs"
	"game-tui/sim"
)

// TestKitSelectsItsEdition also checks that an unknown edition is reported once.
func TestKitSelectsItsEdition(t *testing.T) {
	t.Parallel()
	const function = "int builder_strength_demolish() const { return %s; }"
	for _, c := range []struct{ game, settings, config, note string }{
		{"thepurge", fmt.Sprintf(function, "hammer_strength_demolish()"), "\nEDITION 2020\n", "2020 rules"},
		{"thepurge", fmt.Sprintf(function, "BUILDER_STRENGTH_DEMOLISH"), "", ""},
		{"thepurge", fmt.Sprintf(function, "10"), "", "does not identify the edition"},
		{"moneyheist", "", "", ""},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"Settings.hh": c.settings, "Player.hh": ""} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var said []string
		r := Request{Game: c.game, Limits: sim.DefaultLimits, Kit: resolve.NewTyped(dir), Log: func(s string) { said = append(said, s) }}
		for range 2 {
			config, spec, err := r.ConfigAndSpec(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if want := string(configs.Default(c.game)) + c.config; spec.Config != want || config.Text != want || r.IsDefaultConfig != (c.config == "") {
				t.Errorf("%q: got the configuration %q, want the game's and %q", c.settings, spec.Config, c.config)
			}
		}
		if got := strings.Join(said, "\n"); (got != "") != (c.note != "") || !strings.Contains(got, c.note) || len(said) > 1 {
			t.Errorf("%q: got %q, want one line with %q", c.settings, said, c.note)
		}
	}
}
