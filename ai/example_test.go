package ai_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"game-tui/sim/catalog"
	"game-tui/sim/simtest/model"
)

// Newcomers copy greedy.go and rename Greedy: whatever else it declared would be
// declared twice.
func TestGreedyCanBeCopied(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Names() {
		name := g + "/greedy.go"
		if g == model.Game.Name() {
			name = "../sim/simtest/model/players/greedy.go"
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					t.Errorf("%s: function %s is not a method of Greedy", g, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.Name != "Greedy" {
						t.Errorf("%s: type %s is declared beside Greedy", g, s.Name.Name)
					}
					if _, ok := s.(*ast.ValueSpec); ok {
						t.Errorf("%s: a value is declared beside Greedy", g)
					}
				}
			}
		}
	}
}
