package simtest

import (
	"embed"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// An OfficialResult is the result of a match that an official program played with the default
// configuration.
type OfficialResult struct {
	Seed   int32
	Names  []string
	Aborts bool
	Hash   string // SHA-256 of the recording
}

//go:embed testdata
var testdata embed.FS

func OfficialResults(t testing.TB, game string) []OfficialResult {
	t.Helper()
	table, err := testdata.ReadFile("testdata/official/" + game + ".tsv")
	if err != nil {
		t.Fatalf("no results for %s (make game GAME=%s writes them): %v", game, game, err)
	}
	var results []OfficialResult
	for line := range strings.Lines(string(table)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		seed, err := strconv.ParseInt(f[0], 10, 32)
		if len(f) != 4 || err != nil {
			t.Fatalf("line %q: want seed, players, exit code and SHA-256: %v", line, err)
		}
		results = append(results, OfficialResult{int32(seed), strings.Fields(f[1]), f[2] != "0", f[3]})
	}
	return results
}

// OpenRecording reads a recording from a file. It fails the test if the recording is invalid or
// incomplete.
func OpenRecording(t testing.TB, name string, games ...sim.Game) *record.Record {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := res.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	rec, cut, err := res.Read(text, games, name)
	if err != nil || cut != nil {
		t.Fatal(name, err, cut)
	}
	return rec
}

// Recordings returns a game's recordings by name, such as "demo-s30". Names start with demo, null,
// mixed, dummy (the reference opponent) or rival (good players).
func Recordings(t testing.TB, game string) map[string][]byte {
	t.Helper()
	dir := path.Join("testdata", "recordings", game)
	list, err := testdata.ReadDir(dir)
	if err != nil {
		t.Fatalf("no recordings for %s (make game GAME=%s writes them): %v", game, game, err)
	}
	texts := map[string][]byte{}
	for _, file := range list {
		f, err := testdata.Open(path.Join(dir, file.Name()))
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
