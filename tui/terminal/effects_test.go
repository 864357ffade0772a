package terminal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Each shell's carryOut must have a case for every type that implements ui.Request.
func TestBothShellsKnowAllEffects(t *testing.T) {
	t.Parallel()
	asks := map[string]bool{}
	inspect(t, "../ui", func(n ast.Node) {
		switch n := n.(type) {
		case *ast.FuncDecl: // func (Open) Capability() Capability
			if n.Name.Name == "Capability" {
				asks[n.Recv.List[0].Type.(*ast.Ident).Name] = true
			}
		case *ast.TypeSpec: // type Quit struct{ alwaysSupported }
			if s, ok := n.Type.(*ast.StructType); ok && len(s.Fields.List) > 0 {
				if part, ok := s.Fields.List[0].Type.(*ast.Ident); ok && part.Name == "alwaysSupported" {
					asks[n.Name.Name] = true
				}
			}
		}
	})
	delete(asks, "alwaysSupported")
	if !asks["Quit"] || !asks["Branch"] {
		t.Errorf("only %v can be asked for", asks)
	}
	for _, shell := range []string{".", "../sshd"} {
		cases := map[string]bool{}
		inspect(t, shell, func(n ast.Node) {
			if c, ok := n.(*ast.CaseClause); ok {
				for _, e := range c.List {
					if s, ok := e.(*ast.SelectorExpr); ok {
						cases[s.Sel.Name] = true
					}
				}
			}
		})
		for name := range asks {
			if !cases[name] {
				t.Errorf("%s: carryOut has no case for ui.%s; an empty one with a comment says why nothing is done", shell, name)
			}
		}
	}
}

// inspect calls do with every node of the files of a package, without its tests.
func inspect(t *testing.T, dir string, do func(n ast.Node)) {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			do(n)
			return true
		})
	}
}
