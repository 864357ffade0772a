package files

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/place"
)

// TestKeptBookmarks: bookmarks are found by the recording, and written as they were.
func TestKeptBookmarks(t *testing.T) {
	sum := fmt.Sprintf("%x", sha256.Sum256(keptFile(t, "thepurge.res")))
	name := filepath.Join("game-tui", "bookmarks", sum+".jsonl")
	text := keptFile(t, filepath.Join("state", name))
	dir := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700), os.WriteFile(filepath.Join(dir, name), text, 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", dir)
	f, err := OpenBookmarks(t.Context(), sum)
	if err != nil {
		t.Fatal(err)
	}
	far := mark("a long way", 11)
	far.Place.View = place.View{Zoom: board.Letters, Free: true, Top: 3, Left: 4, Inspect: true, Cursor: sim.Pos{Row: 2, Col: 20}, Follow: place.RefTo(10), Event: place.RefTo(0)}
	if want := []place.Bookmark{mark(`"first" ☠`, 2), far}; !slices.Equal(f.List, want) {
		t.Errorf("%+v, want %+v", f.List, want)
	}
	if err := f.write(f.List); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(filepath.Join(dir, name)); !bytes.Equal(again, text) {
		t.Errorf("%s\nwas\n%s", again, text)
	}
}

// kept is the text of a file of this program's that is kept to see that it is read for ever.
func keptFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "kept", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
