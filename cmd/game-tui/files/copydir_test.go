package files

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process"
	"game-tui/sim/league"
)

// sized is a file that claims to have so many bytes.
type sized struct {
	fs.FileInfo
	size int64
}

func (s sized) Size() int64 { return s.size }

// command is a typed command.
func typedCommand(t *testing.T, word string) process.Command {
	t.Helper()
	c, ok, err := process.Parse(process.AsTyped(word))
	if err != nil || !ok {
		t.Fatal(word, ok, err)
	}
	return c
}

// TestCopiesAreBounded: of a player, and of all, and before anything is read.
func TestCopiesAreBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bot"), 0o755); err != nil {
		t.Fatal(err)
	}
	bot, data := filepath.Join(dir, "bot", "main.sh"), filepath.Join(dir, "bot", "data")
	for _, name := range []string{bot, data} {
		if err := os.WriteFile(name, bytes.Repeat([]byte("#"), 10_000), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	folder := typedCommand(t, filepath.Dir(bot))
	none := func(context.Context, league.File, io.Writer) error {
		t.Error("something is read")
		return nil
	}
	said := league.Program{Argv: []string{"bot"}, Files: []league.File{{Name: "bot/x", Size: league.MaxBytes}, {Name: "bot/y", Size: 1}}}
	for _, c := range []struct {
		name string
		room int64
		do   func(*Copies) error
		want error
	}{
		{"a player", CopyRoom, func(d *Copies) error { _, _, _, err := d.Take(folder); return err }, nil},
		{"no room for a player", 15_000, func(d *Copies) error { _, _, _, err := d.Take(folder); return err }, ErrRoom},
		{"no room for its folders", 21_000, func(d *Copies) error { _, _, _, err := d.Take(folder); return err }, ErrRoom},
		{"no room for another", 60_000, func(d *Copies) error {
			if _, _, _, err := d.Take(folder); err != nil {
				t.Error(err)
			}
			_, _, _, err := d.Take(folder)
			return err
		}, ErrRoom},
		{"a plan", CopyRoom, func(d *Copies) error { _, err := d.Fetch(t.Context(), &said, none); return err }, league.ErrLarge},
		{"a plan without room", 1 << 20, func(d *Copies) error {
			_, err := d.Fetch(t.Context(), &league.Program{Argv: said.Argv, Files: said.Files[:1]}, none)
			return err
		}, ErrRoom},
	} {
		d := NewCopies(c.room)
		if err := c.do(d); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		list, err := os.ReadDir(d.path)
		if want := min(d.players, 1); err != nil || c.want != nil && d.players == 1 && len(list) != 0 || len(list) > want {
			t.Errorf("%s: %d folders are left, %v", c.name, len(list), err)
		}
		d.Close()
	}
	// What a file has is known before it is opened.
	err := folder.Files(func(f *process.File) error {
		if f.Info.IsDir() {
			return nil
		}
		n, _, err := copyFile(io.Discard, &process.File{Info: sized{f.Info, 1 << 40}, Root: f.Root, Path: "nothing"}, league.MaxBytes)
		if n != 0 || !errors.Is(err, league.ErrLarge) {
			t.Errorf("%d bytes are read, %v", n, err)
		}
		if n, _, err = copyFile(io.Discard, f, 9_999); n > 10_000 || !errors.Is(err, league.ErrLarge) {
			t.Errorf("%d bytes are read, %v", n, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(data, 1<<40); err != nil {
		t.Skip(err)
	}
	d := NewCopies(CopyRoom)
	defer d.Close()
	if _, _, _, err := d.Take(folder); !errors.Is(err, league.ErrLarge) {
		t.Errorf("a file of 1 TiB: %v", err)
	}
	if hash := Hash(folder); hash != "" {
		t.Errorf("a file of 1 TiB is %s", hash)
	}
}

// TestRecordsNameFilesBelow: what a record names is opened below this folder and below its own, and
// nowhere else.
func TestRecordsNameFilesBelow(t *testing.T) {
	above := t.TempDir()
	above, err := filepath.EvalSymlinks(above)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"here/bots/anna", "there/bots/anna", "there/bots/ben", "secret/key", "here/folder/main.sh"} {
		path := filepath.Join(above, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"here/out": "../secret", "here/bots/key": "../../secret/key", "here/within": "bots", "here/bots/whole": above + "/here/bots/anna", "mine": "here"} {
		if err := os.Symlink(to, filepath.Join(above, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, c := range []struct{ from, word, name, want string }{
		{"here", "bots/anna", "anna", "here/bots/anna"},
		{"here", "./bots/anna", "anna", "here/bots/anna"},
		{"here", "bots/ben", "ben", "there/bots/ben"},
		{"here", "folder/", "folder/main.sh", "here/folder/main.sh"},
		{"here/folder", "./", "folder/main.sh", "here/folder/main.sh"},
		{"here", "within/anna", "anna", "here/bots/anna"},
		{"here", "bots/whole", "whole", "here/bots/anna"},
		{"mine", "bots/anna", "anna", "here/bots/anna"},
		{"here", above + "/here/bots/anna", "anna", "here/bots/anna"},
		{"here", above + "/there/bots/anna", "anna", "there/bots/anna"},
		{"here", "bots/eve", "eve", errGone.Error()},
		{"here", above + "/secret/key", "key", errOutside.Error()},
		{"here", "../secret/key", "key", errOutside.Error()},
		{"here", "../secret", "secret/key", errOutside.Error()},
		{"here", "out", "out/key", errOutside.Error()},
		{"here", "out/key", "key", errOutside.Error()},
		{"here", "bots/key", "key", errOutside.Error()},
		{"here", "/etc/passwd", "passwd", errOutside.Error()},
		{"here", "bots/nothing/../../../secret/key", "key", errOutside.Error()},
		{"here", "..", "here/folder/main.sh", errOutside.Error()},
		{"here", "bots", "bots", "is a folder"},
	} {
		t.Run(c.from+" "+c.word, func(t *testing.T) {
			t.Chdir(filepath.Join(above, c.from))
			got := ""
			file, path, err := openNamed("../there/t.jsonl", c.word, c.name)
			if c.from == "here/folder" {
				file, path, err = openNamed("../../there/t.jsonl", c.word, c.name)
			}
			if err != nil {
				got = err.Error()
			} else {
				defer file.Close()
				text, err := io.ReadAll(file)
				if got = string(text); err != nil || path != filepath.Join(above, got) {
					t.Errorf("%s is said to be at %s, %v", got, path, err)
				}
			}
			if !strings.HasSuffix(strings.TrimSuffix(got, "; name a file in it"), c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
