package resolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"game-tui/sim"
)

// TestFilesAreThoseThatAPlayerMayRead checks that the files to hash, copy and send are the files
// that a player may read.
func TestFilesAreThoseThatAPlayerMayRead(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"anna/main.py", "anna/lib/a", "anna/__pycache__/x", "secret/key", "bot.py", "data", "loop/main.sh", "py/bin/python3", "py/lib/x", "bin/tool"} {
		write(name)
	}
	link("lib/a", "anna/within")
	link("lib", "anna/folder")
	link("../secret/key", "anna/out")
	link("../secret", "anna/away")
	link("nowhere", "anna/lost")
	link(".", "loop/one")
	link("../loop", "loop/two")
	link("anna", "twin")
	if err := unix.Mkfifo("anna/pipe", 0o644); err != nil {
		t.Fatal(err)
	}
	write("many/main.sh")
	for i := range sim.MaxPlayerFiles {
		if err := os.Mkdir(fmt.Sprint("many/", i), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		command Command
		want    string
	}{
		{typedCommand("./bot.py"), "0:bot.py"},
		{typedCommand("anna/"), "0:anna 0:anna/folder 0:anna/folder/a 0:anna/lib 0:anna/lib/a 0:anna/main.py 0:anna/within"},
		{typedCommand("twin/"), "0:twin 0:twin/folder 0:twin/folder/a 0:twin/lib 0:twin/lib/a 0:twin/main.py 0:twin/within"},
		{typedCommand("sh", "bot.py", "data", "-x", "/tmp", "nothing", "anna/lib"), "1:bot.py 2:data 6:lib 6:lib/a"},
		{typedCommand("/bin/sh", "bot.py"), "1:bot.py"},
		{typedCommand("bin/tool", "data"), "0:tool 1:data"},
		{typedCommand("py/bin/python3", "bot.py"), "1:bot.py"},
		{typedCommand("py/bin/python3", "data"), "0:python3 1:data"},
		{typedCommand("sh"), ""},
		{NewUntrusted([]string{"sh", "bot.py", "data"}), ""},
		{NewUntrusted([]string{"sh", "x", "data"}).WithFiles(map[int]string{1: "bot.py"}), "1:bot.py"},
		{typedCommand("./loop"), "0:loop 0:loop/main.sh 0:loop/one"},
		{typedCommand("./many"), sim.ErrTooManyFiles.Error()},
		{typedCommand("./none"), "./none is not"},
	} {
		var list []string
		err := c.command.WalkFiles(func(f *File) error {
			if len(list) < 20 {
				list = append(list, fmt.Sprint(f.WordIndex, ":", f.Name))
			}
			if info, err := f.root.Stat(f.path); err != nil || !os.SameFile(info, f.Info) {
				t.Errorf("%q: %s is not there: %v", c.command.Words(), f.path, err)
			}
			return nil
		})
		got := strings.Join(list, " ")
		if err != nil && !errors.Is(err, sim.ErrTooManyFiles) {
			got = strings.Replace(err.Error(), ": no such file", " is not", 1)
		} else if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.command.Words(), got, c.want)
		}
	}
}

// TestContentsArePlayersByPath checks that files in a folder are players by their path, whatever
// their names.
func TestContentsArePlayersByPath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a b'c", "cmd:sh x", "-x", ".hidden", "z\xff", "README.txt", "Marks.CSV", "report.pdf", "notes.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if list, _, err := NewUntrusted([]string{dir + "/"}).Contents(); err == nil || len(list) > 0 {
		t.Errorf("words of others open %d players", len(list))
	}
	if err := os.Mkdir(filepath.Join(dir, "a.folder.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	list, skipped, err := typedCommand(dir + "/").Contents()
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%q", c.Words()))
	}
	want := strings.ReplaceAll(`["@/-x"] ["@/a b'c"] ["@/a.folder.txt"] ["@/cmd:sh x"] ["@/z\xff"]`, "@", dir)
	if strings.Join(got, " ") != want || err != nil {
		t.Errorf("%s %v, want %s", got, err, want)
	}
	if got, want := fmt.Sprint(skipped), "[.hidden Marks.CSV README.txt notes.md report.pdf]"; got != want {
		t.Errorf("skipped %s, want %s", got, want)
	}
}
