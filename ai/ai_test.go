package ai_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	_ "game-tui/sim/simtest/fourth"
	"game-tui/sim/simtest/model"
)

func TestPlayersAreNamedAndDescribed(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Names() {
		t.Run(g, func(t *testing.T) {
			t.Parallel()
			list := ai.Players(g)
			for _, name := range []string{"Null", "Demo", "Greedy"} {
				if _, ok := ai.Find(g, name); !ok {
					t.Errorf("%s has no player %s: add it to Players in ai/%s, and the game to games in package ai", g, name, g)
				}
			}
			var names []string
			for _, b := range list {
				names = append(names, b.Name)
				if b.Name == "" || len(b.Name) > 12 {
					t.Errorf("got name %q, want 1 to 12 bytes", b.Name)
				}
				if first := b.Description[:min(1, len(b.Description))]; first < "A" || first > "Z" || !strings.HasSuffix(b.Description, ".") {
					t.Errorf("%s: got description %q, want a sentence", b.Name, b.Description)
				}
				if b.New == nil || b.New() == nil {
					t.Errorf("%s: New returns nil", b.Name)
				}
				if got, ok := ai.Find(g, b.Name); !ok || got.Name != b.Name {
					t.Errorf("Find(%q): got %q, %v", b.Name, got.Name, ok)
				}
			}
			if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
				t.Errorf("got names %q, want them sorted and unique", names)
			}
			for seat, name := range ai.LineUp(g) {
				if _, ok := ai.Find(g, name); !ok {
					t.Errorf("line-up: got unknown player %q in seat %d", name, seat)
				}
			}
		})
	}
}

func TestFindMatchesNamesExactly(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "demo", "DEMO", "Demo "} {
		if _, ok := ai.Find("harrypotter", name); ok {
			t.Errorf("Find accepts %q", name)
		}
	}
	if _, ok := ai.Find("chess", "Demo"); ok || len(ai.Players("chess")) != 0 || ai.LineUp("chess") != [sim.Seats]string{} {
		t.Error("unknown game: got players, want none")
	}
}

// TestGreedyCanBeCopied checks that greedy.go declares only Greedy, because students copy the file
// and rename the type.
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
					t.Errorf("%s: got function %s, want only methods of Greedy", g, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && s.Name.Name != "Greedy" {
						t.Errorf("%s: got type %s, want only Greedy", g, s.Name.Name)
					}
					if _, ok := s.(*ast.ValueSpec); ok {
						t.Errorf("%s: got a constant or variable, want only Greedy", g)
					}
				}
			}
		}
	}
}
