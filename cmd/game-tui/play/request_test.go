package play

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/resolve"

	"game-tui/configs"
	"game-tui/sim"
)

func TestKitSeed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{
		"30": 30, "abc": 0, "12abc": 12, "0x10": 0, "": 0, " \t7": 7, "+5": 5, "-5": -5, "--5": 0, "+-5": 0, "-": 0,
		"2147483647": 2147483647, "2147483648": 2147483647, "99999999999999999999": 2147483647, "-99999999999": -2147483647,
	} {
		if got := kitSeed(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestPresetYields: what was typed counts more than what the judge has, and the wait for an answer is twice the
// processor time.
func TestPresetYields(t *testing.T) {
	t.Parallel()
	r := Request{Preset: "judge", Limits: sim.DefaultLimits}
	r.Limits.CPU, r.Limits.Memory = 5*time.Second, 1<<30
	typed := "cpu memory"
	r.Given = func(names ...string) []string {
		if strings.Contains(typed, names[0]) {
			return names
		}
		return nil
	}
	want := sim.JudgeLimits
	want.CPU, want.Wall, want.Memory = 5*time.Second, 10*time.Second, 1<<30
	if got, err := r.LimitsAsked(); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	typed = ""
	if got, err := r.LimitsAsked(); err != nil || got != sim.JudgeLimits {
		t.Errorf("nothing typed: %+v, %v", got, err)
	}
	r.Preset = "jury"
	if _, err := r.LimitsAsked(); err == nil || !strings.Contains(err.Error(), "there is judge") {
		t.Error(err)
	}
}

// TestKitSelectsItsEdition: a kit of 2020 is played by its rules, and any doubt is said before the match, once.
func TestKitSelectsItsEdition(t *testing.T) {
	t.Parallel()
	const function = "int builder_strength_demolish() const { return %s; }"
	for _, c := range []struct{ game, settings, config, note string }{
		{"thepurge", fmt.Sprintf(function, "hammer_strength_demolish()"), "\nEDITION 2020\n", "the rules of 2020"},
		{"thepurge", fmt.Sprintf(function, "BUILDER_STRENGTH_DEMOLISH"), "", ""},
		{"thepurge", fmt.Sprintf(function, "10"), "", "does not show which edition"},
		{"moneyheist", "", "", ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "Settings.hh"), []byte(c.settings), 0o644); err != nil {
			t.Fatal(err)
		}
		var said []string
		r := Request{Game: c.game, Limits: sim.DefaultLimits, Kit: resolve.AsTyped(dir), Log: func(s string) { said = append(said, s) },
			Given: func(...string) []string { return nil }}
		for range 2 {
			config, spec, err := r.Spec(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if want := string(configs.Default(c.game)) + c.config; spec.Config != want || config.Text != want || r.Ours != (c.config == "") {
				t.Errorf("%q: got the configuration %q, want the game's and %q", c.settings, spec.Config, c.config)
			}
		}
		if got := strings.Join(said, "\n"); (got != "") != (c.note != "") || !strings.Contains(got, c.note) || len(said) > 1 {
			t.Errorf("%q: got %q, want one line with %q", c.settings, said, c.note)
		}
	}
}
