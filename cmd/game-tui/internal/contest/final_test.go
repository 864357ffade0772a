package contest

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
)

// TestFinalResumesAfterDamagedLine checks that a damaged line is set aside and its match is
// replayed with the same result.
func TestFinalResumesAfterDamagedLine(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "f.jsonl")
	run := func(r play.Request, matches int, words ...resolve.Typed) string {
		var out bytes.Buffer
		r.Limits = sim.DefaultLimits
		c := &FinalConfig{Format: report.CSV, Config: Config{Stdout: &out, Stderr: io.Discard, Request: r, Workers: WorkersConfig{Cores: 1, MaxWorkers: 1}}}
		c.MatchesPerGroup, c.Show.Speed = matches, 5
		if err := RunFinal(t.Context(), c, words); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := run(play.Request{Game: "thepurge", Seed: new(int32(1)), Output: name}, 1, slices.Repeat([]resolve.Typed{resolve.NewTyped("Demo")}, 16)...)
	text, _ := os.ReadFile(name)
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[2] = bytes.Replace(lines[2], []byte(`"scores":[[`), []byte(`"scores":[[9`), 1)
	if err := os.WriteFile(name, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(play.Request{}, 1, resolve.NewTyped(name)); got != want || len(want) < 100 {
		t.Errorf("it says\n%s, want\n%s", got, want)
	}
}
