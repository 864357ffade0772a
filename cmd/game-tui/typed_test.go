package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"
	"game-tui/sim/simtest"
)

// asTyped returns words as if a user had typed them.
func asTyped(words ...string) []resolve.Typed {
	list := make([]resolve.Typed, len(words))
	for i, word := range words {
		list[i] = resolve.NewTyped(word)
	}
	return list
}

// TestWordsAreTypedInOnePlace checks that only arguments and flags of a command line become typed
// words. The compiler does the rest.
func TestWordsAreTypedInOnePlace(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	uses := map[string]int{}
	err := filepath.WalkDir(repository, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			name, ok := n.(*ast.Ident)
			rel := filepath.ToSlash(strings.TrimPrefix(path, repository+string(filepath.Separator)))
			if ok && (name.Name == "NewTyped" || name.Name == "typedValue" || name.Name == "typedCommand" && strings.HasPrefix(rel, "ai/process/")) {
				uses[rel+" "+name.Name]++
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]int{
		"ai/process/resolve/command.go NewTyped":         1, // its definition
		"cmd/game-tui/args.go NewTyped":                  1,
		"cmd/game-tui/args.go typedValue":                7, // its type and methods, the arguments, lists of words, and players for something
		"cmd/game-tui/tournament.go typedValue":          1, // --against
		"cmd/game-tui/playoff.go typedValue":             1, // --dummy
		"cmd/game-tui/final.go typedValue":               1, // --dummy
		"cmd/game-tui/players.go typedValue":             1, // --check
		"cmd/game-tui/flags.go typedValue":               1, // --kit
		"cmd/game-tui/qualify.go typedValue":             1, // --dummy of trials
		"cmd/game-tui/coach.go typedValue":               1, // --by
		"ai/process/resolve/command.go typedCommand":     5, // its definition, the forms of Parse, and players in a typed folder
		"ai/process/processtest/processtest.go NewTyped": 1, // for tests
	} {
		if uses[what] != want {
			t.Errorf("%s: %d times, want %d", what, uses[what], want)
		}
		delete(uses, what)
	}
	for what := range uses {
		t.Errorf("%s: a word becomes one that the user has typed", what)
	}
}
