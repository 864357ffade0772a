package glyph

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/tui/cells/screen"
)

func TestFontHasRunesOfLegends(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		l := g.Legend()
		for _, kinds := range [][]sim.Kind{l.Grounds, l.Items, l.Units} {
			for _, k := range kinds {
				checkText(t, g.Name()+": "+k.Name, k.Symbol+k.Letters+k.Name)
			}
		}
		for _, k := range l.Events {
			checkText(t, g.Name()+": "+k.Name, k.Symbol+k.Name)
		}
	}
}

func TestFontHasRunesOfCode(t *testing.T) {
	t.Parallel()
	for _, root := range []string{"../../../tui", "../../../sim"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Name() == "tuitest" {
				return fs.SkipDir // skip texts of tests, which no user sees
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && (lit.Kind == token.STRING || lit.Kind == token.CHAR) {
					checkLiteral(t, path, lit)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func checkLiteral(t *testing.T, path string, lit *ast.BasicLit) {
	t.Helper()
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		t.Fatalf("%s: %s: %v", path, lit.Value, err)
	}
	for _, r := range text {
		if r >= 0xa0 && screen.PrintableRune(r) == r && !has(r) {
			t.Errorf("%s: no sign for %q (%U); add it to font/make.sh and run that", path, r, r)
		}
	}
}

func checkText(t *testing.T, where, text string) {
	t.Helper()
	for _, r := range text {
		if !has(r) {
			t.Errorf("%s: no sign for %q (%U): choose another, or add it to font/make.sh and run that", where, r, r)
		}
	}
}

func face(t *testing.T, w, h int) *Face {
	t.Helper()
	f, err := NewFace(w, h)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sizes holds even, odd and extreme cell sizes.
var sizes = [][2]int{{8, 16}, {6, 12}, {7, 13}, {4, 4}, {4, 64}, {64, 64}, {16, 31}}

func TestLettersDiffer(t *testing.T) {
	t.Parallel()
	f := face(t, 16, 32)
	for _, bold := range []bool{false, true} {
		for r := '!'; r < '~'; r++ {
			a, b := f.Glyph(r, bold), f.Glyph(r+1, bold)
			if len(a.Mask) != 16*32 || len(a.Path) == 0 && !a.Uniform || string(a.Mask) == string(b.Mask) {
				t.Errorf("%q, bold %v, is not drawn", r, bold)
			}
		}
	}
	if string(f.Glyph('g', false).Mask) == string(f.Glyph('g', true).Mask) {
		t.Error("bold is not bold")
	}
	if s := f.Glyph(' ', true); strings.Trim(string(s.Mask), "\x00") != "" || s.Path != nil {
		t.Error("a blank is not blank")
	}
	if has('\u4e00') || len(f.Glyph('\u4e00', false).Mask) == 0 {
		t.Error("a rune without a sign is not a hollow box")
	}
}

func TestBlocksMeetWithoutGaps(t *testing.T) {
	t.Parallel()
	pairs := [][2]rune{{'▀', '▄'}, {'▌', '▐'}, {' ', '█'}, {'⠀', '█'}}
	for _, size := range sizes {
		f := face(t, size[0], size[1])
		for _, p := range pairs {
			a, b := f.Glyph(p[0], false), f.Glyph(p[1], true)
			for i := range size[0] * size[1] {
				if cover(a, i)+cover(b, i) != 255 {
					t.Fatalf("%v: %q and %q: pixel %d is covered by %d and %d", size, p[0], p[1], i, cover(a, i), cover(b, i))
				}
			}
		}
		for r, want := range map[rune]int{'░': 64, '▒': 128, '▓': 191} {
			for i := range size[0] * size[1] {
				if got := cover(f.Glyph(r, false), i); got != want {
					t.Fatalf("%v: %q covers %d, want %d", size, r, got, want)
				}
			}
		}
	}
}

func cover(s *Glyph, i int) int {
	if s.Mask == nil {
		return 0
	}
	return int(s.Mask[i])
}

func TestLinesMeetAtEdges(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		w, h := size[0], size[1]
		f := face(t, w, h)
		for i := range max(w, h) {
			for _, r := range "─━" {
				if got := cover(f.Glyph(r, false), (h-1)/2*w+i%w); got != 255 {
					t.Fatalf("%v: %q covers %d of column %d", size, r, got, i%w)
				}
			}
			for _, r := range "│┃" {
				if got := cover(f.Glyph(r, false), i%h*w+(w-1)/2); got != 255 {
					t.Fatalf("%v: %q covers %d of row %d", size, r, got, i%h)
				}
			}
		}
	}
}

func TestGeometricRunesDiffer(t *testing.T) {
	t.Parallel()
	f := face(t, 32, 64)
	seen := map[string]rune{}
	for r := rune(0x2500); r < 0x2900; r++ {
		if !isGeometric(r) || r == 0x2800 {
			continue
		}
		s := f.Glyph(r, false)
		if len(s.Mask) == 0 {
			t.Errorf("%q is blank", r)
		}
		if other, ok := seen[string(s.Mask)]; ok {
			t.Errorf("%q looks like %q", r, other)
		}
		seen[string(s.Mask)] = r
	}
}

func TestCellSizesAreBounded(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{3, 16}, {8, 3}, {65, 16}, {8, 65}, {-1, -1}, {0, 0}} {
		if _, err := NewFace(size[0], size[1]); err == nil {
			t.Errorf("cells of %v are taken", size)
		}
	}
	for _, size := range sizes {
		if y, n := face(t, size[0], size[1]).Underline(); y < 0 || n < 1 || y+n > size[1] {
			t.Errorf("%v: underline at %d, %d thick", size, y, n)
		}
	}
}

func TestSVGPath(t *testing.T) {
	t.Parallel()
	p := &pen{}
	p.addRect(0, 1, 2, 3)
	p.addCircle(1.5, -2.25, 0.125)
	want := "M0 1L2 1L2 3L0 3ZM1.63 -2.25C"
	if got := string(AppendSVG(nil, p.path)); !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s…", got, want)
	}
}

// has reports whether the font has a glyph for a rune. Other runes are drawn as a hollow box.
func has(r rune) bool {
	if r == ' ' || r == 0xa0 || isGeometric(r) {
		return true
	}
	i, err := fontsByBold()[false].GlyphIndex(nil, r)
	return err == nil && i != 0
}
