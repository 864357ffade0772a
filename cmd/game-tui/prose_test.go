package main

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// foreign lists phrasings that make English hard to read, and what to write instead. They are
// symptoms: rewrite the sentence, not the word. CONTRIBUTING.md has the rules.
var foreign = []struct{ pattern, instead string }{
	{`\bwho(ever|m)?\s+(is|are|was|has|have|does|plays?|wants?|watch(es)?|follows?|looks?|comes?)\b.*\b(is|are|gets?|plays?|sees?)\b.*\bthey\b`, "name the actor: the viewer, the client, the caller"},
	{`(^|[.;:]\s+)(who|whoever)\s+[a-z]+s\b`, "name the actor: the viewer, the client, the caller"},
	{`;\s*(nil|0|-1|""|none|false)\s*:`, `write "A nil x means …" or "or nil if …"`},
	{`\b(says|tells|told|hears?|knows)\s+(how|what|which|who|whether|where|when|of|no|not)\b`, "data holds, functions return or report"},
	{`\b(that|those) of\b`, "repeat the noun"},
	{`\bwhat (came|comes|becomes|became) of\b`, "result, outcome"},
	{`\bso (many|much|long|far)\b[^,.;]{0,12}($|[,.;:)])`, "name the number: n matches"},
	{`\b(is|are|gives?|gets?) (nothing|nobody|none|no [a-z]+ of)\b`, "write the sentence without nobody and nothing"},
	{`\b(nobody|somebody|everybody|anybody)\b`, "name the actor: no client, any player"},
	{`\b(anew|meanwhile|besides?|hitherto|thereof|whereas|henceforth)\b`, "again, during this, next to"},
	{`\b(is|are) (begun|gone on|typed again|played on|thought)\b`, "starts, continues"},
	{`\bas (it|they) (was|were|is|are)[,.;]`, "unchanged"},
	{`\b(watchers?|onlookers?)\b`, "viewer"},
	{`\b(foretells?|foretold)\b`, "predicts"},
	{`\bwants every\b|\bwants (no|all|what|that)\b`, "name the claim: every column has a test"},
}

// proseBounds holds the largest share of texts with a foreign phrasing per package, in percent. A
// package that is not listed may have at most 1 %.
const proseBounds = "testdata/prose.txt"

const freshBound = 1.0

// The shares may only fall: -update lowers bounds and never raises them.
func TestTextsAreWrittenInPlainEnglish(t *testing.T) {
	t.Parallel()
	bounds, err := readProseBounds()
	if err != nil {
		t.Fatal(err)
	}
	var patterns []*regexp.Regexp
	for _, f := range foreign {
		patterns = append(patterns, regexp.MustCompile("(?i)"+f.pattern))
	}
	packages := goTexts(t, "../..", "sim", "tui", "ai", "cmd")
	for dir := range bounds {
		if packages[dir] == nil {
			t.Errorf("%s bounds %s, where no Go files are", proseBounds, dir)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		var hits []string
		for _, x := range packages[dir] {
			if i := slices.IndexFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(x.text) }); i >= 0 {
				hits = append(hits, fmt.Sprintf("%s: %s\n\tinstead: %s", x.at, x.text, foreign[i].instead))
			}
		}
		bound, listed := bounds[dir]
		if !listed {
			bound = freshBound
		}
		share := 100 * float64(len(hits)) / float64(len(packages[dir]))
		if share > bound && len(hits) > 1 {
			t.Errorf("%s: got %.1f %% of texts with a foreign phrasing, want at most %.1f %%:\n%s", dir, share, bound, strings.Join(hits, "\n"))
		}
		if listed && share < bound {
			bounds[dir] = share
		}
	}
	if flag.Lookup("update").Value.String() == "true" { // as in package screentest
		writeProseBounds(t, bounds)
	}
}

// A proseText is a comment, or a string of two or more words.
type proseText struct{ at, text string }

// goTexts returns the texts of all packages below dirs of root by package. Tests are left out.
func goTexts(t *testing.T, root string, dirs ...string) map[string][]proseText {
	packages := map[string][]proseText{}
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			texts, err := fileTexts(path, name)
			packages[filepath.ToSlash(filepath.Dir(name))] = append(packages[filepath.ToSlash(filepath.Dir(name))], texts...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

func fileTexts(path, name string) (texts []proseText, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	add := func(pos token.Pos, text string) {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			texts = append(texts, proseText{fmt.Sprintf("%s:%d", name, set.Position(pos).Line), text})
		}
	}
	for _, g := range file.Comments {
		add(g.Pos(), g.Text())
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && strings.Contains(strings.TrimSpace(s), " ") {
				add(lit.Pos(), s)
			}
		}
		return true
	})
	return texts, nil
}

func readProseBounds() (map[string]float64, error) {
	data, err := os.ReadFile(proseBounds)
	if err != nil {
		return nil, err
	}
	bounds := map[string]float64{}
	for line := range strings.Lines(string(data)) {
		dir, percent, _ := strings.Cut(strings.TrimSpace(line), " ")
		bound, err := strconv.ParseFloat(percent, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: expected a package and a number", proseBounds, line)
		}
		bounds[dir] = bound
	}
	return bounds, nil
}

func writeProseBounds(t *testing.T, bounds map[string]float64) {
	var b strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(bounds)) {
		if bounds[dir] > freshBound {
			fmt.Fprintf(&b, "%s %.1f\n", dir, bounds[dir]+0.05)
		}
	}
	if err := os.WriteFile(proseBounds, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
