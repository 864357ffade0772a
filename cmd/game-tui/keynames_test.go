package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"game-tui/tui/ui"
	"game-tui/tui/view/final"
	"game-tui/tui/view/lobby"
	"game-tui/tui/view/match"
	"game-tui/tui/view/tournament"
)

// typedKey matches a key that a text names without the table of keys.
var typedKey = regexp.MustCompile(`\b(Esc|Enter|Tab|Del|Backspace|PgUp|PgDn|Ctrl\+.)\b|\[ \]|\{ \}|^\? | \? |[←→↑↓]`)

// Texts take the names of keys from a table of keys, and notices name no key of their own.
func TestNoticesNameKeysOfTheTable(t *testing.T) {
	t.Parallel()
	tables := []*ui.KeyTable{match.State{}.Keys(), final.View{}.Keys(), lobby.View{}.Keys(), (&tournament.Board{}).Open(ui.OpenOptions{}).Keys()}
	files, names, notices := token.NewFileSet(), 0, 0
	err := filepath.WalkDir("../../tui", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			at := files.Position(call.Pos())
			switch called(call) {
			case "KeyLabel", "keyLabel":
				id := literal(call.Args[len(call.Args)-1])
				if id == "" {
					return true
				}
				names++
				found := false
				for _, table := range tables {
					if table.Has(id) {
						found = true
						if table.Label(id) == "" {
							t.Errorf("%s: the key %q has no name", at, id)
						}
					}
				}
				if !found {
					t.Errorf("%s: no table has the key %q", at, id)
				}
			case "Notify":
				notices++
				ast.Inspect(call.Args[0], func(n ast.Node) bool {
					if text, ok := n.(*ast.BasicLit); ok && typedKey.MatchString(literal(text)) {
						t.Errorf("%s: the notice %s names a key in its own words", at, text.Value)
					}
					return true
				})
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if names < 40 || notices < 60 {
		t.Errorf("got %d names of keys and %d notices, want at least 40 and 60", names, notices)
	}
}

// called returns the name of the called function or method.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literal returns the value of a string literal, or "".
func literal(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		text, _ := strconv.Unquote(lit.Value)
		return text
	}
	return ""
}
