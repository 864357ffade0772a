package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/simtest"
	"game-tui/tui/tuitest/screentest"
)

// pictures lists the pictures of the documentation with the export commands that create them from
// recordings of the repository.
var pictures = []struct{ file, game, recording, flags string }{
	{"harrypotter.svg", "harrypotter", "rival-s2001", "--round 90"},
	{"zoom.svg", "harrypotter", "rival-s2001", "--round 90 --zoom shapes"},
	{"moneyheist.svg", "moneyheist", "rival-s2001", "--round 120"},
	{"thepurge.svg", "thepurge", "rival-s2001", "--round 100"},
	{"small.svg", "harrypotter", "rival-s2001", "--round 90 --size 80x24"},
	{"highlights.gif", "thepurge", "rival-s2001", "--highlights --speed 2"},
}

// maxPicture is the largest size of a picture in bytes, so that pages load at once.
const maxPicture = 2_000_000

// TestPicturesAreNotStale exports the pictures again and compares them. Run make pictures after a
// screen has changed.
func TestPicturesAreNotStale(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	const folder = "docs/pictures"
	old, err := filepath.Glob(folder + "/*")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, p := range pictures {
		path := filepath.Join(folder, p.file)
		listed[path] = true
		recording := filepath.Join(t.TempDir(), p.recording+".res")
		writeFile(t, recording, simtest.Recordings(t, p.game)[p.recording], 0o600)
		made := filepath.Join(t.TempDir(), p.file)
		inProcess(t, exportCommand(), append([]string{recording, "-o", made}, strings.Fields(p.flags)...)...)
		want := readFile(t, made)
		if len(want) > maxPicture {
			t.Errorf("%s has %d bytes, more than %d", p.file, len(want), maxPicture)
		}
		if screentest.IsUpdating() {
			writeFile(t, path, want, 0o644)
			continue
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the program shows now: type make pictures", path)
		}
	}
	for _, path := range old {
		if !listed[path] {
			t.Errorf("%s is in no list of pictures", path)
		}
	}
}
