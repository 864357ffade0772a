package contest

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim"
)

// oneRound configures a play-off that plays one round on one core and prints nothing.
func oneRound() *PlayoffConfig {
	return &PlayoffConfig{To: 1, Rounds: 1, Config: Config{Stdout: io.Discard, Stderr: io.Discard, Workers: Workers{Cores: 1, Max: 1},
		Request: play.Request{Game: "thepurge", Seed: new(int32(1)), Limits: sim.DefaultLimits}}}
}

// begunPlayoff plays the first round of a play-off of three with a Dummy and returns the name of its file.
func begunPlayoff(t *testing.T, dummy string) string {
	t.Helper()
	c := oneRound()
	c.Dummy = resolve.AsTyped(dummy)
	c.Request.Output = filepath.Join(t.TempDir(), "p.jsonl")
	var words []resolve.Typed
	for _, word := range []string{"Nightwatch", "Null", "Greedy"} {
		words = append(words, resolve.AsTyped(word))
	}
	if err := Playoff(t.Context(), c, words); err != nil {
		t.Fatal(err)
	}
	return c.Request.Output
}

// TestWhoDoesNotQualifyStandsInForNobody: the record stays as it was.
func TestWhoDoesNotQualifyStandsInForNobody(t *testing.T) {
	t.Parallel()
	name := begunPlayoff(t, "Greedy")
	before, _ := os.ReadFile(name)
	c := oneRound()
	c.Resume = name
	c.DummiesFrom = []Assignment{{"2", resolve.AsTyped("Greedy")}}
	c.Replace = []Assignment{{"Nightwatch", resolve.AsTyped("Demo")}}
	if err := Playoff(t.Context(), c, nil); err == nil || !strings.HasPrefix(err.Error(), "--replace Nightwatch=Demo: it does not qualify (it wins") {
		t.Error(err)
	}
	if after, _ := os.ReadFile(name); string(after) != string(before) || strings.Count(string(after), "\n") < 2 {
		t.Error("the record has changed")
	}
}

// TestReplacementIsAnnouncedAndLeavesNoEmptyFile: the log says that the substitute qualifies, and no file
// of dropped results is made where none was dropped.
func TestReplacementIsAnnouncedAndLeavesNoEmptyFile(t *testing.T) {
	t.Parallel()
	name := begunPlayoff(t, "Null")
	c, log := oneRound(), strings.Builder{}
	c.Resume, c.Stderr = name, &log
	c.Replace = []Assignment{{"Nightwatch", resolve.AsTyped("Veteran")}}
	if err := Playoff(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := log.String(), "trying Veteran, which will replace Nightwatch\nVeteran qualifies\n"; !strings.Contains(got, want) {
		t.Errorf("the log is\n%s\nwant in it\n%s", got, want)
	}
	if _, err := os.Stat(name + ".dropped"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("looking for %s.dropped gives %v, want that it does not exist", name, err)
	}
}
