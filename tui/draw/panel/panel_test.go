package panel

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// toy describes events and orders.
type toy struct{ sim.Game }

func (toy) AppendEventText(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	return append(append(append(dst, "wizard "...), byte('0'+e.Unit)), (" of " + names[e.Seat] + " reads a book near (4,5)")...)
}

func (toy) AppendOrderText(dst []byte, o sim.Order) []byte { return append(dst, "moves up"...) }

func (toy) Definition() *sim.Definition {
	return sim.NewGameBase(sim.Definition{OutcomeTexts: []string{sim.FirstGameOutcome: "a wall is there"}}).Definition()
}

var toyLegend = sim.Legend{
	Events: []sim.EventKind{
		{Name: "book", Symbol: "▤", ASCII: 'b', Role: sim.RoleTreasure, Rank: 4},
		{Name: "death", Symbol: "☠", ASCII: '+', Role: sim.RoleBad, Rank: 0},
		{Name: "spell", Symbol: "✦", ASCII: '*', Role: sim.RoleOwner, Rank: 2},
	},
}

func info() *Info {
	f := &sim.Frame{Rows: 9, Cols: 9, Cells: make([]sim.Cell, 81)}
	for i := range f.Cells {
		f.Cells[i].Unit = -1
	}
	f.Cells[9*4+5].Unit = 0
	f.Units = []sim.Unit{{ID: 7, Seat: 1, OnBoard: true, At: sim.Pos{Row: 4, Col: 5}}}
	for i := range f.Players {
		f.Players[i] = sim.PlayerCard{Score: 100 * (i + 1), Stats: []sim.Label{
			{Key: "cells", Value: "  12", Short: "12 cells"},
			{Key: "wizards", Value: "20", Short: "20 wizards"},
			{Key: "strength", Value: "2650 → 126 each"},
			{Key: "ghost", Value: "ready", Short: "ghost may cast"},
		}}
	}
	f.Labels = []sim.Label{{Key: "spell", Value: "7 6 5 7 10 5 6 9 5 5 8 9 5 6 7"}}
	names := [sim.Seats]string{"Seeker", "Seek", "Null", "Demo"}
	return &Info{MoreKey: "e",
		Game: toy{}, Legend: &toyLegend, Names: &names,
		Palette: theme.PaletteFor("", theme.TrueColor), Round: 5, Frame: f, SelectedEvent: -1,
	}
}

// page draws into a grid and returns the grid and its text.
func page(w, h int, draw func(*screen.Grid, screen.Rect)) (*screen.Grid, string) {
	g := &screen.Grid{}
	g.Resize(w, h)
	draw(g, g.Bounds())
	var b strings.Builder
	for y := range h {
		for _, c := range g.Row(y) {
			b.WriteRune(max(c.R, ' '))
		}
		b.WriteByte('\n')
	}
	return g, b.String()
}

func has(t *testing.T, s string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(s, w) {
			t.Errorf("no %q in\n%s", w, s)
		}
	}
}

func TestCardsShowFiguresAndProcessorTime(t *testing.T) {
	t.Parallel()
	in := info()
	in.RoundGains = [4]int{31, -12, 0, 5}
	turn := &sim.Turn{KnownParts: sim.KnownAll}
	turn.Reports[0] = sim.Report{CPU: 400 * time.Microsecond, TotalCPU: time.Second}
	in.NextTurn = turn
	_, s := page(36, 31, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
	has(t, s, "▌ Seeker   100   +31", "▌ Null     300     ", "cells   12  wizards 20", "strength 2650 → 126 each", "cpu  0.4 ms",
		"ghost ready")
	_, s = page(36, 1, func(g *screen.Grid, r screen.Rect) { DrawLabels(g, r, in) })
	has(t, s, "spell 7 6 5 7 10 5 6 9 5 5 8 9 5 6 7")
	in.SortByScore = true
	if got := in.Seats(); got != [4]int{3, 2, 1, 0} {
		t.Errorf("by score: %v", got)
	}
	in.HasClock, in.Status = true, [4]float64{0.35, 0, 0, 0}
	_, s = page(36, 31, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
	has(t, s, "cpu    35 %")
}

func TestCardsAlignTheirFigures(t *testing.T) {
	t.Parallel()
	in := info()
	in.HasChances, in.WinChances, in.ChanceErrors = true, [4]float64{0.59, 0.01, 0.002, 0.4}, [4]float64{0.03, 0.01, 0, 0.03}
	in.RoundGains = [4]int{31, -1204, 0, 5}
	for seat, score := range []int{5, 12345, 0, 987} {
		in.Frame.Players[seat].Score = score
		in.Frame.Players[seat].Stats[0].Short = []string{"3 cells", "1204 cells", "17 cells", "0 cells"}[seat]
	}
	for _, w := range []int{16, 36, 100} {
		_, s := page(w, 30, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
		lines := strings.Split(s, "\n")
		ends := func(words ...string) (ends []int) {
			for _, word := range words {
				for _, line := range lines {
					if i := strings.Index(line, word); i >= 0 {
						ends = append(ends, len([]rune(line[:i]+word)))
						break
					}
				}
			}
			return ends
		}
		rows := [][]string{{"  5", " 12345", "  0", " 987"}, {"+31", "-1204", "+5"}}
		if w >= TableMinWidth {
			rows = append(rows, []string{"59 %", " 1 %", "<1 %", "40 %"})
		}
		if w < fullCardMinWidth { // narrow panels show what fits
			rows = [][]string{{" 5", " 12345", " 0", " 987"}, {"3 cells", "1204 cells", "17 cells", "0 cells"}}
		}
		for _, words := range rows {
			if e := ends(words...); len(e) != len(words) || slices.Min(e) != slices.Max(e) {
				t.Errorf("%d columns: %q end at the columns %v\n%s", w, words, e, s)
			}
		}
	}
}

func TestCardsShowFewUnitsSingly(t *testing.T) {
	t.Parallel()
	legend := sim.Legend{Units: []sim.Kind{{Symbol: "●", Letters: "b", HasLife: true}, {Symbol: "◆", Letters: "g", HasLife: true}}}
	in := info()
	in.Legend = &legend
	living := func(n int) {
		in.Frame.Units = nil
		for i := range sim.Seats * n {
			u := sim.Unit{ID: int32(i), Seat: int8(i / n), Kind: uint8((i + 1) % 2), Life: 60, MaxLife: 60}
			if i%n == 0 {
				u.Life = 20
			}
			in.Frame.Units = append(in.Frame.Units, u)
		}
	}
	for seat := range in.Frame.Players {
		in.Frame.Players[seat].Stats[1].CountsUnits = true
	}
	living(4)
	for _, c := range []struct {
		palette string
		n, w, h int
		want    string // empty if figures count the units instead
	}{
		{"", 4, 100, 9, "●█ ●█ ◆▂ ◆█"},
		{"", 4, 36, 31, "●█ ●█ ◆▂ ◆█"},
		{"", 4, 98, RowHeight, "●█ ●█ ◆▂ ◆█"},
		{"", 8, 98, RowHeight, "●█●█●█●█◆▂◆█◆█◆█"},
		{"16", 4, 36, 31, "b█ b█ g▂ g█"},
		{"none", 4, 98, RowHeight, "b9 b9 g3 g9"},
		{"", 4, 16, 20, ""},
		{"", 9, 100, 9, ""},
	} {
		in.Palette = theme.PaletteFor(c.palette, theme.TrueColor)
		living(c.n)
		_, s := page(c.w, c.h, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
		if n := strings.Count(s, c.want); c.want != "" && n != sim.Seats || (c.want == "") != strings.Contains(s, "wizards") {
			t.Errorf("%q, %d units in %d×%d: %q\n%s", c.palette, c.n, c.w, c.h, c.want, s)
		}
	}
}

// A configuration may give units any life.
func TestDrawUnitTakesAnyLife(t *testing.T) {
	t.Parallel()
	var g screen.Grid
	g.Resize(2, 1)
	l := &sim.Legend{Units: []sim.Kind{{Symbol: "●", Letters: "w", HasLife: true}}}
	DrawUnit(&g, 0, 0, &sim.Unit{Life: 1e9, MaxLife: 1e9}, l, theme.PaletteFor("", theme.NoColor).WithASCII())
	if r := g.At(1, 0).R; r != '9' {
		t.Errorf("all of a life is %q", r)
	}
}

// A recording may contain any score.
func TestSparklineTakesAnyGain(t *testing.T) {
	t.Parallel()
	in := info()
	in.GainCount, in.Gains[0] = SparklineBars, [SparklineBars]int{1e18, 2e9, -1e18}
	page(60, 20, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
}

func TestNarrowCardsShowWholeNames(t *testing.T) {
	t.Parallel()
	in := info()
	in.Names = &[sim.Seats]string{"Nightwatch 0", "Greedy 1", "Nightwatch 2", "Greedy 3"}
	for w, profile := range map[int]theme.Profile{15: theme.NoColor, 16: theme.TrueColor} {
		in.Palette = theme.PaletteFor("", profile)
		_, s := page(w, 16, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
		has(t, s, "Nightwatch 0", "Greedy 1", "Nightwatch 2", "Greedy 3", " 100 ", " 400 ", "20 wizards")
	}
}

// terse describes events as the games do.
type terse struct{ toy }

func (terse) AppendEventText(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	return append(dst, fmt.Sprintf("wizard %d (%s)", e.Unit, names[e.Seat])+" reads a book at (4,5): +50 strength"...)
}

func TestEventsThatDifferInTheUnitShareALine(t *testing.T) {
	t.Parallel()
	in := info()
	in.Game, in.PreviousTurn = terse{}, events(sim.KnownAll, 0, 1, 2, 0, 0, 0, 0)
	draw := func(h int) (*screen.Grid, string) {
		return page(34, h, func(g *screen.Grid, r screen.Rect) { new(EventList).Draw(g, r, in) })
	}
	g, s := draw(9)
	has(t, s, "round 5 ──", "☠ wizard 1 reads a book", "▤ reads a book: 4 5 6")
	if strings.Contains(s, "Seek") || strings.Contains(s, "more") {
		t.Errorf("the player is named beside its colour\n%s", s)
	}
	if c := g.At(16, slices.IndexFunc(strings.Split(s, "\n"), func(line string) bool { return strings.Contains(line, "4 5 6") })); c.R != '4' || c.FG != in.Palette.SeatColor(0) {
		t.Errorf("unit 4 is not in the colour of its player\n%s", s)
	}
	_, s = draw(4)
	has(t, s, "+2 more: e")
	in.Palette = theme.PaletteFor("", theme.NoColor)
	_, s = draw(9)
	has(t, s, "reads a book: A4 B5 A6")
}

func TestCardsStayInTheirRectangle(t *testing.T) {
	t.Parallel()
	in := info()
	for w := 1; w < 60; w += 3 {
		for h := 1; h < 40; h += 2 {
			r := screen.Rect{X: 2, Y: 2, W: w, H: h}
			g := &screen.Grid{}
			g.Resize(w+4, h+4)
			new(Cards).Draw(g, r, in)
			for y := range g.H {
				for x, c := range g.Row(y) {
					if c.R != 0 && y >= r.Y+r.H {
						t.Fatalf("%d×%d: %q at (%d,%d)", w, h, c.R, x, y)
					}
				}
			}
			if w >= 16 && h >= 8 {
				_, s := page(w, h, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
				has(t, s, "Seeker", "100", "400")
			}
		}
	}
}

func TestNarrowCardsAreShortened(t *testing.T) {
	t.Parallel()
	in := info()
	in.RoundGains = [4]int{31, -1204, 0, 5}
	_, s := page(16, 19, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
	has(t, s, "▌Seeker      100\n▌12 cells       \n▌20 wizards     \n▌ghost may cast \n▌Seek")
	_, s = page(16, 28, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
	has(t, s, "ghost may cast \n▌            +31\n", "ghost may cast \n▌          -1204\n")
}

func TestCardSaysWhyAPlayerIsOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set  func(*Info)
		want string
	}{
		"goes out in this round": {func(in *Info) {
			in.NextTurn = &sim.Turn{KnownParts: sim.KnownAll}
			in.NextTurn.Reports[1].Failure = &sim.Failure{Round: 5, Reason: sim.FailedWall, Detail: "11 s without an answer"}
		}, "out: wall"},
		"went out before": {func(in *Info) {
			in.PreviousTurn = &sim.Turn{KnownParts: sim.KnownAll}
			in.PreviousTurn.Reports[1].Failure = &sim.Failure{Round: 4, Reason: sim.FailedCrash}
		}, "out: crash"},
		"a recording says no more": {func(in *Info) { in.Status[1] = -1 }, "out: reason unknown"},
	} {
		for _, w := range []int{16, 36} {
			in := info()
			c.set(in)
			_, s := page(w, 28, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
			if w == 36 || len(c.want) <= w {
				has(t, s, c.want)
			}
			if strings.Count(s, "out: ") != 1 {
				t.Errorf("%s: not one is out\n%s", name, s)
			}
		}
	}
}

// events returns a turn with events of the given kinds.
func events(known sim.KnownParts, kinds ...uint8) *sim.Turn {
	t := &sim.Turn{KnownParts: known}
	for i, k := range kinds {
		t.Events = append(t.Events, sim.Event{Kind: k, Seat: int8(i % 2), Unit: int32(i)})
	}
	return t
}

func TestEventListSortsAndFitsEvents(t *testing.T) {
	t.Parallel()
	in := info()
	draw := func(w, h int) (*screen.Grid, string) {
		return page(w, h, func(g *screen.Grid, r screen.Rect) { new(EventList).Draw(g, r, in) })
	}
	_, s := draw(80, 2)
	has(t, s, "events unknown")
	in.Round = 0
	_, s = draw(80, 2)
	has(t, s, "the start")
	in.PreviousTurn = events(sim.KnownOrders)
	_, s = draw(80, 3)
	has(t, s, "round 0 ─", "no events could be confirmed")
	in.PreviousTurn = events(sim.KnownAll)
	_, s = draw(80, 3)
	has(t, s, "nothing happened in this round")

	in.PreviousTurn = events(sim.KnownAll, 0, 1, 2, 0, 0)
	g, s := draw(70, 4)
	has(t, s, "☠ wizard 1 of Seek reads", "✦ wizard 2 of Seeker reads", "▤ wizard 0", "+2 more: e")
	if strings.Index(s, "☠") > strings.Index(s, "✦") {
		t.Errorf("the death is not first\n%s", s)
	}
	row := []rune(strings.Split(s, "\n")[2])
	x := len([]rune(string(row)[:strings.Index(string(row), "Seeker")]))
	for i := range 6 {
		if got := g.At(x+i, 2).FG; got != in.Palette.SeatColor(0) {
			t.Errorf("letter %d of Seeker has colour %#x", i, got)
		}
	}
	in.SelectedEvent = 4
	g, s = draw(70, 4)
	if has(t, s, "▤ wizard 4"); g.At(0, 1).R != '▤' || g.At(2, 1).Attr != screen.Bold {
		t.Errorf("what was stopped at is not first\n%s", s)
	}
	_, s = draw(160, 4)
	has(t, s, "wizard 0", "wizard 1", "wizard 2", "wizard 3", "wizard 4")
	if strings.Contains(s, "…") || strings.Count(s, "near (4,5)") != 5 {
		t.Errorf("cut beside empty columns\n%s", s)
	}
}

func TestDrawAllEventsShowsEveryEvent(t *testing.T) {
	t.Parallel()
	in := info()
	in.PreviousTurn = events(sim.KnownOrders, 0, 1, 2, 0, 0, 0, 0, 0, 0)
	_, s := page(30, 20, func(g *screen.Grid, r screen.Rect) { DrawAllEvents(g, r, in) })
	has(t, s, "confirmed events only", "☠ wizard 1", "wizard 8")
	in.PreviousTurn = nil
	_, s = page(30, 6, func(g *screen.Grid, r screen.Rect) { DrawAllEvents(g, r, in) })
	has(t, s, "unknown")
}

func TestOrdersAreGroupedByFailure(t *testing.T) {
	t.Parallel()
	in := info()
	in.PreviousTurn = &sim.Turn{KnownParts: sim.KnownAll}
	for i := range 9 {
		in.PreviousTurn.Orders[1] = append(in.PreviousTurn.Orders[1], sim.SubmittedOrder{Order: sim.Order{Unit: int32(i)}, Outcome: []sim.Outcome{sim.OutcomeExecuted, sim.OutcomeNotOwned, sim.OutcomePlayerOut, sim.FirstGameOutcome}[i%4]})
	}
	_, s := page(36, 21, func(g *screen.Grid, r screen.Rect) { DrawOrders(g, r, in) })
	has(t, s, "orders", "Seek 9 given, 3 done", "#0 moves up", "#8 moves up", "Null 0 given, 0 done")
	has(t, s, "led here (round 0)", "2× a wall is there:", "2× dropped: not this player's unit:")
	if strings.Index(s, "a wall is there") > strings.Index(s, "#0 moves up") {
		t.Errorf("what failed is not first\n%s", s)
	}
	_, s = page(36, 11, func(g *screen.Grid, r screen.Rect) { DrawOrders(g, r, in) })
	has(t, s, "2× dropped: not this player's unit:", "#1 moves up  #5 moves up", "9 given, 3 done")
	in.PreviousTurn = &sim.Turn{Executed: []sim.Order{{Unit: 7}, {Unit: 8}}}
	in.PreviousFrame = &sim.Frame{Units: []sim.Unit{{ID: 7, Seat: 1}, {ID: 8, Seat: 3}}}
	_, s = page(36, 21, func(g *screen.Grid, r screen.Rect) { DrawOrders(g, r, in) })
	has(t, s, "others unknown", "Seek 1 done", "#7 moves up", "Demo 1 done", "#8 moves up")
}

func TestOutputShowsWordsMarksAndLastWords(t *testing.T) {
	t.Parallel()
	in := info()
	draw := func() string {
		_, s := page(36, 24, func(g *screen.Grid, r screen.Rect) { DrawOutput(g, r, in) })
		return s
	}
	has(t, draw(), "this round has not been played")
	in.IsOver = true
	has(t, draw(), "the match is over")
	in.Status[1], in.ExitReports[1] = -1, &sim.Report{Stderr: []string{"first", "segmentation fault"}}
	in.PreviousTurn = &sim.Turn{KnownParts: sim.KnownAll}
	in.PreviousTurn.Reports[1].Failure = &sim.Failure{Round: 2, Reason: sim.FailedCrash, Detail: "signal 11"}
	has(t, draw(), "Seek ", "out: crash in round 2", "last output (round 2):", "segmentation fault")
	_, s := page(36, 36, func(g *screen.Grid, r screen.Rect) { new(Cards).Draw(g, r, in) })
	has(t, s, "out: crash, since round 2", "last output (round 2)", "segmentation fault", "signal 11")
	in.PreviousTurn = nil
	in.NextTurn = &sim.Turn{}
	has(t, draw(), "contains no player")
	in.NextTurn = &sim.Turn{KnownParts: sim.KnownAll}
	in.NextTurn.Reports[2] = sim.Report{Stderr: []string{"thinking \x1b[2J hard"}, Marks: []sim.Mark{{Unit: 7, Text: "hero"}, {Unit: -1, At: sim.Pos{Row: 1, Col: 2}, Text: "goal"}}}
	has(t, draw(), "Null", "thinking [2J hard", "@ unit 7 hero", "@ (1,2) goal", "no output", "output in round 5")
}

type toyState struct{ sim.State }

func (toyState) Inspect(p sim.Pos, _ *[sim.Seats]string) []string {
	return []string{p.String() + " a cell"}
}

func TestInspectLinesHaveOrderAndMarks(t *testing.T) {
	t.Parallel()
	in := info()
	at := sim.Pos{Row: 4, Col: 5}
	join := func() string { return strings.Join(InspectLines(in, toyState{}, at), "\n") }
	has(t, join(), "(4,5) a cell")
	in.PreviousTurn = &sim.Turn{KnownParts: sim.KnownAll}
	has(t, join(), "last order: none")
	for f, want := range map[sim.Outcome]string{
		sim.OutcomeExecuted: "done", sim.OutcomeNotOwned: "not this player's unit", sim.OutcomePlayerOut: "its player is out",
		sim.OutcomeUnknown: "outcome unknown", sim.FirstGameOutcome: "a wall is there",
	} {
		in.PreviousTurn.Orders[1] = []sim.SubmittedOrder{{Order: sim.Order{Unit: 7}, Outcome: f}}
		has(t, join(), "order from Seek: moves up (", want)
	}
	in.PreviousTurn = &sim.Turn{Executed: []sim.Order{{Unit: 7}}}
	has(t, join(), "last order: moves up (done)")
	in.PreviousTurn = &sim.Turn{}
	has(t, join(), "given orders are not recorded")
	in.NextTurn = &sim.Turn{KnownParts: sim.KnownAll}
	in.NextTurn.Reports[0].Marks = []sim.Mark{{Unit: -1, At: at, Text: "trap"}, {Unit: 7, Text: "prey"}}
	has(t, join(), "Seeker says: trap", "Seeker says: prey")
	at = sim.Pos{Row: -1, Col: 99}
	join()
}

func TestLineEndBreaksAtBlanks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    string
		n    int
		line string
		rest string
	}{
		{"one two three", 7, "one two", "three"},
		{"one two three", 8, "one two", "three"},
		{"onetwothree", 4, "onet", "wothree"},
		{"a é→é b", 5, "a é→é", "b"},
		{"short", 9, "short", ""},
		{"x", 0, "x", ""},
		{"", 3, "", ""},
	} {
		end, next := screen.LineEnd(c.s, 0, c.n)
		if line, rest := c.s[:end], c.s[next:]; line != c.line || rest != c.rest {
			t.Errorf("%q at %d: %q and %q", c.s, c.n, line, rest)
		}
	}
}

func TestPastLinesAreNewestFirst(t *testing.T) {
	t.Parallel()
	in := info() // unit 7 is at (4,5) in round 5
	turns := make([]*sim.Turn, 5)
	for k := range turns {
		turns[k] = &sim.Turn{Round: k, KnownParts: sim.KnownAll}
		turns[k].Orders[1] = []sim.SubmittedOrder{{Order: sim.Order{Unit: 7}, Outcome: sim.OutcomeExecuted}, {Order: sim.Order{Unit: 8}, Outcome: sim.OutcomeExecuted}}
	}
	turns[1].Orders[1][0].Outcome = sim.FirstGameOutcome
	turns[2].KnownParts, turns[2].Orders[1], turns[2].Executed = 0, nil, []sim.Order{{Unit: 7}}
	turns[3].Events = []sim.Event{{Unit: 8, Target: 9}, {Unit: 2, Target: 7}}
	turn := func(k int) *sim.Turn { return turns[k] }
	at := sim.Pos{Row: 4, Col: 5}
	want := []string{"3  wizard 2 of Seeker reads a book near (4,5)", "3  moves up", "2  moves up", "1  moves up: a wall is there", "0  moves up"}
	if got := HistoryLines(in, turn, at, 9); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := HistoryLines(in, turn, at, 2); !slices.Equal(got, want[:2]) {
		t.Errorf("in two lines %q", got)
	}
	for _, p := range []sim.Pos{{Row: 0, Col: 0}, {Row: -1, Col: 5}, {Row: 99, Col: 99}} {
		if got := HistoryLines(in, turn, p, 9); got != nil {
			t.Errorf("nobody is at %v, and has done %q", p, got)
		}
	}
	turns[2] = nil // a round that is no longer in memory
	if got := HistoryLines(in, turn, at, 9); !slices.Equal(got, want[:2]) {
		t.Errorf("before what is not known %q", got)
	}
}

func TestLeadChangeIsListedByImportance(t *testing.T) {
	t.Parallel()
	in := info()
	in.LeadChange = &LeadChange{Seat: 2, Text: "Null takes the lead from Demo, 9 to 8: +3 against +0 in this round"}
	draw := func() (*screen.Grid, string) {
		return page(70, 6, func(g *screen.Grid, r screen.Rect) { new(EventList).Draw(g, r, in) })
	}
	in.PreviousTurn = events(sim.KnownAll)
	g, s := draw()
	has(t, s, "▲ Demo leads 400 : 300")
	if got := g.At(0, 1); got.R != '▲' || got.FG != in.Palette.SeatColor(2) {
		t.Errorf("the sign is %q in %#x, want Null's colour %#x", got.R, got.FG, in.Palette.SeatColor(2))
	}
	in.PreviousTurn = events(sim.KnownAll, 0, 1, 2)
	_, s = draw()
	if a, b, c := strings.Index(s, "☠"), strings.Index(s, "▲"), strings.Index(s, "✦"); a < 0 || a > b || b > c {
		t.Errorf("the change of the leader is not between death and spell\n%s", s)
	}
	in.SelectedEvent = 3
	if _, s = draw(); !strings.HasPrefix(strings.Split(s, "\n")[1], "▲ Null takes the lead from Demo") {
		t.Errorf("what was stopped at is not first\n%s", s)
	}
	_, s = page(70, 20, func(g *screen.Grid, r screen.Rect) { DrawAllEvents(g, r, in) })
	has(t, s, "▲ Null takes")
}

func TestHighlightedPlayerComesFirstAndAlone(t *testing.T) {
	t.Parallel()
	in := info()
	in.SortByScore, in.Front = true, 2
	if got := in.Seats(); got != [sim.Seats]int{1, 3, 2, 0} {
		t.Errorf("seats in the order %v", got)
	}
	in.PreviousTurn = events(sim.KnownAll, 0, 1, 2) // events of seats 0, 1 and 0
	in.PreviousTurn.Events[2].Other = 1
	in.PreviousTurn.Orders[0] = []sim.SubmittedOrder{{Order: sim.Order{Unit: 5}, Outcome: sim.OutcomeExecuted}}
	in.PreviousTurn.Orders[1] = []sim.SubmittedOrder{{Order: sim.Order{Unit: 7}, Outcome: sim.FirstGameOutcome}, {Order: sim.Order{Unit: 8}, Outcome: sim.OutcomeExecuted}}
	for i := range in.PreviousTurn.Events {
		if in.PreviousTurn.Events[i].Seat != 1 && i != 2 {
			in.PreviousTurn.Events[i].Other = -1
		}
	}
	_, s := page(60, 30, func(g *screen.Grid, r screen.Rect) {
		DrawAllEvents(g, screen.Rect{W: r.W, H: 10}, in)
		DrawOrders(g, screen.Rect{Y: 10, W: r.W, H: r.H - 10}, in)
	})
	has(t, s, "wizard 1 of Seek", "wizard 2 of Seeker", "2 given, 1 done, 1 failed", "1× a wall is there:  #7 moves up", "#8 moves up")
	for _, w := range []string{"wizard 0", "#5 moves up", "Null", "Demo"} {
		if strings.Contains(s, w) {
			t.Errorf("%q is of somebody else\n%s", w, s)
		}
	}
	in.PreviousTurn = events(sim.KnownAll, 0)
	in.PreviousTurn.Events[0].Other = -1
	_, s = page(60, 3, func(g *screen.Grid, r screen.Rect) { new(EventList).Draw(g, r, in) })
	has(t, s, "no events concerning Seek")
}
