package resolve

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFolderSaysWhatIsNoFile: a pipe, a link or a folder that has the name of a source is none, and is named.
func TestFolderSaysWhatIsNoFile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		make func(path string) error
		want string
	}{
		"main.c":    {func(path string) error { return syscall.Mkfifo(path, 0o644) }, "main.c is a named pipe"},
		"main.go":   {func(path string) error { return os.Mkdir(path, 0o755) }, "main.go is a folder"},
		"player.cc": {func(path string) error { return os.Symlink("/etc/passwd", path) }, "player.cc leads out of the folder"},
		"main.cpp":  {func(path string) error { return os.Symlink("nowhere", path) }, "main.cpp: no such file"},
	} {
		dir := t.TempDir()
		if err := c.make(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		command := typedCommand(dir)
		_, err := command.Source(false)
		if err == nil {
			err = command.Check(true)
		}
		if want := dir + "/" + c.want; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestHintsQuoteNames: what a hint says to type works with any name.
func TestHintsQuoteNames(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "b17 noexec")
	put(t, dir, "player", "")
	if err, want := typedCommand(dir).Check(true), "chmod +x '"+dir+"/player'"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	put(t, dir, "anna/player", "")
	if err, want := typedCommand(dir).CheckSinglePlayer(), "type '"+dir+"'/*"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A folder that has nothing to run says what lies in it, and what to do.
func TestFolderSaysWhatToDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ files, want string }{
		{"", "it is empty"},
		{".git/x __MACOSX/main.sh", "it is empty"},
		{"Main.py", "it has Main.py"},
		{"robot.py lib/x", "it has lib, robot.py"},
		{"a.py b.py", "it has a.py, b.py"},
		{"harry.exe", "it has harry.exe"},
		{"AIme.cc AIme.hh", "it has sources, AIme.cc: name a single one main with its ending, or type --kit for players of a kit"},
		{"bot.zip", "it has bot.zip"},
		{"src/main.py readme", "the player is in @/src: move it up, or name that folder"},
		{"a/b/main.py", "it has a"},
		{"anna/main.py ben/player", "2 players are in it: name it as the folder of players, @/"},
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
		err := typedCommand(dir).Check(false)
		if want := strings.ReplaceAll(c.want, "@", dir); err == nil || !strings.HasSuffix(err.Error(), " to run: "+want) {
			t.Errorf("%s: %v, want %s", c.files, err, want)
		}
	}
}
