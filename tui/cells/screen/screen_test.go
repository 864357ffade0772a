package screen_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/tui/cells/screen"
	"game-tui/tui/tuitest"
)

var runes = []rune{0, ' ', ' ', '▀', '▀', '●', 'a', 'Z', '⣿', '─'}

func randomColor(r *rand.Rand) screen.Color {
	switch r.IntN(4) {
	case 0:
		return screen.RGB(uint32(r.IntN(3)) * 0x5f0030)
	case 1:
		return screen.IndexedColor(uint8(16 + r.IntN(4)))
	case 2:
		return screen.BasicColor(uint8(r.IntN(16)))
	}
	return 0
}

func scribble(r *rand.Rand, g *screen.Grid, n int) {
	for range n {
		c := screen.Cell{R: runes[r.IntN(len(runes))]}
		c.FG, c.BG = randomColor(r), randomColor(r)
		if r.IntN(3) == 0 {
			c.Attr = screen.Attr(r.IntN(32))
		}
		x, y := r.IntN(g.W), r.IntN(g.H)
		for i := range 1 + r.IntN(5) {
			g.Set(x+i, y, c.R, c.Style)
		}
	}
}

// replay draws a sequence of random grids and compares each with what a terminal emulator shows.
func replay(t *testing.T, seed uint64, w, h, steps int) {
	r := rand.New(rand.NewPCG(seed, 1))
	var prev, next screen.Grid
	next.Resize(w, h)
	em := vt.NewEmulator(next.W, next.H)
	scribble(r, &next, w*h/2)
	if _, err := em.Write(next.AppendFull(nil)); err != nil {
		t.Fatal(err)
	}
	tuitest.Compare(t, em, &next)
	for range steps {
		prev.CopyFrom(&next)
		scribble(r, &next, r.IntN(w*h/4+2))
		if _, err := em.Write(screen.AppendDiff(nil, &prev, &next)); err != nil {
			t.Fatal(err)
		}
		tuitest.Compare(t, em, &next)
	}
	if rest := screen.AppendDiff(nil, &next, &next); len(rest) != 0 {
		t.Errorf("an equal grid gives %q", rest)
	}
}

func TestEmulatorShowsTheEncodedGrid(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		replay(t, seed, 1+int(seed*7)%60, 1+int(seed*3)%20, 10)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add(uint64(1), uint8(10), uint8(4))
	f.Add(uint64(99), uint8(80), uint8(24))
	f.Fuzz(func(t *testing.T, seed uint64, w, h uint8) {
		replay(t, seed, 1+int(w%90), 1+int(h%30), 3)
	})
}

func TestBubbleTeaShowsAppendText(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	var g screen.Grid
	g.Resize(40, 12)
	for range 30 {
		scribble(r, &g, 100)
		buf := uv.NewScreenBuffer(g.W, g.H)
		uv.NewStyledString(string(g.AppendText(nil))).Draw(buf, buf.Bounds())
		if msg := tuitest.Diff(buf, &g); msg != "" {
			t.Fatal(msg)
		}
	}
}

func TestAppendTextKeepsForegroundOfBlanks(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(5, 2)
	red := screen.Style{FG: screen.BasicColor(1), Attr: screen.Contiguous}
	g.WriteText(0, 0, 5, "x y", red)
	g.Set(0, 1, 'z', red.WithAttr(screen.Bold))
	want := "\x1b[31mx y\x1b[m  \n\x1b[1;31mz\x1b[m    "
	if got := string(g.AppendText(nil)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFitWritesNothingWithoutColumns(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(4, 1)
	blank := *g.At(1, 0)
	for w := -2; w < 1; w++ {
		if n := g.Fit(2, 0, w, "name", screen.Style{}); n != 0 || *g.At(1, 0) != blank {
			t.Errorf("in %d columns it writes %d, and %q before them", w, n, g.At(1, 0).R)
		}
	}
}

func TestContiguousCellsAreSentWhole(t *testing.T) {
	t.Parallel()
	var a, b screen.Grid
	a.Resize(40, 2)
	st := screen.Style{FG: screen.IndexedColor(200), Attr: screen.Contiguous}
	a.WriteText(5, 0, 30, "round 57/200", st)
	b.CopyFrom(&a)
	b.WriteText(5, 0, 30, "round 58/200", st)
	if got := string(screen.AppendDiff(nil, &a, &b)); !strings.Contains(got, "round 58/200") {
		t.Errorf("the piece is not whole in %q", got)
	}
}

// A difference changes colours rarely, even with more cells than can be deferred.
func TestColorsAreWrittenTogether(t *testing.T) {
	t.Parallel()
	for _, size := range [][3]int{{20, 5, 4}, {80, 40, 80*40 - 500}} { // width, height, maximum of colour changes
		var prev, next screen.Grid
		prev.Resize(size[0], size[1])
		next.Resize(size[0], size[1])
		for i := range next.Cells {
			next.Cells[i] = screen.Cell{R: '▀', Style: screen.Style{FG: screen.RGB(uint32(i * 7 % 3)), BG: screen.RGB(9)}}
		}
		out := screen.AppendDiff(nil, &prev, &next)
		em := vt.NewEmulator(next.W, next.H)
		if _, err := em.Write(out); err != nil {
			t.Fatal(err)
		}
		tuitest.Compare(t, em, &next)
		if n := strings.Count(string(out), "8;2;0;0;"); n > size[2] {
			t.Errorf("%v: %d colours are written", size, n)
		}
	}
}

func TestPrintableRunesTakeOneColumn(t *testing.T) {
	t.Parallel()
	for r := rune(0); r < 0x30000; r++ {
		p := screen.PrintableRune(r)
		if p == 0 {
			continue
		}
		if w := ansi.StringWidth(string(p)); w != 1 {
			t.Errorf("%U gives %U of width %d", r, p, w)
		}
	}
	var g screen.Grid
	g.Resize(10, 1)
	if n := g.WriteText(0, 0, 9, "a\x1b[2J\n界é\u0301\xff", screen.Style{}); n != 7 {
		t.Errorf("%d columns used", n)
	}
	if n := screen.Width("a\x1b[2J\n界é\u0301\xff"); n != 7 {
		t.Errorf("%d columns measured", n)
	}
	for x, want := range []rune("a[2J?é?") {
		if got := g.At(x, 0).R; got != want {
			t.Errorf("column %d: %q, want %q", x, got, want)
		}
	}
	if g.WriteText(-2, 0, 4, "abcd", screen.Style{}); g.At(0, 0).R != 'c' {
		t.Error("text that begins left of the grid is misplaced")
	}
}

func TestResizeClamps(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(6000, 6000)
	if g.W != screen.MaxW || g.H != screen.MaxH {
		t.Errorf("%d×%d", g.W, g.H)
	}
	g.Resize(-1, 0)
	if g.W != 1 || g.H != 1 {
		t.Errorf("%d×%d", g.W, g.H)
	}
}

func TestASCIILeavesNoOtherRunes(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(0x3000-0xa0, 1)
	for x := range g.W {
		g.Set(x, 0, rune(0xa0+x), screen.Style{})
	}
	g.ReplaceNonASCII()
	for _, c := range g.Cells {
		if c.R >= 0x7f {
			t.Fatalf("%U is left", c.R)
		}
	}
}

func TestDiffAllocatesNothing(t *testing.T) {
	var a, b screen.Grid
	a.Resize(100, 40)
	b.Resize(100, 40)
	r := rand.New(rand.NewPCG(5, 6))
	scribble(r, &b, 1000)
	buf := make([]byte, 0, 1<<18)
	if n := testing.AllocsPerRun(20, func() { buf = screen.AppendDiff(buf[:0], &a, &b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
