package players

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league"
)

// fileOf describes a file of a program.
func fileOf(word int, name string) league.File {
	return league.File{Word: word, Name: name, SHA256: strings.Repeat("0", 64), Size: int64(len(name))}
}

// TestCopy: files are written where they belong, and nowhere else.
func TestCopy(t *testing.T) {
	t.Parallel()
	give := func(_ context.Context, f league.File, w io.Writer) error {
		_, err := io.WriteString(w, f.Name)
		return err
	}
	exec := fileOf(0, "anna/player")
	exec.Exec = true
	for _, c := range []struct {
		name, want string // the words that are files, or what is wrong
		files      []league.File
	}{
		{"a script of an interpreter", "1=DIR/1/bot.py", []league.File{fileOf(1, "bot.py")}},
		{"a folder", "0=DIR/0/anna", []league.File{exec, fileOf(0, "anna/lib/x.so")}},
		{"a script and a folder", "1=DIR/1/main.py 2=DIR/2/ben", []league.File{fileOf(1, "main.py"), fileOf(2, "ben/main.py")}},
		{"a script in its folder", "1=DIR/2/c/x.py 2=DIR/2/c", []league.File{fileOf(1, "x.py"), fileOf(2, "c/x.py")}},
		{"another script in its folder", "1=DIR/1/x.py 2=DIR/2/c", []league.File{fileOf(1, "x.py"), {Word: 2, Name: "c/x.py", SHA256: strings.Repeat("1", 64)}}},
		{"nothing", "", nil},
		{"two folders", "the files of word 0 are not in one folder", []league.File{fileOf(0, "a/x"), fileOf(0, "b/x")}},
		{"a file twice", "file exists", []league.File{fileOf(0, "a/x"), fileOf(0, "a/x")}},
		{"a file that is a folder", "exists", []league.File{fileOf(0, "a/x"), fileOf(0, "a/x/y")}},
		{"a name that is not plain", "not in one folder", []league.File{fileOf(0, "a/./x")}},
		{"a way out", "not in one folder", []league.File{fileOf(0, "a/../../../x")}},
		{"out at once", "escapes", []league.File{fileOf(0, "../../x")}},
	} {
		dir := filepath.Join(t.TempDir(), "in")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		d := NewCopies(CopyRoom)
		d.path = dir
		g := &league.Program{Argv: []string{"a", "b/c/x.py", "b/c"}, Files: c.files}
		made, err := d.Fetch(t.Context(), g, give)
		var list []string
		for i, at := range made.Command.Words() {
			if at != g.Argv[i] {
				list = append(list, fmt.Sprint(i, "=", strings.Replace(at, made.dir, "DIR", 1)))
			}
		}
		got := strings.Join(list, " ")
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) || err == nil && got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if err == nil {
			for _, f := range c.files {
				at := copyOf(made.dir, f)
				if text, err := os.ReadFile(at); err != nil || string(text) != f.Name {
					t.Errorf("%s: %s has %q, %v", c.name, at, text, err)
				}
				if info, err := os.Stat(at); err != nil || f.Exec != (info.Mode()&0o100 != 0) {
					t.Errorf("%s: %s has the mode %v, %v", c.name, at, info.Mode(), err)
				}
			}
		}
		if list, _ := os.ReadDir(filepath.Dir(dir)); len(list) != 1 {
			t.Errorf("%s: wrote outside: %v", c.name, list)
		}
	}
}

// TestWordsAreComparedNotFiles: what is done with the paths of words does not grow with the files of a
// plan, times each other.
func TestWordsAreComparedNotFiles(t *testing.T) {
	g := &league.Program{Argv: []string{"./a", "./a/x.py"}, Files: []league.File{fileOf(1, "x.py"), fileOf(0, "a/x.py")}}
	words := map[int]string{0: "DIR/0/a", 1: "DIR/1/x.py"}
	allocs := func() float64 { return testing.AllocsPerRun(10, func() { together(g, words) }) }
	few := allocs()
	if words[1] != "DIR/0/a/x.py" {
		t.Errorf("the script runs as %s", words[1])
	}
	for i := range sim.MaxFiles - 2 {
		g.Files = append(g.Files, fileOf(0, fmt.Sprint("a/", i)))
	}
	if many := allocs(); many > few+sim.MaxFiles {
		t.Errorf("%v allocations with %d files, %v with 2", many, sim.MaxFiles, few)
	}
}

// TestRoom: files and folders take room however small they are, and there are not too many.
func TestRoom(t *testing.T) {
	t.Parallel()
	many := func(n int, name string) (list []league.File) {
		for i := range n {
			list = append(list, league.File{Name: strings.ReplaceAll(name, "#", fmt.Sprint(i))})
		}
		return list
	}
	for _, c := range []struct {
		name  string
		files []league.File
		room  int64 // -1: too many
	}{
		{"nothing", nil, 0},
		{"a file", []league.File{{Name: "bot", Size: 10}}, 10 + 2*diskBlock},
		{"a folder", []league.File{{Name: "a/b/c", Size: 10}, {Name: "a/b/d", Size: 1}}, 11 + 5*diskBlock},
		{"as many as may be", many(sim.MaxFiles-2, "a/#"), sim.MaxFiles * diskBlock},
		{"a file more", many(sim.MaxFiles-1, "a/#"), -1},
		{"folders", many(10, "#"+strings.Repeat("/f", 126)), -1},
	} {
		room, err := roomOf(&league.Program{Files: c.files})
		if err != nil {
			room = -1
		}
		if room != c.room {
			t.Errorf("%s: %d, want %d", c.name, room, c.room)
		}
	}
}
