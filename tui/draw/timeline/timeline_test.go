package timeline

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/index"
)

// toy is a game with scores only.
type toy struct{ sim.Game }

var toyLegend = sim.Legend{Events: []sim.EventKind{
	{Name: "spell", Symbol: "◆", ASCII: '*', OnTimeline: true, Rank: 0},
	{Name: "death", Symbol: "☠", ASCII: '+', OnTimeline: true, Rank: 2},
	{Name: "step", Symbol: "·", ASCII: '.', Rank: 3},
}}

func (toy) Legend() *sim.Legend { return &toyLegend }

// Measures returns twice the score.
func (toy) Measures() []sim.Measure {
	return []sim.Measure{{Name: "points", Value: func(s sim.State, seat int) int { return 2 * s.Scores()[seat] }}}
}

type toySettings struct {
	sim.Settings
	rounds int
}

func (s toySettings) Rounds() int { return s.rounds }

type toyState struct {
	sim.State
	scores [sim.Seats]int
}

func (s toyState) Scores() [sim.Seats]int { return s.scores }

// start returns a new record of a match with the given number of rounds.
func start(rounds int) *record.Record {
	return record.New(record.Meta{Game: toy{}, Settings: toySettings{rounds: rounds}}, toyState{})
}

func add(rec *record.Record, scores [sim.Seats]int, kinds ...uint8) {
	t := &sim.Turn{Round: rec.Edge(), KnownParts: sim.KnownAll}
	t.Reports[1].CPU = 3e6
	for _, k := range kinds {
		t.Events = append(t.Events, sim.Event{Kind: k})
	}
	rec.Append(t, toyState{scores: scores})
}

func TestHistoryMarksImportantEvents(t *testing.T) {
	t.Parallel()
	rec := start(8)
	h := NewHistory(index.New(rec))
	h.Update()
	add(rec, [4]int{10, 0, 0, 0}, 2)
	add(rec, [4]int{10, 20, 0, 0}, 1, 1, 0) // seat 1 takes the lead
	add(rec, [4]int{30, 30, 0, 0})          // a tie, no leader
	h.Update()
	add(rec, [4]int{30, 31, 0, 0}) // the leader before the tie
	add(rec, [4]int{30, 31, 40, 0}, 9)
	h.Update()
	h.Update()
	marks := *h.marks.Current()
	want := []EventMark{{2, 1, 0}, {2, 0, 0}, {2, index.LeadChange, 1}, {5, index.LeadChange, 2}}
	if len(marks) != len(want) {
		t.Fatalf("moments %v, want %v", marks, want)
	}
	for i := range want {
		if marks[i] != want[i] {
			t.Errorf("moment %d is %v, want %v", i, marks[i], want[i])
		}
	}
	if s, ok := h.Score(5, 2); s != 40 || !ok {
		t.Errorf("score %d, %v", s, ok)
	}
	if _, ok := h.Score(6, 0); ok {
		t.Error("a score of the future")
	}
}

func TestHistoryRereadsAnEnrichedRecord(t *testing.T) {
	t.Parallel()
	rec := start(2)
	add(rec, [4]int{1, 0, 0, 0})
	add(rec, [4]int{2, 0, 0, 0})
	h := NewHistory(index.New(rec))
	h.Update()
	rec.Enrich([]*sim.Turn{{Events: []sim.Event{{Kind: 0}}}, {Round: 1}})
	h.Update()
	if marks, rounds := *h.marks.Current(), *h.curves[SeriesScore].Current(); len(marks) != 1 || len(rounds) != 3 {
		t.Errorf("moments %v, %d states", marks, len(rounds))
	}
}

func TestHistoryGrowsWhileItIsRead(t *testing.T) {
	t.Parallel()
	rec := start(500)
	h := NewHistory(index.New(rec))
	h.Update()
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for k := 0; k < 500; {
				h.Update()
				rounds := *h.curves[SeriesScore].Current()
				k = len(rounds) - 1
				if now := rounds[k]; int(now.bySeat[0]) != k || int(now.high) != k {
					t.Errorf("state %d has %+v", k, now)
					return
				}
			}
		})
	}
	for k := range 500 {
		add(rec, [4]int{k + 1}, 1)
	}
	readers.Wait()
}

func TestAxisMapsRoundsToColumnsAndBack(t *testing.T) {
	t.Parallel()
	for _, last := range []int{1, 7, 200, 5000} {
		for _, w := range []int{40, 80, 161} {
			a := NewAxis(screen.Rect{W: w}, last)
			if a.Column(0) != a.X || a.Column(last) != a.X+a.W-1 {
				t.Errorf("%d rounds in %d columns: from %d to %d", last, w, a.Column(0), a.Column(last))
			}
			if a.Round(-100) != 0 || a.Round(1000) != last {
				t.Errorf("%d rounds: outside are %d and %d", last, a.Round(-100), a.Round(1000))
			}
			for x := a.X; x < a.X+a.W; x++ {
				if last >= a.W && a.Column(a.Round(x)) != x {
					t.Errorf("%d rounds: column %d holds round %d, which is at %d", last, x, a.Round(x), a.Column(a.Round(x)))
				}
			}
			for k := range min(last, a.W-1) + 1 {
				if last < a.W && a.Round(a.Column(k)) != k {
					t.Errorf("%d rounds in %d: round %d is found as %d", last, a.W, k, a.Round(a.Column(k)))
				}
			}
		}
	}
}

func lines(g *screen.Grid) string {
	var b strings.Builder
	for y := range g.H {
		for _, c := range g.Row(y) {
			if c.R == 0 {
				c.R = ' '
			}
			b.WriteRune(c.R)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// draw draws a match of 20 rounds: processor times, scores, key and bar.
func draw(p *theme.Palette, s Span) string {
	rec := start(20)
	for k := range 20 {
		add(rec, [4]int{10 * k, 5 * k, 100, 2*k*k - 100}, []uint8{2, 2, 2, 0, 2, 1}[k%6])
	}
	h := NewHistory(index.New(rec))
	h.Update()
	g := &screen.Grid{}
	g.Resize(60, 13)
	a := NewAxis(screen.Rect{W: 60}, 20)
	h.Draw(g, screen.Rect{W: 60, H: 4}, a, s, h.NumSeries()-1, p)
	h.Draw(g, screen.Rect{Y: 4, W: 60, H: 7}, a, s, SeriesScore, p)
	h.DrawLegend(g, 0, 11, h.LegendWidth(false) > 60, p)
	h.DrawBar(g, 12, a, s, p)
	if p.UseASCII {
		g.ReplaceNonASCII()
	}
	return lines(g)
}

func TestBarAndChartsShowThePast(t *testing.T) {
	t.Parallel()
	all := draw(theme.PaletteFor("", theme.TrueColor), Span{Round: 9, Edge: 20, LastRound: 20})
	for _, want := range []string{"◆ spell ☠ death ▲ lead change", "●", "☠", "◆", "▲", "round 0", " 20", " 100 ", "points", "-100", "█"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	plain := draw(theme.PaletteFor("", theme.NoColor), Span{Round: 9, Edge: 20, LastRound: 20})
	for _, r := range plain {
		if r > 0x7e {
			t.Errorf("%q in\n%s", r, plain)
			break
		}
	}
	early := draw(theme.PaletteFor("", theme.TrueColor), Span{Round: 9, Edge: 9, LastRound: 20})
	for _, row := range strings.Split(early, "\n")[4:11] {
		if strings.TrimSpace(string([]rune(row)[33:])) != "" {
			t.Errorf("the future shows:\n%s", early)
			break
		}
	}
}

func TestNiceRoundsUp(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]int{-5: 0, 0: 0, 1: 1, 9: 10, 11: 15, 99: 100, 100: 100, 5300: 6000, 8942: 10000, 1 << 40: 1_500_000_000_000} {
		if got := niceCeil(n); got != want {
			t.Errorf("nice(%d) = %d, want %d", n, got, want)
		}
	}
}

func TestNumbersAreShortened(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, w int
		want string
	}{
		{10_000, 5, "10000"}, {10_000, 4, "10k"}, {1500, 4, "1500"}, {1500, 3, "1.5k"}, {-100, 4, "-100"},
		{150_000, 5, "150k"}, {2_000_000, 4, "2M"}, {-20_000, 4, "-20k"}, {1_500_000, 4, "1.5M"}, {0, 1, "0"},
	} {
		if got := shortNumber(c.n, c.w); got != c.want {
			t.Errorf("%d in %d columns: %q, want %q", c.n, c.w, got, c.want)
		}
	}
	for d, want := range map[time.Duration]string{
		414 * time.Microsecond: "0.4ms", 32 * time.Microsecond: "32µs", 17 * time.Millisecond: "17ms",
		1300 * time.Millisecond: "1.3s", 12 * time.Second: "12s",
	} {
		if got := shortTime(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestHistoryIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	rec := start(300)
	h := NewHistory(index.New(rec))
	done := make(chan struct{})
	for range 3 {
		go func() {
			g := &screen.Grid{}
			g.Resize(60, 5)
			a := NewAxis(g.Bounds(), 300)
			for over := false; !over; over, _ = rec.Ended() {
				h.Update()
				s := Span{Round: rec.Edge(), Edge: rec.Edge(), LastRound: 300}
				h.DrawBar(g, 4, a, s, theme.PaletteFor("", theme.TrueColor))
				for n := range h.NumSeries() {
					h.Draw(g, screen.Rect{W: 60, H: 4}, a, s, n, theme.PaletteFor("", theme.TrueColor))
				}
			}
			done <- struct{}{}
		}()
	}
	for k := range 300 {
		add(rec, [4]int{k, 300 - k, 7, 8}, uint8(k%3))
	}
	rec.End(nil)
	for range 3 {
		<-done
	}
}

// bar draws the bar of a record at a round, up to edge.
func bar(l *record.Record, round, edge int) (*screen.Grid, string, Axis) {
	g := &screen.Grid{}
	g.Resize(80, 1)
	h := NewHistory(index.New(l))
	h.Update()
	a := NewAxis(g.Bounds(), l.Rounds())
	h.DrawBar(g, 0, a, Span{Round: round, Edge: edge, LastRound: l.Rounds(), ShowEarlyEnd: true}, theme.PaletteFor("", theme.TrueColor))
	return g, line0(g), a
}

func line0(g *screen.Grid) string {
	var b strings.Builder
	for _, c := range g.Row(0) {
		b.WriteRune(max(c.R, ' '))
	}
	return b.String()
}

func TestLeadChangesHaveTheColourOfTheNewLeader(t *testing.T) {
	t.Parallel()
	l := start(10)
	add(l, [4]int{9, 0, 0, 0})
	add(l, [4]int{9, 12, 0, 0})
	add(l, [4]int{9, 12, 0, 20})
	add(l, [4]int{9, 12, 0, 20})
	g, s, a := bar(l, 4, 4)
	p := theme.PaletteFor("", theme.TrueColor)
	for round, seat := range map[int]int8{2: 1, 3: 3} {
		if c := g.At(a.Column(round), 0); c.R != '▲' || c.FG != p.SeatColor(seat) {
			t.Errorf("round %d shows %q in %#x, want ▲ of seat %d\n%s", round, c.R, c.FG, seat, s)
		}
	}
	g, s, a = bar(l, 2, 4)
	if was, later := g.At(a.Column(2)-1, 0), g.At(a.Column(3), 0); was.R != '━' || later.R != '▲' || later.FG != p.Dim.FG {
		t.Errorf("what is to come is %q in %#x, want a grey ▲\n%s", later.R, later.FG, s)
	}
}

func TestBarShowsWhereACutMatchEnds(t *testing.T) {
	t.Parallel()
	const words = "ends at round 2"
	l := start(10)
	add(l, [4]int{1, 0, 0, 0})
	add(l, [4]int{2, 0, 0, 0})
	if _, s, _ := bar(l, 0, 2); strings.Contains(s, words) {
		t.Errorf("a match that goes on ends\n%s", s)
	}
	l.End(errors.New("cut"))
	if _, s, _ := bar(l, 0, 2); !strings.Contains(s, words) {
		t.Errorf("nothing of the cut\n%s", s)
	}
}

func TestSeriesValues(t *testing.T) {
	t.Parallel()
	rec := start(10)
	add(rec, [4]int{30, 10, 60, 0}) // seat 2 leads by 30
	add(rec, [4]int{60, 10, 60, 0}) // a tie
	add(rec, [4]int{75, 10, 65, 0})
	h := NewHistory(index.New(rec))
	h.Update()
	at := func(n Series, k int) [4]int32 { return (*h.curves[n].UpTo(3))[k].bySeat }
	for _, c := range []struct {
		n    Series
		k    int
		want [4]int32
	}{
		{SeriesScore, 1, [4]int32{30, 10, 60, 0}},
		{SeriesLead, 1, [4]int32{missingValue, missingValue, 30, missingValue}},
		{SeriesLead, 2, [4]int32{missingValue, missingValue, missingValue, missingValue}},
		{SeriesLead, 3, [4]int32{10, missingValue, missingValue, missingValue}},
		{SeriesShare, 0, [4]int32{missingValue, missingValue, missingValue, missingValue}},
		{SeriesShare, 1, [4]int32{30, 10, 60, 0}},
		{SeriesShare, 3, [4]int32{50, 6, 43, 0}},
		{SeriesMeasure, 3, [4]int32{150, 20, 130, 0}},
	} {
		if got := at(c.n, c.k); got != c.want {
			t.Errorf("%s in round %d: %v, want %v", h.Name(c.n), c.k, got, c.want)
		}
	}
	if n := h.NumSeries(); n != 5 || h.Name(n-1) != "processor time per round" || h.Name(SeriesMeasure) != "points" {
		t.Errorf("%d series, the last is %q", n, h.Name(n-1))
	}
}

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
	h.Draw(g, g.Bounds(), NewAxis(g.Bounds(), 10), Span{Round: 2, Edge: 4, LastRound: 10}, SeriesMeasure, theme.PaletteFor("", theme.TrueColor))
	if n := len(*h.curves[SeriesMeasure].Current()); n != 5 {
		t.Errorf("%d states were asked", n)
	}
}

func TestLeadIsAnAreaInTheLeadersColour(t *testing.T) {
	t.Parallel()
	rec := start(40)
	for k := range 40 {
		add(rec, [4]int{20, k, 0, 0})
	}
	h := NewHistory(index.New(rec))
	h.Update()
	for _, p := range []*theme.Palette{theme.PaletteFor("", theme.TrueColor), theme.PaletteFor("", theme.NoColor)} {
		g := &screen.Grid{}
		g.Resize(60, 6)
		a := NewAxis(g.Bounds(), 40)
		h.Draw(g, g.Bounds(), a, Span{Round: 40, Edge: 40, LastRound: 40}, SeriesLead, p)
		s := lines(g)
		first, last := g.At(a.Column(2), 5), g.At(a.Column(39), 5)
		if first.FG != p.AreaColor(0, false) || last.FG != p.AreaColor(1, false) || first.R == 0 || last.R == 0 {
			t.Errorf("the lowest row begins with %q and ends with %q\n%s", first.R, last.R, s)
		}
		if strings.TrimSpace(s) == "" {
			t.Error("nothing is drawn")
		}
	}
}
