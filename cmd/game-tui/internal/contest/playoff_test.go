package contest

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
)

// oneRound returns the configuration of a silent play-off of one round on one core.
func oneRound() *PlayoffConfig {
	return &PlayoffConfig{Survivors: 1, Rounds: 1, Config: Config{Stdout: io.Discard, Stderr: io.Discard, Workers: WorkersConfig{Cores: 1, MaxWorkers: 1},
		Request: play.Request{Game: "thepurge", Seed: new(int32(1)), Limits: sim.DefaultLimits}}}
}

// begunPlayoff plays one round of a play-off with three players and returns its file.
func begunPlayoff(t *testing.T, dummy string) string {
	t.Helper()
	c := oneRound()
	c.Dummy = resolve.NewTyped(dummy)
	c.Request.Output = filepath.Join(t.TempDir(), "p.jsonl")
	var words []resolve.Typed
	for _, word := range []string{"Nightwatch", "Null", "Greedy"} {
		words = append(words, resolve.NewTyped(word))
	}
	if err := RunPlayoff(t.Context(), c, words); err != nil {
		t.Fatal(err)
	}
	return c.Request.Output
}

// TestReplacementMustQualify checks that a replacement that fails to qualify leaves the file
// unchanged.
func TestReplacementMustQualify(t *testing.T) {
	t.Parallel()
	name := begunPlayoff(t, "Greedy")
	before, _ := os.ReadFile(name)
	c := oneRound()
	c.ResumeFile = name
	c.StrongerDummies = []Assignment{{"2", resolve.NewTyped("Greedy")}}
	c.Replacements = []Assignment{{"Nightwatch", resolve.NewTyped("Demo")}}
	if err := RunPlayoff(t.Context(), c, nil); err == nil || !strings.HasPrefix(err.Error(), "--replace Nightwatch=Demo: Demo does not qualify (failed step: beats") {
		t.Error(err)
	}
	if after, _ := os.ReadFile(name); string(after) != string(before) || strings.Count(string(after), "\n") < 2 {
		t.Error("the record has changed")
	}
}

// TestReplacementIsLogged also checks that no file of dropped results is created if none was
// dropped.
func TestReplacementIsLogged(t *testing.T) {
	t.Parallel()
	name := begunPlayoff(t, "Null")
	c, log := oneRound(), strings.Builder{}
	c.ResumeFile, c.Stderr = name, &log
	c.Replacements = []Assignment{{"Nightwatch", resolve.NewTyped("Veteran")}}
	if err := RunPlayoff(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := log.String(), "testing Veteran as a replacement for Nightwatch\nVeteran qualifies\n"; !strings.Contains(got, want) {
		t.Errorf("the log is\n%s\nwant in it\n%s", got, want)
	}
	if _, err := os.Stat(name + ".new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("looking for %s.new gives %v, want that it does not exist", name, err)
	}
}
