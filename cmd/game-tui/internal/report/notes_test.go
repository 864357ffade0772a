package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

// TestMissingNotesAreNamedOnce checks that a report of a match with external players states once
// which data only the notes contain. A report of a match of built-in players must not.
func TestMissingNotesAreNamedOnce(t *testing.T) {
	t.Parallel()
	whole := simtest.Recordings(t, "harrypotter")["demo-s30"]
	foreign := bytes.Replace(whole, []byte("names          Demo"), []byte("names          Mine"), 1)
	if bytes.Equal(foreign, whole) {
		t.Fatal("the recording names its players in another way")
	}
	for name, c := range map[string]struct {
		text []byte
		want int
	}{"built in": {whole, 0}, "a program": {foreign, 1}} {
		file := filepath.Join(t.TempDir(), "match.res")
		if err := os.WriteFile(file, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		var stats, analysis, notes bytes.Buffer
		if err := (&Stats{Quiet: true, Stdout: &stats, Stderr: &notes}).Run(t.Context(), []string{file}); err != nil {
			t.Fatal(err)
		}
		f := &Analysis{Quiet: true, SortBy: "excitement", Rollouts: 1, HasRollouts: true, Stdout: &analysis, Stderr: &notes}
		if err := f.Run(t.Context(), []string{file}); err != nil {
			t.Fatal(err)
		}
		for command, text := range map[string]string{"stats": stats.String(), "analyse": analysis.String()} {
			if got := strings.Count(text, "--notes"); got != c.want {
				t.Errorf("%s, %s: got %d mentions of --notes, want %d:\n%s", name, command, got, c.want, text)
			}
		}
	}
}
