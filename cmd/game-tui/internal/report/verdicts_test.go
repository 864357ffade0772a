package report

import (
	"slices"
	"strings"
	"testing"
	"time"

	"charm.land/lipgloss/v2"

	"game-tui/cmd/game-tui/internal/contest/qualify"
)

// TestNobodyIsWarnedOfNull checks that the CSV cell of a player without warnings is empty.
func TestNobodyIsWarnedOfNull(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := PrintVerdicts(&b, CSV, []qualify.Verdict{{Player: "anna", OwnName: "anna", Passed: true}, {Player: "ben", OwnName: "ben", Warnings: []string{"it prints"}}}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "player,name,qualifies,failed,reason,warnings,seconds\nanna,anna,yes,,,,0.0000\nben,ben,no,,,\"[\"\"it prints\"\"]\",0.0000\n"; got != want {
		t.Errorf("it says\n%s, want\n%s", got, want)
	}
}

// TestReasonsAreWrappedNotCut checks that the table of a trial shows the whole reason within 80
// columns and names its columns.
func TestReasonsAreWrappedNotCut(t *testing.T) {
	t.Parallel()
	reason := "subs/b17 noexec/player is not executable; " + strings.Repeat("and then some more, ", 12) + "the end"
	var b strings.Builder
	list := []qualify.Verdict{{Player: "anna", Passed: true, Duration: 12300 * time.Millisecond}, {Player: "ben", Reason: reason}}
	if err := PrintVerdicts(&b, Text, list); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if got, want := strings.Fields(lines[0]), []string{"player", "qualifies", "seconds", "reason"}; !slices.Equal(got, want) {
		t.Errorf("the head is %q, want %q", got, want)
	}
	if got, want := strings.Fields(lines[2]), []string{"anna", "yes", "12.3"}; !slices.Equal(got, want) {
		t.Errorf("the line of anna is %q, want %q", got, want)
	}
	for _, line := range lines {
		if got := lipgloss.Width(line); got > 80 {
			t.Errorf("a line has %d columns, want at most 80: %q", got, line)
		}
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	if want := "ben no 0.0 " + reason; !strings.Contains(text, want) {
		t.Errorf("it says\n%s\nwant in it\n%s", b.String(), want)
	}
}
