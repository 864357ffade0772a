package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/processtest"
)

// TestFolderRunsByItsEntry checks which file of a folder is run, and its working directory.
func TestFolderRunsByItsEntry(t *testing.T) {
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
		link  [2]string // target and name of a symbolic link
		want  string    // expected output; @ stands for the folder
	}{
		{"a program", []file{words, {"player", script, 0o755}, {"main.sh", plain, 0o644}}, [2]string{}, "@/player here"},
		{"a script", []file{words, {"main.sh", script, 0o644}}, [2]string{}, "@/main.sh here"},
		{"a script without a first line", []file{words, {"main.sh", plain, 0o644}}, [2]string{}, "plain here"},
		{"a link within", []file{words, {"src/x", plain, 0o644}}, [2]string{"src/x", "main.sh"}, "plain here"},
		{"a link to nothing", []file{words}, [2]string{"nowhere", "main.sh"}, "; it has main.sh"},
		{"a program that cannot be executed", []file{{"player", script, 0o644}}, [2]string{}, "player is not executable; unpack it if it is an archive, run chmod +x"},
		{"a program that is a text", []file{{"player", "hello\n", 0o755}}, [2]string{}, "/player is a text file that names no interpreter"},
		{"a script that becomes a program of the folder", []file{words, {"main.sh", "exec ./bin/x\n", 0o644}, {"bin/x", script, 0o755}}, [2]string{}, "./bin/x here"},
		{"a script that starts a program", []file{words, {"main.sh", "./x; :\n", 0o644}, {"x", script, 0o755}}, [2]string{}, "fork"},
		{"an empty script", []file{{"main.py", "", 0o644}}, [2]string{}, "/main.py is empty"},
		{"a script in UTF-16", []file{{"main.sh", "\xff\xfee\x00", 0o644}}, [2]string{}, "/main.sh is UTF-16 text; save it as UTF-8"},
		{"a folder in its place", []file{{"player/x", "", 0o644}}, [2]string{}, "; it has player"},
		{"another interpreter", []file{{"main.py", "#!/no/such/python\n", 0o644}}, [2]string{}, "interpreter: /no/such/python is not in your PATH"},
		{"nothing to run", []file{words}, [2]string{}, "has none of player, main.py, bot.py, main.sh"},
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

// TestCutProgramDoesNotRun checks that the launcher rejects truncated executables.
func TestCutProgramDoesNotRun(t *testing.T) {
	t.Parallel()
	file := processtest.WriteFile(t, t.TempDir(), "cut", "\x7fELF\x02\x00")
	if err := os.Chmod(file, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := output(t, Auto, file); err != nil || !strings.Contains(out, "cut: ") {
		t.Errorf("got %q, %v, want an error of the launcher", out, err)
	}
}
