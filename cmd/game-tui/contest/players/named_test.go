package players

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
			file, err := openNamed("../there/t.jsonl", c.word, c.name)
			if c.from == "here/folder" {
				file, err = openNamed("../../there/t.jsonl", c.word, c.name)
			}
			if err != nil {
				got = err.Error()
			} else {
				defer file.Close()
				text, err := io.ReadAll(file)
				if got = string(text); err != nil {
					t.Error(err)
				}
			}
			if !strings.HasSuffix(strings.TrimSuffix(got, "; name a file in it"), c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
