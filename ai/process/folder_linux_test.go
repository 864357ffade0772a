package process

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFolder asks what of a folder is run, and in what it runs.
func TestFolder(t *testing.T) {
	t.Parallel()
	const (
		plain  = "read word < words && echo plain $word\n"
		script = "#!/bin/sh\nread word < words && echo $0 $word\n"
	)
	type file struct {
		name, text string
		mode       os.FileMode
	}
	words := file{"words", "here\n", 0o644}
	for _, c := range []struct {
		name  string
		files []file
		link  [2]string // to, name
		want  string    // @ is the folder
	}{
		{"a program", []file{words, {"player", script, 0o755}, {"main.sh", plain, 0o644}}, [2]string{}, "@/player here"},
		{"a script", []file{words, {"main.sh", script, 0o644}}, [2]string{}, "@/main.sh here"},
		{"a script without a first line", []file{words, {"main.sh", plain, 0o644}}, [2]string{}, "plain here"},
		{"a link within", []file{words, {"src/x", plain, 0o644}}, [2]string{"src/x", "main.sh"}, "plain here"},
		{"a link to nothing", []file{words}, [2]string{"nowhere", "main.sh"}, "main.sh: no such file"},
		{"a program that cannot be executed", []file{{"player", script, 0o644}}, [2]string{}, "player is not executable: chmod +x"},
		{"a program that is a text", []file{{"player", "hello\n", 0o755}}, [2]string{}, "/player is a text that names no interpreter"},
		{"a script that becomes a program of the folder", []file{words, {"main.sh", "exec ./bin/x\n", 0o644}, {"bin/x", script, 0o755}}, [2]string{}, "./bin/x here"},
		{"a script that starts a program", []file{words, {"main.sh", "./x; :\n", 0o644}, {"x", script, 0o755}}, [2]string{}, "fork"},
		{"an empty script", []file{{"main.py", "", 0o644}}, [2]string{}, "/main.py is empty: save, copy or build it again"},
		{"a script in UTF-16", []file{{"main.sh", "\xff\xfee\x00", 0o644}}, [2]string{}, "/main.sh is UTF-16 text: save it as UTF-8"},
		{"a folder in its place", []file{{"player/x", "", 0o644}}, [2]string{}, "player is a folder"},
		{"another interpreter", []file{{"main.py", "#!/no/such/python\n", 0o644}}, [2]string{}, "type 'cmd:/no/such/python @/main.py @'"},
		{"nothing to run", []file{words}, [2]string{}, "has none of player, main.py, bot.py, main.sh to run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range c.files {
				path := filepath.Join(dir, f.name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(f.text), f.mode); err != nil {
					t.Fatal(err)
				}
			}
			if c.link[1] != "" {
				if err := os.Symlink(c.link[0], filepath.Join(dir, c.link[1])); err != nil {
					t.Fatal(err)
				}
			}
			out, err := output(t, Auto, dir)
			if err != nil {
				out = err.Error()
			}
			if want := strings.ReplaceAll(c.want, "@", dir); !strings.Contains(out, want) {
				t.Errorf("it says %q, want %q", out, want)
			}
		})
	}
}

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
		command, _, err := (&Compiler{}).Command(t.Context(), typedCommand(dir))
		if err == nil {
			err = Spec{Command: command}.Check()
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
	if err, want := (Spec{Command: typedCommand(dir)}).Check(), "chmod +x '"+dir+"/player'"; err == nil || !strings.HasSuffix(err.Error(), want) {
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
		err := Spec{Command: typedCommand(dir), Sandbox: Off}.Check()
		if want := strings.ReplaceAll(c.want, "@", dir); err == nil || !strings.HasSuffix(err.Error(), " to run: "+want) {
			t.Errorf("%s: %v, want %s", c.files, err, want)
		}
	}
}
