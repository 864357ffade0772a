package contest

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process"
	"game-tui/sim"
)

// TestWhoDoesNotQualifyStandsInForNobody: the record stays as it was.
func TestWhoDoesNotQualifyStandsInForNobody(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "p.jsonl")
	made := func() *Playoff {
		f := &Playoff{To: 1}
		f.Game, f.Seed, f.Stdout, f.Stderr = "thepurge", "1", io.Discard, io.Discard
		f.Limits = sim.DefaultLimits
		f.Given = func(...string) []string { return nil }
		f.Many.Cores, f.Many.Workers, f.Rounds = 1, 1, 1
		return f
	}
	f := made()
	f.Output = name
	var words []process.Typed
	for _, word := range []string{"Nightwatch", "Null", "Greedy"} {
		words = append(words, process.AsTyped(word))
	}
	if err := f.Run(t.Context(), words); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(name)
	f = made()
	f.Resume = name
	f.From = []For{{"2", process.AsTyped("Greedy")}}
	f.Stands = []For{{"Nightwatch", process.AsTyped("Demo")}}
	if err := f.Run(t.Context(), nil); err == nil || !strings.HasPrefix(err.Error(), "--replace Nightwatch=Demo: it does not qualify (it wins") {
		t.Error(err)
	}
	if after, _ := os.ReadFile(name); string(after) != string(before) || strings.Count(string(after), "\n") < 2 {
		t.Error("the record has changed")
	}
}
