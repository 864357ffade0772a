package league

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRecordThatIsReadElsewhereStaysAsItWas: a reader that lets nobody replace the file makes it fail to
// drop results, and loses nothing.
func TestRecordThatIsReadElsewhereStaysAsItWas(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := Create(name, planOf(t, All, 4, 3), nil)
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
	const want = "another program may have it open"
	if _, err := r.drop("w1"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("dropping results while somebody reads: got %v, want %s", err, want)
	}
	if after, err := os.ReadFile(name); err != nil || string(after) != string(before) {
		t.Errorf("the record has %d bytes, %v; want the %d it had", len(after), err, len(before))
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := r.drop("w1"); n != 2 || err != nil {
		t.Errorf("dropping results afterwards: got %d, %v, want 2", n, err)
	}
	fill(t, r, 3)
}
