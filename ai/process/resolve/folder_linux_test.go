package resolve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHintsQuoteNames checks that commands in hints work with any file name.
func TestHintsQuoteNames(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "b17 noexec")
	put(t, dir, "player", "")
	if err, want := check(typedCommand(dir), true), "chmod +x '"+dir+"/player',"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFolderWithoutEntryListsItsFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ files, want string }{
		{"", "it has no files"},
		{".git/x __MACOSX/main.sh", "it has no files"},
		{"Main.py", "it has Main.py"},
		{"robot.py lib/x", "it has lib, robot.py"},
		{"a.py b.py", "it has a.py, b.py"},
		{"harry.exe", "it has harry.exe"},
		{"bot.zip", "it has bot.zip"},
		{"src/main.py readme", "it has readme, src"},
		{"a/b/main.py", "it has a"},
	} {
		dir := filepath.Join(t.TempDir(), "it")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(c.files) {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, nil, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		err := check(typedCommand(dir), false)
		if err == nil || !strings.HasSuffix(err.Error(), "; "+c.want) {
			t.Errorf("%s: %v, want %s", c.files, err, c.want)
		}
	}
}
