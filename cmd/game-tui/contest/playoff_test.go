package contest

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"

	"game-tui/sim"
)

// playoffOf returns a play-off that plays one round on one core and prints nothing.
func playoffOf() *Playoff {
	f := &Playoff{To: 1}
	f.Game, f.Seed, f.Stdout, f.Stderr = "thepurge", "1", io.Discard, io.Discard
	f.Limits = sim.DefaultLimits
	f.Given = func(...string) []string { return nil }
	f.Many.Cores, f.Many.Workers, f.Rounds = 1, 1, 1
	return f
}

// begunPlayoff plays the first round of a play-off of three with a Dummy and returns the name of its record.
func begunPlayoff(t *testing.T, dummy string) string {
	t.Helper()
	f := playoffOf()
	f.Dummy = resolve.AsTyped(dummy)
	f.Output = filepath.Join(t.TempDir(), "p.jsonl")
	var words []resolve.Typed
	for _, word := range []string{"Nightwatch", "Null", "Greedy"} {
		words = append(words, resolve.AsTyped(word))
	}
	if err := f.Run(t.Context(), words); err != nil {
		t.Fatal(err)
	}
	return f.Output
}

// TestWhoDoesNotQualifyStandsInForNobody: the record stays as it was.
func TestWhoDoesNotQualifyStandsInForNobody(t *testing.T) {
	t.Parallel()
	name := begunPlayoff(t, "Greedy")
	before, _ := os.ReadFile(name)
	f := playoffOf()
	f.Resume = name
	f.From = []For{{"2", resolve.AsTyped("Greedy")}}
	f.Stands = []For{{"Nightwatch", resolve.AsTyped("Demo")}}
	if err := f.Run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), "--replace Nightwatch=Demo: it does not qualify (it wins") {
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
	f, log := playoffOf(), strings.Builder{}
	f.Resume, f.Stderr = name, &log
	f.Stands = []For{{"Nightwatch", resolve.AsTyped("Veteran")}}
	if err := f.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got, want := log.String(), "trying out Veteran, which is to play for Nightwatch\nVeteran qualifies\n"; !strings.Contains(got, want) {
		t.Errorf("the log is\n%s\nwant in it\n%s", got, want)
	}
	if _, err := os.Stat(name + ".dropped"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("looking for %s.dropped gives %v, want that it does not exist", name, err)
	}
}
