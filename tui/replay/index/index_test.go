package index_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/tui/replay/index"
	"game-tui/tui/tuitest"
)

// recordings reads the official recordings of all games.
func recordings(tb testing.TB) map[string]*record.Record {
	tb.Helper()
	list := map[string]*record.Record{}
	for _, g := range tuitest.Games {
		for name, text := range simtest.Recordings(tb, g.Name()) {
			r, _, err := res.Read(text, tuitest.Games, name)
			if err != nil {
				tb.Fatal(err)
			}
			list[g.Name()+"/"+name] = r
		}
	}
	return list
}

func read(r *record.Record) (*index.Index, *index.Rows) {
	x := index.New(r)
	return x, x.Rows()
}

func TestRowsListEventsAndLeadChanges(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for name, r := range recordings(t) {
		x, rows := read(r)
		i, lead := 0, -1
		next := func(want index.Row) {
			if i >= rows.Len() || *rows.At(i) != want {
				t.Fatalf("%s: row %d is not %+v", name, i, want)
			}
			i++
		}
		for k := 0; k <= r.Edge(); k++ {
			n := 0
			if turn := r.Turn(k - 1); turn != nil {
				n = len(turn.Events)
				for j, e := range turn.Events {
					next(index.Row{Round: int32(k), Event: int32(j), Unit: e.Unit, Target: e.Target, At: e.At, To: e.To,
						Kind: e.Kind, Seat: e.Seat, Other: e.Other})
					if got := x.Event(rows.At(i - 1)); got != &turn.Events[j] {
						t.Fatalf("%s: the event of row %d is %v", name, i-1, got)
					}
				}
			}
			if seat, by := sim.Lead(r.State(k).Scores()); by > 0 {
				if lead >= 0 && lead != seat {
					next(index.Row{Round: int32(k), Event: int32(n), Unit: sim.NoUnit, Target: sim.NoUnit, At: sim.NoPos, To: sim.NoPos,
						Kind: index.LeadChange, Seat: int8(seat), Other: int8(lead)})
				}
				lead = seat
			}
			if rows.CountTo(k) != i {
				t.Fatalf("%s: %d rows up to round %d, want %d", name, rows.CountTo(k), k, i)
			}
		}
		if rows.Len() != i || rows.Edge() != r.Edge() {
			t.Errorf("%s: %d rows to round %d, want %d to %d", name, rows.Len(), rows.Edge(), i, r.Edge())
		}
	}
}

func TestRowsFollowAGrowingRecord(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	whole := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 60)
	_, want := read(whole)
	r := record.New(*whole.Meta(), whole.State(0))
	x := index.New(r)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for n := 0; n < 60; {
				p := x.Rows()
				if n = p.Edge(); p.Len() != want.CountTo(n) {
					t.Errorf("%d rows up to round %d, want %d", p.Len(), n, want.CountTo(n))
					return
				}
			}
		})
	}
	for k := range 60 {
		r.Append(whole.Turn(k), whole.State(k+1))
	}
	readers.Wait()
	var bare []*sim.Turn
	for k := range 60 {
		bare = append(bare, &sim.Turn{Round: k})
	}
	r.Enrich(bare)
	for i, p := 0, x.Rows(); i < p.Len(); i++ {
		if p.At(i).Kind != index.LeadChange {
			t.Fatal("rows of events that are no longer there")
		}
	}
}

func sentence(x *index.Index, row *index.Row, names *[sim.Seats]string) string {
	return string(x.AppendText(nil, row, names))
}

func TestSearchFindsEveryMatchUpToTheEnd(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	dice := rand.New(rand.NewPCG(1, 2))
	all := recordings(t)
	// Iterate in a fixed order, so that the random numbers are reproducible.
	for _, name := range slices.Sorted(maps.Keys(all)) {
		r := all[name]
		x, rows := read(r)
		names := &r.Meta().Names
		for range 20 {
			end := dice.IntN(r.Edge() + 1)
			if rows.CountTo(end) == 0 {
				continue
			}
			row := rows.At(dice.IntN(rows.CountTo(end)))
			words := strings.FieldsFunc(sentence(x, row, names), func(r rune) bool { return strings.ContainsRune(" ().:,;'", r) })
			text := strings.ToUpper(words[dice.IntN(len(words))])
			if text[0] == '+' || text[0] == '-' || text[0] >= '0' && text[0] <= '9' {
				continue // Skip numbers that are not unit numbers.
			}
			q := x.ParseQuery(text, names)
			found := x.Search(rows, &q, index.NoFilter, dice.IntN(end+1), end)
			var want []int32
			for i := range rows.CountTo(end) {
				if fits(x, rows.At(i), text, names) {
					want = append(want, int32(i))
				}
			}
			if !found.Truncated && !slices.Equal(found.Indices, want) {
				t.Errorf("%s: %q up to round %d finds %d rows, want %d", name, text, end, len(found.Indices), len(want))
			}
			if found.Truncated && len(found.Indices) < 1000 {
				t.Errorf("%s: %q gives up after %d rows", name, text, len(found.Indices))
			}
			for _, i := range found.Indices {
				if int(i) >= rows.CountTo(end) {
					t.Fatalf("%s: %q finds a row after round %d", name, text, end)
				}
			}
		}
	}
}

// fits reports whether a word matches a row. It is a naive implementation for comparison.
func fits(x *index.Index, row *index.Row, text string, names *[sim.Seats]string) bool {
	legend := x.Record().Meta().Game.Legend()
	all := sentence(x, row, names) + " " + x.Kind(row.Kind).Name
	if row.Kind != index.LeadChange {
		k := legend.Events[row.Kind]
		if all += " " + k.Plural; k.IsDeath {
			all += " deaths"
		}
	}
	for _, seat := range []int8{row.Seat, row.Other} {
		if seat >= 0 {
			all += " " + names[seat]
		}
	}
	for _, w := range strings.FieldsFunc(all, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_')
	}) {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(text)) {
			return true
		}
	}
	return false
}

func TestQueriesFindUnitsAndKinds(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	all := recordings(t)
	for _, c := range []struct {
		match, text string
		ok          func(x *index.Index, row *index.Row) bool
	}{
		{"harrypotter/dummy-s30", "67", unit(67)},
		{"harrypotter/dummy-s30", "wizard 67", unit(67)},
		{"harrypotter/dummy-s30", "#67", unit(67)},
		{"harrypotter/dummy-s30", "death", kind("death")},
		{"harrypotter/dummy-s30", "Deaths", kind("death")},
		{"harrypotter/dummy-s30", "lead", kind("lead change")},
		{"harrypotter/dummy-s30", "spell cast", kind("spell")},
		{"harrypotter/rival-s2001", "Seeker conv beg", kind("conversion begun")},
		{"moneyheist/dummy-s30", "safe", kind("safe opened")},
		{"moneyheist/dummy-s30", "death", kind("soldier killed", "professor killed")},
		{"thepurge/dummy-s30", "death", kind("death")},
		{"thepurge/dummy-s30", "dusk", kind("dusk")},
	} {
		r := all[c.match]
		x, rows := read(r)
		q := x.ParseQuery(c.text, &r.Meta().Names)
		found := x.Search(rows, &q, index.NoFilter, r.Edge(), r.Edge())
		if len(found.Indices) == 0 || found.Nearest != len(found.Indices)-1 {
			t.Errorf("%s in %s finds %d rows, the nearest is %d", c.text, c.match, len(found.Indices), found.Nearest)
		}
		for _, i := range found.Indices {
			if row := rows.At(int(i)); !c.ok(x, row) {
				t.Errorf("%q finds %q", c.text, sentence(x, row, &r.Meta().Names))
				break
			}
		}
	}
}

func unit(id int32) func(*index.Index, *index.Row) bool {
	return func(_ *index.Index, row *index.Row) bool { return row.Unit == id || row.Target == id }
}

func kind(names ...string) func(*index.Index, *index.Row) bool {
	return func(x *index.Index, row *index.Row) bool { return slices.Contains(names, x.Kind(row.Kind).Name) }
}

func TestQueryOfAPlaceFindsItsEvents(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	r := recordings(t)["harrypotter/dummy-s30"]
	x, rows := read(r)
	row := rows.At(rows.Len() / 2)
	for _, form := range []string{row.At.Pos().String(), strings.Trim(row.At.Pos().String(), "()")} {
		q := x.ParseQuery(form, &r.Meta().Names)
		if at, ok := q.Cell(); !ok || at != row.At.Pos() {
			t.Errorf("%q is the place %v, %v", form, at, ok)
		}
		found := x.Search(rows, &q, index.NoFilter, r.Edge(), r.Edge())
		if !slices.Contains(found.Indices, int32(rows.Len()/2)) {
			t.Errorf("%q does not find what happened there", form)
		}
		for _, i := range found.Indices {
			if got := rows.At(int(i)); got.At != row.At && got.To != row.At {
				t.Errorf("%q finds what happened at %v", form, got.At)
			}
		}
	}
	for _, form := range []string{"1,2 spell", "1,", ",2", "-1,2", "1,2,3", "99999,1"} {
		q := x.ParseQuery(form, &r.Meta().Names)
		if at, ok := q.Cell(); ok {
			t.Errorf("%q is the place %v", form, at)
		}
	}
}

func TestUnitsAreFoundByNumberKindAndPlayer(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	r := recordings(t)["harrypotter/dummy-s30"]
	x, _ := read(r)
	names := &[sim.Seats]string{"Seeker", "Wizzard", "Demo 2", "Demo 3"}
	var f sim.Frame
	r.State(0).FillFrame(&f)
	for _, c := range []struct {
		text string
		want int
	}{
		{"67", 1}, {"#67", 1}, {"wizard 67", 1}, {"ghost 67", 0}, {"ghost", 4}, {"ghost seek", 1}, {"seeker", 0}, {"volde", 1}, {"voldemort seeker", 0},
		{"67 death", 0}, {"9999", 0}, {"", 0}, {"demo 3 ghost", 1}, {"demo ghost", 2}, {"-2", 0},
	} {
		q := x.ParseQuery(c.text, names)
		list := x.SearchUnits(&f, &q, 100)
		if len(list) != c.want {
			t.Errorf("%q finds %d units, want %d", c.text, len(list), c.want)
		}
		for _, i := range list {
			if words := string(x.AppendUnit(nil, &f.Units[i], names)); !strings.Contains(words, "6") && !strings.Contains(words, "host") && words != "Voldemort" {
				t.Errorf("%q finds %s", c.text, words)
			}
		}
	}
	if q := x.ParseQuery("wizard", names); len(x.SearchUnits(&f, &q, 7)) != 7 {
		t.Error("more units than asked for")
	}
}

func TestSeekVisitsAllSelectedRows(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for name, r := range recordings(t) {
		x, rows := read(r)
		for _, f := range []index.Filter{index.NoFilter, {Seat: -1, Unit: sim.NoUnit, Kind: index.MarkedEvents}, {Seat: 1, Unit: sim.NoUnit, Kind: index.AllKinds},
			{Seat: 2, Unit: sim.NoUnit, Kind: index.Deaths}, {Seat: -1, Unit: 12, Kind: index.AllKinds}, {Seat: -1, Unit: sim.NoUnit, Kind: index.LeadChange}} {
			end := r.Edge() * 2 / 3
			var want []int
			for i := range rows.CountTo(end) {
				if x.MatchesFilter(f, rows.At(i)) {
					want = append(want, i)
				}
			}
			var on, back []int
			for i := x.Seek(rows, f, 0, -1, 1, end); i >= 0; {
				on = append(on, i)
				row := rows.At(i)
				i = x.Seek(rows, f, int(row.Round), int(row.Event), 1, end)
			}
			for i := x.Seek(rows, f, end, 1<<30, -1, end); i >= 0; {
				back = append(back, i)
				row := rows.At(i)
				i = x.Seek(rows, f, int(row.Round), int(row.Event), -1, end)
			}
			slices.Reverse(back)
			if !slices.Equal(on, want) || !slices.Equal(back, want) {
				t.Errorf("%s, %+v: %d stops on, %d back, want %d", name, f, len(on), len(back), len(want))
			}
		}
	}
}

func TestLeadChangeTextHasNamesAndScores(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for name, r := range recordings(t) {
		x, rows := read(r)
		lead := index.NoFilter
		lead.Kind = index.LeadChange
		i := x.Seek(rows, lead, r.Edge(), 1<<30, -1, r.Edge())
		if i < 0 {
			continue
		}
		row := rows.At(i)
		words := sentence(x, row, &r.Meta().Names)
		for _, part := range []string{r.Meta().Names[row.Seat] + " takes the lead from " + r.Meta().Names[row.Other] + ", ", " to ", " against ", " in this round"} {
			if !strings.Contains(words, part) {
				t.Errorf("%s: %q lacks %q", name, words, part)
			}
		}
	}
}

func TestLastDeathIsTheLastKillingEvent(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for name, r := range recordings(t) {
		x, rows := read(r)
		last := map[int32]int{}
		for i := range rows.Len() {
			if row := rows.At(i); row.Kind != index.LeadChange && r.Meta().Game.Legend().Events[row.Kind].IsDeath {
				last[row.Target] = i
			}
		}
		for unit, i := range last {
			if got := x.LastDeath(rows, unit, r.Edge()); got != i {
				t.Errorf("%s: the death of unit %d is row %d, want %d", name, unit, got, i)
			}
			if got := x.LastDeath(rows, unit, int(rows.At(i).Round)-1); got >= i {
				t.Errorf("%s: the death of unit %d is told before it", name, unit)
			}
		}
		if got := x.LastDeath(rows, 9999, r.Edge()); got != -1 {
			t.Errorf("%s: nobody dies in row %d", name, got)
		}
	}
}

func FuzzQuery(f *testing.F) {
	simtest.SkipUnderRace(f)
	for _, s := range []string{"67", "wizard 67", "death", "12,40", "Demo 1", "\x1b[2J", "ÄÖ ☠", strings.Repeat("a ", 90), "(1,2)", "-5", "99999999999", "İİ"} {
		f.Add(s, "Seeker", "Demo 1", 30, 20)
	}
	r := recordings(f)["harrypotter/mixed-s30"]
	x, rows := read(r)
	f.Fuzz(func(t *testing.T, text, a, b string, round, end int) {
		names := &[sim.Seats]string{a, b, "", a}
		q := x.ParseQuery(text, names)
		found := x.Search(rows, &q, index.NoFilter, round, end)
		for i, n := range found.Indices {
			if int(n) >= rows.CountTo(end) || i > 0 && n <= found.Indices[i-1] {
				t.Fatalf("%q finds row %d of %d", text, n, rows.CountTo(end))
			}
		}
		if len(found.Indices) > 2000 || found.Nearest < 0 || found.Nearest > 0 && found.Nearest >= len(found.Indices) {
			t.Fatalf("%q finds %d rows, the nearest is %d", text, len(found.Indices), found.Nearest)
		}
		var frame sim.Frame
		r.State(0).FillFrame(&frame)
		x.SearchUnits(&frame, &q, 10)
		q.Cell()
	})
}

func BenchmarkBuild(b *testing.B) {
	r := tuitest.ReferenceMatch(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		_, rows := read(r)
		n = rows.Len()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/match")
	b.ReportMetric(float64(n), "rows")
}

func BenchmarkSearch(b *testing.B) {
	r := tuitest.ReferenceMatch(b)
	x, rows := read(r)
	b.ReportAllocs()
	for b.Loop() {
		q := x.ParseQuery("xy", &r.Meta().Names)
		x.Search(rows, &q, index.NoFilter, r.Edge(), r.Edge())
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/key")
}
