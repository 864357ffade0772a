package typed

import (
	"game-tui/sim/simtest"

	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// TestQuotedWordsAreTyped: a shell reads a line that is to be typed again as the words that it was made of, and
// all of the line can be shown.
func TestQuotedWordsAreTyped(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("skipped: no bash here")
	}
	words := append([]string{"", "'", "''", "a'\n'b", "\xff", "\n", "a\n"}, simtest.HostileNames...)
	var line strings.Builder
	for _, word := range words {
		fmt.Fprintf(&line, " %s", Quoted(word))
		fmt.Fprintf(&line, " --x=%s", Quoted(word))
	}
	if strings.ContainsFunc(line.String(), unprintable) {
		t.Errorf("cannot be shown: %q", line.String())
	}
	out, err := exec.Command(shell, "-c", "printf '%s\\0'"+line.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(got) != 2*len(words) {
		t.Fatalf("%d words, want %d", len(got), 2*len(words))
	}
	for i, word := range words {
		if got[2*i] != word || got[2*i+1] != "--x="+word {
			t.Errorf("%q is %q and %q in %s", word, got[2*i], got[2*i+1], Quoted(word))
		}
	}
}
