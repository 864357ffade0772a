package harrypotter_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"game-tui/configs"
)

func sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// TestOfficialHashes plays the matches of which the official program's results
// are known: seeds 1 to 200, three line-ups.
func TestOfficialHashes(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/official-sha256.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		if short() && i%40 != 0 {
			continue
		}
		f := strings.Split(line, "\t")
		t.Run(f[1]+" "+f[2], func(t *testing.T) {
			t.Parallel()
			testRow(t, f[1], strings.Fields(f[2]), f[3], f[4])
		})
	}
}

func testRow(t *testing.T, seed string, names []string, exit, hash string) {
	n, err := strconv.Atoi(seed)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(configs.Default("harrypotter"), int32(n), names...)
	if err != nil {
		t.Fatal(err)
	}
	text, err := m.play()
	if (err != nil) != (exit == "134") {
		t.Errorf("error %v, official exit %s", err, exit)
	}
	if got := sum(text); got != hash {
		t.Errorf("hash %s of %d bytes, want %s", got, len(text), hash)
	}
	if bytes.Contains(text, []byte("\r")) {
		t.Error("carriage return in the result")
	}
}

// short reports whether a sample of the official results is enough.
func short() bool { return testing.Short() || raceEnabled }
