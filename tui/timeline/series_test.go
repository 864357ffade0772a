package timeline

import (
	"strings"
	"testing"

	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

func TestSeries(t *testing.T) {
	t.Parallel()
	rec := start(10)
	add(rec, [4]int{30, 10, 60, 0}) // seat 2 leads by 30
	add(rec, [4]int{60, 10, 60, 0}) // nobody leads
	add(rec, [4]int{75, 10, 65, 0})
	h := NewHistory(index.New(rec))
	h.Update()
	read := h.past.Now()
	at := func(n Series, k int) [4]int32 { return h.curve(read, n, 3)[k].scores }
	for _, c := range []struct {
		n    Series
		k    int
		want [4]int32
	}{
		{SeriesScore, 1, [4]int32{30, 10, 60, 0}},
		{SeriesLead, 1, [4]int32{none, none, 30, none}},
		{SeriesLead, 2, [4]int32{none, none, none, none}},
		{SeriesLead, 3, [4]int32{10, none, none, none}},
		{SeriesShare, 0, [4]int32{none, none, none, none}},
		{SeriesShare, 1, [4]int32{30, 10, 60, 0}},
		{SeriesShare, 3, [4]int32{50, 6, 43, 0}},
		{SeriesMeasure, 3, [4]int32{150, 20, 130, 0}},
	} {
		if got := at(c.n, c.k); got != c.want {
			t.Errorf("%s in round %d: %v, want %v", h.Name(c.n), c.k, got, c.want)
		}
	}
	if n := h.Series(); n != 5 || h.Name(n-1) != "cpu time of a round" || h.Name(SeriesMeasure) != "points" {
		t.Errorf("%d series, the last is %q", n, h.Name(n-1))
	}
}

// Nothing after the last round that may be told about is asked for.
func TestSeriesEndAtTheEdge(t *testing.T) {
	t.Parallel()
	rec := start(10)
	for k := range 10 {
		add(rec, [4]int{k, 2 * k, 0, 1})
	}
	h := NewHistory(index.New(rec))
	h.Update()
	g := &screen.Grid{}
	g.Resize(60, 8)
	h.Draw(g, g.Bounds(), NewAxis(g.Bounds(), 10), Span{Round: 2, Edge: 4, Last: 10}, SeriesMeasure, theme.For("", theme.TrueColor))
	if n := len(h.curves[SeriesMeasure].rounds); n != 5 {
		t.Errorf("%d states were asked", n)
	}
}

// The lead is an area in the colour of whoever leads.
func TestLeadIsAnArea(t *testing.T) {
	t.Parallel()
	rec := start(40)
	for k := range 40 {
		add(rec, [4]int{20, k, 0, 0})
	}
	h := NewHistory(index.New(rec))
	h.Update()
	for _, p := range []*theme.Palette{theme.For("", theme.TrueColor), theme.For("", theme.NoColor)} {
		g := &screen.Grid{}
		g.Resize(60, 6)
		a := NewAxis(g.Bounds(), 40)
		h.Draw(g, g.Bounds(), a, Span{Round: 40, Edge: 40, Last: 40}, SeriesLead, p)
		s := lines(g)
		first, last := g.At(a.Column(2), 5), g.At(a.Column(39), 5)
		if first.FG != p.Seat(0) || last.FG != p.Seat(1) || first.R == 0 || last.R == 0 {
			t.Errorf("the lowest row begins with %q and ends with %q\n%s", first.R, last.R, s)
		}
		if strings.TrimSpace(s) == "" {
			t.Error("nothing is drawn")
		}
	}
}
