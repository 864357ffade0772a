package roster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// hashes returns the expected hashes of the copied files.
func hashes(t *testing.T, d *Copies, g *league.Program) string {
	t.Helper()
	var list []string
	for _, f := range g.Files {
		text := make([]byte, f.Size+1)
		n, err := d.Read(f.SHA256, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		text = text[:n]
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(text)) != f.Size {
			t.Errorf("%s: the copy is not what the plan says", f.Name)
		}
		list = append(list, f.SHA256)
	}
	return strings.Join(list, " ")
}

// TestProgramChangingDuringStartIsReadOnce checks that the copy that plays matches the hashes in
// the plan.
func TestProgramChangingDuringStartIsReadOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bot := filepath.Join(dir, "bot.sh")
	write := func(text string) {
		if err := os.WriteFile(bot+".new", []byte(text), 0o755); err != nil {
			t.Error(err)
		}
		if err := os.Rename(bot+".new", bot); err != nil {
			t.Error(err)
		}
	}
	write("#!/bin/sh\n")
	d := NewCopies(MaxCopiesBytes)
	defer d.Close()
	game, _ := catalog.Find("thepurge")
	f := &Loader{Request: withoutSandbox, Stderr: io.Discard, Copies: d}
	list, err := f.LoadContenders(t.Context(), game, []resolve.Typed{resolve.NewTyped(bot), resolve.NewTyped("Demo")})
	if err != nil {
		t.Fatal(err)
	}
	was := hashes(t, d, list[0].Program)
	write("#!/bin/sh\nexit 3\n")
	c := f.Enroll(game, &league.Plan{Game: "thepurge"}, list)
	field, err := c.Field(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if is := hashes(t, d, c.Plan.Players[0].Program); is != was || field.Entries[0].Player.Hash == "" {
		t.Errorf("%s plays, %s was read", is, was)
	}
	// Concurrent writes must not change the content between hashing and copying.
	simtest.NeedsUnix(t, "open files that can be replaced")
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				write(strings.Repeat(fmt.Sprintln("#", i), 1+i%7*1000))
			}
		}
	}()
	for range 100 {
		g, _, err := d.CopyTyped(commandOf(t, bot))
		if err != nil && !strings.Contains(err.Error(), "is being changed") {
			t.Fatal(err)
		}
		if err == nil {
			hashes(t, d, g)
		}
	}
	close(stop)
	<-stopped
}

// TestCopiesHaveLimits checks that the limits per player and in total are enforced before any file
// is read.
func TestCopiesHaveLimits(t *testing.T) {
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
	folder := commandOf(t, filepath.Dir(bot))
	none := func(context.Context, league.ProgramFile, io.Writer) error {
		t.Error("something is read")
		return nil
	}
	fetch := func(files ...league.ProgramFile) func(*Copies) error {
		return func(d *Copies) error {
			_, err := d.CopyPlanned(t.Context(), &league.Program{Argv: []string{"bot"}, Files: files}, none)
			return err
		}
	}
	many := func(n int, name string) (list []league.ProgramFile) {
		for i := range n {
			list = append(list, league.ProgramFile{Name: fmt.Sprint(name, i)})
		}
		return list
	}
	large := league.ProgramFile{Name: "bot/x", Size: league.MaxProgramSize}
	for _, c := range []struct {
		name string
		room int64
		do   func(*Copies) error
		want error
	}{
		{"a player", MaxCopiesBytes, func(d *Copies) error { _, _, err := d.CopyTyped(folder); return err }, nil},
		{"no room for a player", 15_000, func(d *Copies) error { _, _, err := d.CopyTyped(folder); return err }, ErrTooLarge},
		{"no room for its folders", 21_000, func(d *Copies) error { _, _, err := d.CopyTyped(folder); return err }, ErrTooLarge},
		{"no room for another", 60_000, func(d *Copies) error {
			if _, _, err := d.CopyTyped(folder); err != nil {
				t.Error(err)
			}
			_, _, err := d.CopyTyped(folder)
			return err
		}, ErrTooLarge},
		{"a plan", MaxCopiesBytes, fetch(large, league.ProgramFile{Name: "bot/y", Size: 1}), league.ErrProgramTooLarge},
		{"a plan without room", 1 << 20, fetch(large), ErrTooLarge},
		{"a plan of empty files without room", (sim.MaxPlayerFiles - 1) * diskBlock, fetch(many(sim.MaxPlayerFiles-2, "a/")...), ErrTooLarge},
		{"a plan of too many files", MaxCopiesBytes, fetch(many(sim.MaxPlayerFiles-1, "a/")...), sim.ErrTooManyFiles},
		{"a plan of too many folders", MaxCopiesBytes, fetch(many(1, strings.Repeat("f/", sim.MaxPlayerFiles))...), sim.ErrTooManyFiles},
	} {
		d := NewCopies(c.room)
		if err := c.do(d); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		list, err := os.ReadDir(d.dir)
		if want := min(d.playerCount, 1); err != nil || c.want != nil && d.playerCount == 1 && len(list) != 0 || len(list) > want {
			t.Errorf("%s: %d folders are left, %v", c.name, len(list), err)
		}
		d.Close()
	}
	if err := os.Truncate(data, 1<<40); err != nil {
		t.Skip(err)
	}
	d := NewCopies(MaxCopiesBytes)
	defer d.Close()
	if _, _, err := d.CopyTyped(folder); !errors.Is(err, league.ErrProgramTooLarge) {
		t.Errorf("a file of 1 TiB: %v", err)
	}
}

func commandOf(t *testing.T, word string) resolve.Command {
	t.Helper()
	c, ok, err := resolve.Parse(resolve.NewTyped(word))
	if err != nil || !ok {
		t.Fatal(word, ok, err)
	}
	return c
}

func fileOf(word int, name string) league.ProgramFile {
	return league.ProgramFile{ArgIndex: word, Name: name, SHA256: strings.Repeat("0", 64), Size: int64(len(name))}
}

func TestCopyWritesOnlyIntoItsFolder(t *testing.T) {
	t.Parallel()
	give := func(_ context.Context, f league.ProgramFile, w io.Writer) error {
		_, err := io.WriteString(w, f.Name)
		return err
	}
	exec := fileOf(0, "anna/player")
	exec.Executable = true
	for _, c := range []struct {
		name, want string // command words that refer to files, or the error
		files      []league.ProgramFile
	}{
		{"a script of an interpreter", "1=DIR/1/bot.py", []league.ProgramFile{fileOf(1, "bot.py")}},
		{"a folder", "0=DIR/0/anna", []league.ProgramFile{exec, fileOf(0, "anna/lib/x.so")}},
		{"a script and a folder", "1=DIR/1/main.py 2=DIR/2/ben", []league.ProgramFile{fileOf(1, "main.py"), fileOf(2, "ben/main.py")}},
		{"a script in its folder", "1=DIR/2/c/x.py 2=DIR/2/c", []league.ProgramFile{fileOf(1, "x.py"), fileOf(2, "c/x.py")}},
		{"another script in its folder", "1=DIR/1/x.py 2=DIR/2/c", []league.ProgramFile{fileOf(1, "x.py"), {ArgIndex: 2, Name: "c/x.py", SHA256: strings.Repeat("1", 64)}}},
		{"nothing", "", nil},
		{"two folders", "the files of argument 0 are not all in one folder", []league.ProgramFile{fileOf(0, "a/x"), fileOf(0, "b/x")}},
		{"a file twice", "file exists", []league.ProgramFile{fileOf(0, "a/x"), fileOf(0, "a/x")}},
		{"a file that is a folder", "exists", []league.ProgramFile{fileOf(0, "a/x"), fileOf(0, "a/x/y")}},
		{"a name that is not plain", "not all in one folder", []league.ProgramFile{fileOf(0, "a/./x")}},
		{"a way out", "not all in one folder", []league.ProgramFile{fileOf(0, "a/../../../x")}},
		{"out at once", "escapes", []league.ProgramFile{fileOf(0, "../../x")}},
	} {
		dir := filepath.Join(t.TempDir(), "in")
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		d := NewCopies(MaxCopiesBytes)
		d.dir = dir
		g := &league.Program{Argv: []string{"a", "b/c/x.py", "b/c"}, Files: c.files}
		made, err := d.CopyPlanned(t.Context(), g, give)
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
				at := copyPath(made.dir, f)
				if text, err := os.ReadFile(at); err != nil || string(text) != f.Name {
					t.Errorf("%s: %s has %q, %v", c.name, at, text, err)
				}
				if info, err := os.Stat(at); err != nil || runtime.GOOS != "windows" && f.Executable != (info.Mode()&0o100 != 0) {
					t.Errorf("%s: %s has the mode %v, %v", c.name, at, info.Mode(), err)
				}
			}
		}
		if list, _ := os.ReadDir(filepath.Dir(dir)); len(list) != 1 {
			t.Errorf("%s: wrote outside: %v", c.name, list)
		}
	}
}

func TestCopyTimeDoesNotGrowWithWordsTimesFiles(t *testing.T) {
	g := &league.Program{Argv: []string{"./a", "./a/x.py"}, Files: []league.ProgramFile{fileOf(1, "x.py"), fileOf(0, "a/x.py")}}
	words := map[int]string{0: "DIR/0/a", 1: "DIR/1/x.py"}
	allocs := func() float64 { return testing.AllocsPerRun(10, func() { redirectScripts(g, words) }) }
	few := allocs()
	if words[1] != "DIR/0/a/x.py" {
		t.Errorf("the script runs as %s", words[1])
	}
	for i := range sim.MaxPlayerFiles - 2 {
		g.Files = append(g.Files, fileOf(0, fmt.Sprint("a/", i)))
	}
	if many := allocs(); many > few+sim.MaxPlayerFiles {
		t.Errorf("%v allocations with %d files, %v with 2", many, sim.MaxPlayerFiles, few)
	}
}
