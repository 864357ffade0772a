package match_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// forbidden lists the packages that views must not import.
var forbidden = []string{"charm.land/", "github.com/", "os", "io", "net", "context", "log/slog", "runtime", "math/rand"}

// clock lists functions of package time that read the clock or wait.
var clock = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// exemptFiles lists files that may use them: the dashboard reads a tournament, and plain.Follow waits
// for rounds.
var exemptFiles = []string{"board.go", "print.go"}

// TestViewsUseNoClockGoroutineOrTerminal also checks the packages with which views draw. Only
// package component may import Bubbles and Lip Gloss.
func TestViewsUseNoClockGoroutineOrTerminal(t *testing.T) {
	t.Parallel()
	skipped := 0
	for _, dir := range []string{".", "page", "../../ui", "../lobby", "../tournament", "../../replay/branch", "../../draw/board", "../../draw/panel", "../../replay/playback", "../../cells/screen", "../../plain", "../../draw/timeline"} {
		list, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s has %d files, %v; want some", dir, len(list), err)
		}
		for _, name := range list {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			if slices.Contains(exemptFiles, filepath.Base(name)) {
				skipped++
				continue
			}
			checkPurity(t, name)
		}
	}
	if skipped != len(exemptFiles) {
		t.Errorf("%d of the files %v exist, want all", skipped, exemptFiles)
	}
}

func checkPurity(t *testing.T, name string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		if path == "github.com/clipperhouse/displaywidth" { // This package only contains tables of character widths.
			continue
		}
		if slices.ContainsFunc(forbidden, func(f string) bool {
			return path == f || strings.HasPrefix(path, f+"/") || strings.HasSuffix(f, "/") && strings.HasPrefix(path, f)
		}) {
			t.Errorf("%s imports %s", name, path)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Name.Name != "Subscribe" // Subscribe passes on the channel of a record.
		case *ast.Field:
			return len(n.Names) == 0 || n.Names[0].Name != "Subscribe"
		case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
			t.Errorf("%s: %T", set.Position(n.Pos()), n)
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clock, n.Sel.Name) {
				t.Errorf("%s: time.%s", set.Position(n.Pos()), n.Sel.Name)
			}
		}
		return true
	})
}
