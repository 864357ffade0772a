package timeline

import (
	"math"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/index"
)

// shares draws 40 rounds at round 20. The share of seat 2 grows.
func shares(p *theme.Palette, high, edge int) (*screen.Grid, Axis) {
	g := &screen.Grid{}
	g.Resize(60, high)
	a := NewAxis(g.Bounds(), 40)
	DrawShares(g, g.Bounds(), a, edge, 20, 2, func(k int) Shares {
		own := 0.1 + 0.015*float64(k)
		of := Shares{Error: 0.1}
		of.Parts = [sim.Seats]float64{(1 - own) / 2, 0, own, (1 - own) / 2}
		return of
	}, p)
	return g, a
}

func TestFutureSharesAreGrey(t *testing.T) {
	t.Parallel()
	for _, profile := range []theme.Profile{theme.TrueColor, theme.Color256} {
		p := theme.PaletteFor("", profile)
		g, a := shares(p, 6, 40)
		for x := a.X; x < a.X+a.W; x++ {
			later := x > a.Column(20)
			if low, high := g.At(x, 5), g.At(x, 0); low.FG != p.AreaColor(2, later) || high.BG != p.AreaColor(1, later) && high.BG != p.AreaColor(0, later) {
				t.Fatalf("column %d, later %v: %#x at the bottom, %#x at the top", x-a.X, later, low.FG, high.BG)
			}
		}
		if s := lines(g); strings.ContainsAny(s, "▒░") {
			t.Errorf("hatched\n%s", s)
		}
		if g, a = shares(p, 6, 20); g.At(a.Column(20)+1, 3).R != 0 && g.At(a.Column(20)+1, 3).R != ' ' {
			t.Errorf("behind the last round that may be told about\n%s", lines(g))
		}
	}
}

func TestSharesAreExactToAnEighth(t *testing.T) {
	t.Parallel()
	const high = 6
	g, a := shares(theme.PaletteFor("", theme.TrueColor), high, 40)
	for x := a.X; x < a.X+a.W; x++ {
		k := a.Round(x)
		if x == a.Column(20) {
			k = 20
		}
		want := int(math.Round(8 * high * (0.1 + 0.015*float64(k))))
		if got := height(g, x, high); got != want {
			t.Errorf("round %d: %d eighths, want %d", k, got, want)
		}
	}
}

// height returns the height of the lowest area in a column, in eighths.
func height(g *screen.Grid, x, high int) (n int) {
	first := g.At(x, high-1).FG
	for y := high - 1; y >= 0 && g.At(x, y).FG == first; y-- {
		for i, r := range eighths {
			if r == g.At(x, y).R {
				n += i
			}
		}
	}
	return n
}

func TestErrorOfSharesNeedsHeightAndColours(t *testing.T) {
	t.Parallel()
	dotted := func(high int, p *theme.Palette) bool {
		g, _ := shares(p, high, 40)
		return strings.ContainsFunc(lines(g), func(r rune) bool { return r >= 0x2800 && r < 0x2900 })
	}
	p := theme.PaletteFor("", theme.TrueColor)
	if dotted(errorMinHeight-1, p) || !dotted(errorMinHeight, p) || dotted(errorMinHeight, theme.PaletteFor("", theme.Color16)) {
		t.Error("the band is not where it is said to be")
	}
}

func TestSharesDifferWithoutColours(t *testing.T) {
	t.Parallel()
	for _, profile := range []theme.Profile{theme.NoColor, theme.Color16} {
		g, a := shares(theme.PaletteFor("", profile), 6, 40)
		for _, round := range []int{10, 30} {
			column := ""
			for y := range 6 {
				column += string(g.At(a.Column(round), y).R)
			}
			if !strings.HasPrefix(column, "1") && !strings.HasPrefix(column, "0") && !strings.HasPrefix(column, "3") || !strings.HasSuffix(column, "2") {
				t.Errorf("profile %d, round %d: %q", profile, round, column)
			}
		}
	}
}

func TestScaleIgnoresTheFuture(t *testing.T) {
	t.Parallel()
	scale := func(later int) string {
		rec := start(40)
		for k := range 40 {
			v := 10 * k
			if k > 20 {
				v = later * k
			}
			add(rec, [sim.Seats]int{v})
		}
		return axisOf(rec, 20)
	}
	if a, b := scale(10), scale(1000); a != b || !strings.Contains(a, "200") {
		t.Errorf("the scale is %q, and %q where more is to come", a, b)
	}
}

// axisOf returns the labels next to the chart of the scores at a round.
func axisOf(rec *record.Record, round int) string {
	h := NewHistory(index.New(rec))
	h.Update()
	g := &screen.Grid{}
	g.Resize(60, 6)
	a := NewAxis(g.Bounds(), rec.Rounds())
	h.Draw(g, g.Bounds(), a, Span{Round: round, Edge: rec.Edge(), LastRound: rec.Rounds()}, SeriesScore, theme.PaletteFor("", theme.TrueColor))
	var b strings.Builder
	for y := range g.H {
		for x := range a.LabelWidth {
			b.WriteRune(max(g.At(x, y).R, ' '))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestScaleHasAUnitAndTwoValues(t *testing.T) {
	t.Parallel()
	for _, scores := range [][sim.Seats]int{{}, {1}, {7, 3}, {10_000}, {123_456}, {-5, 5}, {-7}} {
		rec := start(4)
		add(rec, scores)
		add(rec, scores)
		words := strings.Fields(axisOf(rec, 2))
		if len(words) != 3 || words[1] != "points" || words[0] == words[2] {
			t.Errorf("scores %v: %q beside the chart", scores, words)
		}
	}
}
