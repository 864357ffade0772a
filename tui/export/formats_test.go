package export_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/tui/export"
)

// TestEveryFormatHasATest fails for a format without a test of its own in this package or in encode.
// The name of such a test begins with Test and the name of the format.
func TestEveryFormatHasATest(t *testing.T) {
	t.Parallel()
	var tests []string
	for _, pattern := range []string{"*_test.go", "encode/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			t.Fatalf("%s: %d files, error %v", pattern, len(files), err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok {
					tests = append(tests, strings.ToLower(f.Name.Name))
				}
			}
		}
	}
	for _, format := range export.FormatNames() {
		if !slices.ContainsFunc(tests, func(name string) bool { return strings.HasPrefix(name, "test"+format) }) {
			t.Errorf("no test is named Test%s…", strings.ToUpper(format))
		}
	}
}
