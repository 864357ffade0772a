package simtest

import (
	"bytes"
	"embed"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim/res"
)

// Row is a match of which the official program's result is known.
type Row struct {
	Title  string
	Config string // "default", or a file of the reference data
	Seed   int32
	Names  []string
	Stops  bool // the official program aborted
	Hash   string
}

// Rows reads the table of a game, which lies in a folder.
func Rows(t testing.TB, dir string) []Row {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(dir, "official-sha256.tsv"))
	if err != nil {
		t.Fatalf("there is no table of results: add the hashes of the official program's, or where there is none of this one's, so that no change goes unseen (configuration, seed, players, exit, SHA-256): %v", err)
	}
	var rows []Row
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) < 5 || f[3] != "0" && f[3] != "134" {
			t.Fatalf("row %q", line)
		}
		seed, err := strconv.ParseInt(f[1], 10, 32)
		if err != nil {
			t.Fatalf("row %q: %v", line, err)
		}
		rows = append(rows, Row{Title: f[1] + " " + f[2], Config: f[0], Seed: int32(seed),
			Names: strings.Fields(f[2]), Stops: f[3] == "134", Hash: f[4]})
	}
	if len(rows) == 0 {
		t.Fatal("the table is empty")
	}
	return rows
}

// Official plays the matches of the table in testdata, with the default
// configuration: seeds 1 to 200, three line-ups.
func Official(t *testing.T, start func(seed int32, names ...string) (*Match, error)) {
	for i, row := range Rows(t, "testdata") {
		if Sample() && i%40 != 0 {
			continue
		}
		t.Run(row.Title, func(t *testing.T) {
			t.Parallel()
			if row.Config != "default" {
				t.Fatalf("configuration %s", row.Config)
			}
			m, err := start(row.Seed, row.Names...)
			if err != nil {
				t.Fatal(err)
			}
			text, err := m.Play()
			if (err != nil) != row.Stops {
				t.Errorf("error %v, official program stopped: %v", err, row.Stops)
			}
			if got := Sum(text); got != row.Hash {
				t.Errorf("hash %s of %d bytes, want %s", got, len(text), row.Hash)
			}
			if bytes.Contains(text, []byte("\r")) {
				t.Error("carriage return in the result")
			}
		})
	}
}

//go:embed testdata/recordings
var recordings embed.FS

// Recordings reads recordings of the official program by their names, such as
// "demo-s30": of the kit's Demo and Null, of both ("mixed"), of its reference
// opponent ("dummy") and, played here, of a stronger player against ours ("rival").
func Recordings(t testing.TB, game string) map[string][]byte {
	t.Helper()
	dir := path.Join("testdata", "recordings", game)
	files, err := recordings.ReadDir(dir)
	if err != nil {
		t.Fatalf("there are no recordings of %s: add some of its official program, or where there is none of this one, as sim/simtest/%s/LINEUP-sSEED.res.gz", game, dir)
	}
	texts := map[string][]byte{}
	for _, file := range files {
		f, err := recordings.Open(path.Join(dir, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		text, err := res.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(file.Name(), ".res.gz")] = text
	}
	return texts
}

// Sample reports whether a sample of the official results is enough.
func Sample() bool { return testing.Short() || raceEnabled }
