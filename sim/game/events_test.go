package game_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryEventHasATest fails if an event of a game does not occur in any of the game's tests.
func TestEveryEventHasATest(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*/events.go")
	if err != nil || len(files) < 3 {
		t.Fatalf("got %d files of events, error %v, want one per game", len(files), err)
	}
	for _, file := range files {
		tests, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		named := identifiers(t, tests...)
		for name := range identifiers(t, file) {
			if strings.HasPrefix(name, "Event") && name != "Event" && name != "EventKind" && !named[name] {
				t.Errorf("%s: no test of the game names %s", file, name)
			}
		}
	}
}

// identifiers returns all identifiers in Go files.
func identifiers(t *testing.T, files ...string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				found[id.Name] = true
			}
			return true
		})
	}
	return found
}
