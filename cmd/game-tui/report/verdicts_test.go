package report

import (
	"strings"
	"testing"

	"game-tui/cmd/game-tui/contest/qualify"
)

// TestNobodyIsWarnedOfNull: a cell of CSV is empty where there is nothing to warn of.
func TestNobodyIsWarnedOfNull(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := Verdicts(&b, CSV, []qualify.Verdict{{Player: "anna", Name: "anna", Pass: true}, {Player: "ben", Name: "ben", Warnings: []string{"it prints"}}}); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "player,name,qualifies,failed,reason,warnings,seconds\nanna,anna,yes,,,,0.0000\nben,ben,no,,,\"[\"\"it prints\"\"]\",0.0000\n"; got != want {
		t.Errorf("it says\n%s, want\n%s", got, want)
	}
}
