package source

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/sim/catalog"
	"game-tui/sim/res"
	"game-tui/tui/server"
)

// Visitors choose built-in players by their names and nothing else.
func TestBuiltin(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.Names() {
		for _, b := range ai.Players(game) {
			if got, ok := Builtin(game, b.Name); !ok || got.Name != b.Name {
				t.Errorf("%s: %s is not there", game, b.Name)
			}
		}
		for _, name := range []string{"", "./bot", "/bin/sh", "cmd:sh", "cmd:python3 bot.py", "../Demo", "Demo/", "Demo ", "Demo\x00", "nobody"} {
			if _, ok := Builtin(game, name); ok {
				t.Errorf("%s: %q plays", game, name)
			}
		}
	}
}

// Nothing is written where visitors are served: neither this package nor the
// server calls what could.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	writes := regexp.MustCompile(`^(Create|CreateTemp|WriteFile|OpenFile|Mkdir|MkdirAll|MkdirTemp|Rename|Remove|RemoveAll|Link|Symlink|Truncate|Chmod|Chown|Chtimes|StartProcess)$`)
	files, tui := 0, filepath.Join("..", "..", "..", "..", "tui")
	for _, dir := range []string{".", filepath.Join(tui, "server"), filepath.Join(tui, "lobby")} {
		list, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range list {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			files++
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && writes.MatchString(s.Sel.Name) {
					t.Errorf("%s: %s", set.Position(s.Pos()), s.Sel.Name)
				}
				return true
			})
		}
	}
	if files < 20 {
		t.Errorf("only %d files", files)
	}
}

// Two who open a recording at the same time watch the same one, and leave nothing
// behind that is thought to be watched.
func TestOpenedTwiceAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "a.res", recordingText(t))
	f := newFolder(t, dir)
	v := &Source{Folder: f}
	var second server.Channel
	first, err := v.Open(t.Context(), "a.res", func(ctx context.Context, work func(context.Context) error) error {
		text, err := os.ReadFile(filepath.Join(dir, "a.res"))
		if err != nil {
			return err
		}
		rec, _, err := res.Read(text, f.games, "a.res")
		if err != nil {
			return err
		}
		n := f.find("a.res")
		if err := work(ctx); err != nil { // it is kept while the other still reads
			return err
		}
		second = &recorded{server.Still{Record: f.keep(n, rec, int64(len(text)))}, f, n}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := first.Now()
	b, _ := second.Now()
	if a != b {
		t.Error("they watch two records")
	}
	first.Close()
	if f.find("a.res").open != 1 {
		t.Error("nobody is thought to watch")
	}
	second.Close()
	if f.find("a.res").open != 0 {
		t.Error("somebody is thought to watch")
	}
}
