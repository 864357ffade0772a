package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/sim/game/catalog"
)

// TestVisitorsSelectBuiltInPlayersOnly checks that visitors can select built-in players by name, and nothing else.
func TestVisitorsSelectBuiltInPlayersOnly(t *testing.T) {
	t.Parallel()
	for _, game := range catalog.Names() {
		for _, b := range ai.Players(game) {
			if got, ok := ai.Find(game, b.Name); !ok || got.Name != b.Name {
				t.Errorf("%s: %s is not there", game, b.Name)
			}
		}
		for _, name := range []string{"", "./bot", "/bin/sh", "cmd:sh", "cmd:python3 bot.py", "../Demo", "Demo/", "Demo ", "Demo\x00", "nobody"} {
			if _, ok := ai.Find(game, name); ok {
				t.Errorf("%s: %q plays", game, name)
			}
		}
	}
}

// TestNothingIsWritten checks that code that serves visitors does not call functions that write
// files.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	writes := regexp.MustCompile(`^(Create|CreateTemp|WriteFile|OpenFile|Mkdir|MkdirAll|MkdirTemp|Rename|Remove|RemoveAll|Link|Symlink|Truncate|Chmod|Chown|Chtimes|StartProcess)$`)
	harmless := []string{"admission.Link", "sanitize.Truncate", "screen.Truncate"}
	files, tui := 0, filepath.Join("..", "..", "..", "..", "..", "tui")
	for _, dir := range []string{".", filepath.Join(tui, "sshd"), filepath.Join(tui, "sshd", "admission"), filepath.Join(tui, "view", "lobby")} {
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
				if s, ok := n.(*ast.SelectorExpr); ok && writes.MatchString(s.Sel.Name) && !slices.Contains(harmless, types.ExprString(s)) {
					t.Errorf("%s: %s", set.Position(s.Pos()), s.Sel.Name)
				}
				return true
			})
		}
	}
	if files < 15 {
		t.Errorf("only %d files", files)
	}
}
