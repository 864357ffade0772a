package fileop

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"game-tui/sim/simtest"
)

// makeFiles creates files that contain their names and returns their folder.
func makeFiles(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(name), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestReplaceOverwritesTheFile(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, "old", "new")
	to := filepath.Join(dir, "old")
	err := Replace(filepath.Join(dir, "new"), to)
	if text, _ := os.ReadFile(to); err != nil || string(text) != "new" {
		t.Fatalf("got %q, %v, want new", text, err)
	}
	if err := Replace(filepath.Join(dir, "new"), to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("replacing a file by one that is not there: got %v, want %v", err, fs.ErrNotExist)
	}
}

func TestRemoveAllRemovesReadOnlyFiles(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, "gone/a", "gone/b/c/d", "stays")
	if err := os.Chmod(filepath.Join(dir, "gone/a"), 0o444); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "gone"), filepath.Join(dir, "nowhere"), ""} {
		if err := RemoveAll(path); err != nil {
			t.Errorf("%q: %v", path, err)
		}
	}
	if list, err := os.ReadDir(dir); len(list) != 1 || list[0].Name() != "stays" {
		t.Errorf("left: %v, %v, want the file that stays", list, err)
	}
}

func TestRemoveAllFollowsNoLinks(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, "gone/a", "stays/b")
	simtest.Symlink(t, filepath.Join(dir, "stays"), filepath.Join(dir, "gone/link"))
	if err := RemoveAll(filepath.Join(dir, "gone")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "stays/b")); err != nil {
		t.Error(err)
	}
}
