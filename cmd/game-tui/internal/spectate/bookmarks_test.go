package spectate

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/tui/draw/board"
	"game-tui/tui/replay/location"
)

// aSum is the SHA-256 hash of an arbitrary recording.
var aSum = strings.Repeat("5a", 32)

// bookmarksIn opens the bookmarks of a recording in a folder.
func bookmarksIn(t *testing.T, dir string) *bookmarkFile {
	t.Helper()
	t.Setenv("XDG_STATE_HOME", dir)
	f, err := openBookmarks(aSum)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mark(name string, round int) location.Bookmark {
	return location.Bookmark{Name: name, Place: location.AtRound(round)}
}

// TestBookmarksAreKept checks that bookmarks round-trip with all fields, sorted by round.
func TestBookmarksAreKept(t *testing.T) {
	dir := t.TempDir()
	f := bookmarksIn(t, dir)
	far := mark("a long way", 120)
	far.Place.View = location.View{Zoom: board.Letters, IsPanned: true, Top: 3, Left: 4, IsInspecting: true, Cursor: sim.Pos{Row: 12, Col: 40}, FollowedUnit: location.RefTo(67), Event: location.RefTo(0)}
	list := []location.Bookmark{mark(`"first" ☠`, 7), far}
	if len(f.list) != 0 || f.save(list) != nil {
		t.Fatalf("bookmarks %v before any were saved", f.list)
	}
	if again := bookmarksIn(t, dir); !slices.Equal(again.list, list) {
		t.Errorf("%+v was kept, want %+v", again.list, list)
	}
	if err := f.save(nil); err != nil {
		t.Fatal(err)
	}
	if again := bookmarksIn(t, dir); len(again.list) != 0 {
		t.Errorf("%+v stays after all were removed", again.list)
	}
	left, _ := os.ReadDir(filepath.Join(dir, "game-tui", "bookmarks"))
	if len(left) != 1 || left[0].Name() != aSum+".jsonl" {
		t.Errorf("files %v, want the one of the recording alone", left)
	}
}

// TestBookmarksLeaveOtherFilesAlone checks that foreign and corrupt files are reported and left
// unchanged.
func TestBookmarksLeaveOtherFilesAlone(t *testing.T) {
	head := `{"bookmarks":1,"sha256":"` + aSum + `"}` + "\n"
	for text, want := range map[string]string{
		"my diary\n":                         "line 1: expected the bookmarks of this recording",
		"":                                   "line 1",
		strings.Replace(head, "5a", "5b", 1): "line 1",
		strings.Replace(head, `:1`, `:2`, 1): "line 1",
		head + `{"name":"x","round":1}` + "\n" + `{"name":`:           "line 3: expected a bookmark",
		head + `{"name":"","round":1}`:                                "line 2",
		head + `{"name":"x","round":-1}`:                              "line 2",
		head + `{"name":"x","round":1,"zoom":77}`:                     "line 2",
		head + `{"name":"` + strings.Repeat("x", 41) + `","round":1}`: "line 2",
		head + strings.Repeat("{}", 40_000):                           "larger than",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "game-tui", "bookmarks", aSum+".jsonl")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv("XDG_STATE_HOME", dir)
		f, err := openBookmarks(aSum)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), path) {
			t.Errorf("%.60q: error %v, want %q and then the path, for which a row may have no room", text, err, want)
		}
		if err := f.save([]location.Bookmark{mark("new", 1)}); err == nil {
			t.Errorf("%.60q is written over", text)
		}
		if after, _ := os.ReadFile(path); string(after) != text {
			t.Errorf("%.60q became %.60q", text, after)
		}
	}
}

// TestBookmarksHaveNoFolder checks that the error states the reason before the path if the folder
// cannot be created.
func TestBookmarksHaveNoFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "game-tui"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", dir)
	f := &bookmarkFile{path: filepath.Join(dir, "game-tui", "bookmarks", aSum+".jsonl"), sha256: aSum}
	err := f.save([]location.Bookmark{mark("new", 1)})
	if err == nil || strings.Count(err.Error(), dir) != 1 || !strings.HasSuffix(err.Error(), f.path) {
		t.Errorf("error %v", err)
	}
}

// TestBookmarksAreBounded checks that bookmarks beyond the limit are dropped.
func TestBookmarksAreBounded(t *testing.T) {
	dir := t.TempDir()
	var list []location.Bookmark
	for i := range location.MaxBookmarks {
		list, _ = location.AddBookmark(list, mark(fmt.Sprint(i), i))
	}
	if _, ok := location.AddBookmark(list, mark("one more", 5)); ok {
		t.Error("there is room for one more")
	}
	moved, ok := location.AddBookmark(list, mark("5", 50))
	if !ok || len(moved) != location.MaxBookmarks || list[5].Place.Round != 5 {
		t.Error("one of the same name does not take its place")
	}
	f := bookmarksIn(t, dir)
	if err := f.save(list); err != nil {
		t.Fatal(err)
	}
	if got := bookmarksIn(t, dir).list; !slices.Equal(got, list) {
		t.Errorf("%d are kept", len(got))
	}
}

// FuzzBookmarks reads arbitrary text and checks that accepted bookmarks round-trip.
func FuzzBookmarks(f *testing.F) {
	head := `{"bookmarks":1,"sha256":"` + aSum + `"}` + "\n"
	f.Add([]byte(head + `{"name":"x","round":12,"unit":3,"cell":[1,2],"view":[0,9],"zoom":2,"event":4}`))
	f.Add([]byte(head + `{"name":"\u001b[2J","round":1e3,"unit":-2}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := parseBookmarks(text, aSum)
		if err != nil {
			return
		}
		dir := t.TempDir()
		file := &bookmarkFile{path: filepath.Join(dir, "b", "x.jsonl"), sha256: aSum}
		if err := file.save(list); err != nil {
			t.Fatal(err)
		}
		again, err := file.read()
		if err != nil || !slices.Equal(again, list) {
			t.Fatalf("%+v became %+v, %v", list, again, err)
		}
	})
}

// TestZoomsInFiles checks that the numbers of zoom levels in files never change.
func TestZoomsInFiles(t *testing.T) {
	for text, want := range map[string]board.Zoom{"1": board.HalfBlocks, "4": board.Letters, "5": board.FourColumns, "6": board.Tiles} {
		var l bookmarkLine
		if err := json.Unmarshal([]byte(`{"name":"a","zoom":`+text+`}`), &l); err != nil {
			t.Fatal(err)
		}
		b, ok := l.toBookmark()
		if !ok || b.Place.Zoom != want {
			t.Errorf("%s is %v, want %v", text, b.Place.Zoom, want)
		}
		if again, _ := json.Marshal(newBookmarkLine(&b)); !strings.Contains(string(again), `"zoom":`+text+`}`) {
			t.Errorf("%v is written as %s", want, again)
		}
	}
}

// TestKeptBookmarks checks that bookmark files of earlier versions are found by recording and
// written unchanged.
func TestKeptBookmarks(t *testing.T) {
	sum := fmt.Sprintf("%x", sha256.Sum256(keptFile(t, "thepurge.res")))
	name := filepath.Join("game-tui", "bookmarks", sum+".jsonl")
	text := keptFile(t, filepath.Join("state", name))
	dir := t.TempDir()
	if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700), os.WriteFile(filepath.Join(dir, name), text, 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", dir)
	f, err := openBookmarks(sum)
	if err != nil {
		t.Fatal(err)
	}
	far := mark("a long way", 11)
	far.Place.View = location.View{Zoom: board.Letters, IsPanned: true, Top: 3, Left: 4, IsInspecting: true, Cursor: sim.Pos{Row: 2, Col: 20}, FollowedUnit: location.RefTo(10), Event: location.RefTo(0)}
	if want := []location.Bookmark{mark(`"first" ☠`, 2), far}; !slices.Equal(f.list, want) {
		t.Errorf("%+v, want %+v", f.list, want)
	}
	if err := f.save(f.list); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(filepath.Join(dir, name)); !bytes.Equal(again, text) {
		t.Errorf("%s\nwas\n%s", again, text)
	}
}

// keptFile returns a bookmark file that all future versions must be able to read.
func keptFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "kept", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
