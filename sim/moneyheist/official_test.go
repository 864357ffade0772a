package moneyheist_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
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
			seed, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatal(err)
			}
			m, err := newMatch(defaultConfig, int32(seed), strings.Fields(f[2])...)
			if err != nil {
				t.Fatal(err)
			}
			text, err := m.play()
			if (err != nil) != (f[3] == "134") {
				t.Errorf("error %v, official exit %s", err, f[3])
			}
			if got := sum(text); got != f[4] {
				t.Errorf("hash %s of %d bytes, want %s", got, len(text), f[4])
			}
		})
	}
}

// short reports whether a sample of the official results is enough.
func short() bool { return testing.Short() || raceEnabled }
