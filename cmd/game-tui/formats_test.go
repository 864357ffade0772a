package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writers lists functions of the standard library that write a format without escaping text for
// display.
var writers = map[string][]string{
	"json": {"Marshal", "MarshalIndent", "NewEncoder"},
	"csv":  {"NewWriter"},
	"html": {"EscapeString"},
	"xml":  {"Marshal", "MarshalIndent", "NewEncoder", "EscapeText", "Escape"},
	"slog": {"NewJSONHandler", "NewTextHandler"},
}

// mayWrite lists the files that may call them, with the reason.
var mayWrite = map[string]string{
	"sim/sanitize/sanitize.go":                    "makes JSON and HTML safe",
	"sim/league/reader.go":                        "makes a line of a record safe before its checksum",
	"sim/league/plan.go":                          "hashes and measures, writes nothing",
	"sim/league/hub/wire.go":                      "is for other machines",
	"cmd/game-tui/internal/serve/relay/follow.go": "is for a server",
	"cmd/game-tui/internal/network/node.go":       "is for other machines",
	"cmd/game-tui/internal/serve/serve.go":        "cleans each line of a log",
	"cmd/game-tui/internal/report/format.go":      "cleans each cell",
	"cmd/game-tui/internal/report/verdicts.go":    "makes a list in a cell safe",
	"cmd/game-tui/internal/contest/show/table.go": "cleans names of players",
	"tui/export/encode/html.go":                   "writes licences, which are ours",
	"cmd/fit/main.go":                             "keeps numbers",
}

// TestFormatsGoThroughClean finds code that writes such a format without package sanitize, which
// makes text from files, programs and other machines safe to show.
func TestFormatsGoThroughClean(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	used := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); d.IsDir() && name != root && (strings.HasPrefix(base, ".") || slices.Contains([]string{"testdata", "examples", "build", "bin"}, base)) {
			return filepath.SkipDir
		}
		relative, _ := filepath.Rel(root, name)
		relative = filepath.ToSlash(relative)
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := s.X.(*ast.Ident); ok && slices.Contains(writers[pkg.Name], s.Sel.Name) {
					if used[relative] = true; mayWrite[relative] == "" {
						t.Errorf("%s uses %s.%s: write through package sanitize, or say in mayWrite why that is safe", relative, pkg.Name, s.Sel.Name)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range mayWrite {
		if !used[name] {
			t.Errorf("mayWrite has %s, which writes nothing", name)
		}
	}
}
