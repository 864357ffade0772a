package progress

import (
	"strings"
	"testing"
)

// TestLinesForTheEndAreSaidOnce checks that each line for the end is printed once, even if it was
// added repeatedly.
func TestLinesForTheEndAreSaidOnce(t *testing.T) {
	for _, line := range []string{"warning: a", "warning: b\x1b[2J", "warning: a"} {
		PrintLater(line)
	}
	var out strings.Builder
	PrintQueued(&out)
	PrintQueued(&out)
	if got := out.String(); strings.Count(got, "\n") != 2 || !strings.HasPrefix(got, "warning: a\nwarning: b") || strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
}
