package roster

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

// named describes a file listed in a tournament file.
type named struct {
	from string // working directory of the program
	word string
	name string
	want string // content of the file, or the error
}

// folders creates the folders here, there and secret, and returns their parent.
func folders(t *testing.T) string {
	t.Helper()
	above, err := filepath.EvalSymlinks(t.TempDir())
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
	return above
}

func TestTournamentFileOpensOnlyFilesBelowAllowedFolders(t *testing.T) {
	above := folders(t)
	for _, c := range []named{
		{"here", "bots/anna", "anna", "here/bots/anna"},
		{"here", "./bots/anna", "anna", "here/bots/anna"},
		{"here", "bots/ben", "ben", "there/bots/ben"},
		{"here", "folder/", "folder/main.sh", "here/folder/main.sh"},
		{"here/folder", "./", "folder/main.sh", "here/folder/main.sh"},
		{"here", above + "/here/bots/anna", "anna", "here/bots/anna"},
		{"here", above + "/there/bots/anna", "anna", "there/bots/anna"},
		{"here", "bots/eve", "eve", errNotFound.Error()},
		{"here", above + "/secret/key", "key", errOutside.Error()},
		{"here", "../secret/key", "key", errOutside.Error()},
		{"here", "../secret", "secret/key", errOutside.Error()},
		{"here", "/etc/passwd", "passwd", errOutside.Error()},
		{"here", "bots/nothing/../../../secret/key", "key", errOutside.Error()},
		{"here", "..", "here/folder/main.sh", errOutside.Error()},
		{"here", "bots", "bots", "is a folder"},
	} {
		c.test(t, above)
	}
}

func TestTournamentFileFollowsOnlyLinksInsideAllowedFolders(t *testing.T) {
	above := folders(t)
	for name, to := range map[string]string{"here/out": "../secret", "here/bots/key": "../../secret/key", "here/within": "bots", "here/bots/whole": above + "/here/bots/anna", "mine": "here"} {
		simtest.Symlink(t, to, filepath.Join(above, name))
	}
	for _, c := range []named{
		{"here", "within/anna", "anna", "here/bots/anna"},
		{"here", "bots/whole", "whole", "here/bots/anna"},
		{"mine", "bots/anna", "anna", "here/bots/anna"},
		{"here", "out", "out/key", errOutside.Error()},
		{"here", "out/key", "key", errOutside.Error()},
		{"here", "bots/key", "key", errOutside.Error()},
	} {
		c.test(t, above)
	}
}

func (c named) test(t *testing.T, above string) {
	t.Run(c.from+" "+c.word, func(t *testing.T) {
		t.Chdir(filepath.Join(above, c.from))
		got := ""
		record := "../there/t.jsonl"
		if c.from == "here/folder" {
			record = "../../there/t.jsonl"
		}
		file, err := openListed(record, c.word, c.name)
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
