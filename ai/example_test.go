package ai

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// Newcomers copy greedy.go and rename Greedy: whatever else it declared would be
// declared twice.
func TestGreedyCanBeCopied(t *testing.T) {
	t.Parallel()
	for _, r := range games {
		file, err := parser.ParseFile(token.NewFileSet(), r.game+"/greedy.go", nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					t.Errorf("%s: function %s is not a method of Greedy", r.game, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.Name != "Greedy" {
						t.Errorf("%s: type %s is declared beside Greedy", r.game, s.Name.Name)
					}
					if _, ok := s.(*ast.ValueSpec); ok {
						t.Errorf("%s: a value is declared beside Greedy", r.game)
					}
				}
			}
		}
	}
}
