package match

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// events is the index of the match: what led to the shown round, its orders, and all else
// that happened, as far as a filter passes it.
var events = &ui.Lister{
	Context: InIndex,
	Rect:    ui.Over,
	Row:     true,
	Key:     anyKey,
	Anew: func(key, before any) bool {
		return anotherRound(key, before) || key.(pageKey).filter != before.(pageKey).filter
	},
	Rows:   func(p *ui.Program, _ any) ui.Rows { return read(p, (*look).indexLines) },
	Choose: chooseLine,
	Title: func(p *ui.Program, _ any) string {
		return read(p, func(c *look) string {
			round := strconv.Itoa(c.Play.Round)
			if c.filter != nil || c.Front > 0 {
				return "round " + round + " and all else: " + c.filterText(c.activeFilter())
			}
			return "what led to round " + round + ", its orders, and all else"
		})
	},
	Hint: func(*ui.Program) string {
		return Name("goLine") + " goes there · " + Name("filterSeat") + " player, " + Name("filterKind") + " kind, " +
			Name("filterDeaths") + " deaths, " + Name("filterUnit") + " unit · " + Name("events") + " closes"
	},
}

// indexKeys are the keys of the index.
func indexKeys() []ui.Binding {
	return []ui.Binding{
		ui.Bind("goLine", "Enter", "go to the chosen line", InIndex, ui.TakeChosen, "enter").Footed(2, "", "go there"),
		bind("filterSeat", "p", "of the next player only", InIndex, filterSeat, "p").Footed(3, "", "player"),
		bind("filterKind", "Tab", "of the next, previous kind only", InIndex, filterKind(1), "tab").Footed(4, "", "kind"),
		bind("filterKindBack", "", "", InIndex, filterKind(-1), "shift+tab"),
		bind("filterDeaths", "d", "deaths only", InIndex, filterDeaths, "d").Footed(5, "", "deaths"),
		bind("filterUnit", "u", "of the unit of that line only", InIndex, filterUnit, "u").Footed(6, "", "unit"),
		bind("unmark", "Del D", "remove a bookmark", InIndex, unmark, "delete", "D"),
	}
}

// indexLines are the lines of the index: the round's first.
func (c *look) indexLines() ui.Rows {
	rows, k := c.Index.Rows(), c.Play.Round
	found := c.Index.Search(rows, &index.Query{}, c.activeFilter(), k, c.horizon())
	list := slices.Grow(c.roundLines(rows), len(found.Rows)+3) // two headings and the bound
	earlier, _ := slices.BinarySearch(found.Rows, int32(rows.Until(k-1)))
	if earlier > 0 {
		list = append(list, heading("before this round, the newest first"))
	}
	for _, n := range slices.Backward(found.Rows[:earlier]) {
		list = append(list, line{kind: rowLine, n: n})
	}
	later, _ := slices.BinarySearch(found.Rows, int32(rows.Until(k)))
	if later < len(found.Rows) {
		list = append(list, heading("after this round"))
	}
	for _, n := range found.Rows[later:] {
		list = append(list, line{kind: rowLine, n: n})
	}
	if found.Cut {
		list = append(list, bound)
	}
	return list
}

// roundLines are what led to the shown round, its orders, and the bookmarks.
func (c *look) roundLines(rows *index.Rows) (list lines) {
	f, k := c.activeFilter(), c.Play.Round
	for _, i := range c.info.Happened() {
		if n := rows.Find(k, i); n >= 0 && c.Index.Passes(f, rows.At(n)) {
			list = append(list, line{kind: rowLine, n: int32(n)})
		}
	}
	switch {
	case len(list) > 0:
	case c.filter != nil:
		list = append(list, note("nothing of that in this round"))
	default:
		list = append(list, note(c.info.Nothing()))
	}
	if c.filter != nil {
		return list
	}
	list = append(list, c.orderLines()...)
	if marks := c.markLines(""); len(marks) > 0 {
		list = append(append(list, heading("bookmarks")), marks...)
	}
	return list
}

// orderLines are the orders that led to the shown round: those that failed first.
func (c *look) orderLines() lines {
	in := &c.info
	came := in.Previous
	if came == nil {
		return nil
	}
	list := lines{heading(in.OrdersTitle(screen.MaxW))}
	for _, seat := range in.OrderSeats() {
		list = append(list, line{kind: countLine, seat: int8(seat)})
		if came.Known&sim.KnownOrders == 0 {
			for i := range came.Done {
				if in.DoneBy(&came.Done[i]) == int8(seat) {
					list = append(list, line{kind: doneLine, seat: int8(seat), n: int32(i)})
				}
			}
			continue
		}
		from := len(list)
		for i := range came.Orders[seat] {
			list = append(list, line{kind: orderLine, seat: int8(seat), n: int32(i)})
		}
		slices.SortStableFunc(list[from:], func(a, b line) int { return failedFirst(came, a) - failedFirst(came, b) })
	}
	return list
}

func failedFirst(t *sim.Turn, l line) int {
	if t.Orders[l.seat][l.n].Fate == sim.FateExecuted {
		return 1
	}
	return 0
}

// filterUnit chooses the unit of the chosen line, or any again.
func filterUnit(u *update) {
	unit := int32(sim.NoUnit)
	if f := u.s.filter; f == nil || f.Unit == sim.NoUnit {
		if rows, i, ok := ui.Chosen(&u.Program); ok {
			unit = u.look().unitOf(rows.(lines)[i])
		}
		if unit == sim.NoUnit {
			u.Notify("choose a line about a unit first")
			return
		}
	}
	u.changeFilter(func(f *index.Filter) { f.Unit = unit })
}

// activeFilter is what the index shows: what the filter says, of the player in front.
func (s *State) activeFilter() index.Filter {
	f := index.All
	if s.filter != nil {
		f = *s.filter
	}
	if f.Seat < 0 {
		f.Seat = s.Front - 1
	}
	return f
}

// filterText says what a filter passes: "deaths of Seeker, unit 67".
func (c *look) filterText(f index.Filter) string {
	text := "all events"
	switch f.Kind {
	case index.AllKinds:
	case index.Marked:
		text = "marked events"
	case index.Deaths:
		text = "deaths"
	default:
		text = c.Index.KindName(uint8(f.Kind))
	}
	if f.Seat >= 0 {
		text += " of " + c.Names[f.Seat]
	}
	if f.Unit != sim.NoUnit {
		text += ", " + c.unitWords(f.Unit)
	}
	return text
}

// changeFilter changes the filter; one that passes everything is none.
func (u *update) changeFilter(change func(f *index.Filter)) {
	f := index.All
	if u.s.filter != nil {
		f = *u.s.filter
	}
	change(&f)
	if u.s.filter = &f; f == index.All {
		u.s.filter = nil
	}
	u.Notify(u.look().filterText(u.s.activeFilter()) + "; " + Name("prevEvent") + " and " + Name("nextEvent") + " stop at them")
}

// filterSeat goes on to the next player.
func filterSeat(u *update) {
	u.changeFilter(func(f *index.Filter) {
		if f.Seat++; f.Seat == sim.Seats {
			f.Seat = -1
		}
	})
}

// filterKind goes n kinds on: all, the marked ones, deaths, each kind, changes of the leader.
func filterKind(n int) func(*update) {
	return func(u *update) {
		kinds := []int16{index.AllKinds, index.Marked, index.Deaths}
		for i := range u.v.Legend.Events {
			kinds = append(kinds, int16(i))
		}
		kinds = append(kinds, index.Lead)
		u.changeFilter(func(f *index.Filter) {
			at := max(slices.Index(kinds, f.Kind), 0)
			f.Kind = kinds[(at+n+len(kinds))%len(kinds)]
		})
	}
}

// filterDeaths chooses deaths, or all kinds again.
func filterDeaths(u *update) {
	u.changeFilter(func(f *index.Filter) {
		if f.Kind == index.Deaths {
			f.Kind = index.AllKinds
		} else {
			f.Kind = index.Deaths
		}
	})
}
