package league

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/league/schedule"
)

// TestReplacePlanFailsWhileAReaderHasTheFile also checks that no data is lost.
func TestReplacePlanFailsWhileAReaderHasTheFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := Create(name, planOf(t, schedule.All, 4, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	fill(t, r, 2)
	before, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	const want = "may be open in another program"
	if err := r.ReplacePlan(r.live.standings.Plan); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("ReplacePlan while a reader has the file: got error %v, want %q", err, want)
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("the record has %d bytes, %v; want the %d it had", len(after), err, len(before))
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if err := r.ReplacePlan(r.live.standings.Plan); err != nil {
		t.Errorf("ReplacePlan after the reader closed the file: %v", err)
	}
	fill(t, r, 3)
}
