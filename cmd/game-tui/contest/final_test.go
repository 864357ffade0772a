package contest

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/ai/process/resolve"

	"game-tui/cmd/game-tui/report"
	"game-tui/sim"
)

// TestFinalOutlivesADamagedLine: it is set aside, what it said is played again, and the table is the same.
func TestFinalOutlivesADamagedLine(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f.jsonl")
	run := func(words ...resolve.Typed) string {
		var out bytes.Buffer
		f := &Final{Matches: 1, Format: report.CSV}
		f.Game, f.Seed, f.Stdout, f.Stderr = "thepurge", "1", &out, io.Discard
		f.Limits = sim.DefaultLimits
		f.Given = func(...string) []string { return nil }
		f.Many.Cores, f.Many.Workers = 1, 1
		f.Show.Speed, f.Output = 5, name
		if err := f.Run(t.Context(), words); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := run(slices.Repeat([]resolve.Typed{resolve.AsTyped("Demo")}, 16)...)
	text, _ := os.ReadFile(name)
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[2] = bytes.Replace(lines[2], []byte(`"scores":[[`), []byte(`"scores":[[9`), 1)
	if err := os.WriteFile(name, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(resolve.AsTyped(name)); got != want || len(want) < 100 {
		t.Errorf("it says\n%s, want\n%s", got, want)
	}
}
