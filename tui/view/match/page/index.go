package page

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// indexPage is the index of the match. It lists the shown round's events and orders, the bookmarks,
// and the events of other rounds. A filter leaves only matching events.
var indexPage = &ui.ListSpec{
	Context:       InIndex,
	NoSearch:      true,
	LeavesLastRow: true,
	Key:           func(p *ui.Program, _ any) any { return matchState(p) },
	IsNew: func(key, before any) bool {
		a, b := key.(MatchState), before.(MatchState)
		return a.Place.Round != b.Place.Round || a.Filter != b.Filter
	},
	Rows:   func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).indexLines) },
	Choose: chooseLine,
	Title: func(p *ui.Program, _ any) string {
		return read(p, func(m *MatchState) string {
			round := strconv.Itoa(m.Place.Round)
			if m.Filter != nil || m.HighlightedSeat > 0 {
				return "index at round " + round + ": " + m.filterText(m.ActiveFilter())
			}
			return "round " + round + ": events and orders"
		})
	},
	Hint: func(p *ui.Program) string {
		return keyLabel(p, "goLine") + " goes there · filter: " + keyLabel(p, "filterSeat") + " player, " + keyLabel(p, "filterKind") + " kind, " +
			keyLabel(p, "filterLost") + " lost units, " + keyLabel(p, "filterUnit") + " unit · " + keyLabel(p, "events") + " closes"
	},
}

// OpenIndex opens or closes the index. If the output page is open, OpenIndex replaces it.
func OpenIndex(u *ui.Update) {
	if outputPage.Owns(u.TopPage()) {
		u.Pop()
	}
	indexPage.Open(u, nil)
}

func (m *MatchState) indexLines() ui.Rows {
	rows, k := m.Index.Rows(), m.Place.Round
	found := m.Index.Search(rows, &index.Query{}, m.ActiveFilter(), k, m.Horizon)
	list := slices.Grow(m.roundLines(rows), len(found.Indices)+3) // Reserve space for two headings and a note.
	earlier, _ := slices.BinarySearch(found.Indices, int32(rows.CountTo(k-1)))
	if earlier > 0 {
		list = append(list, heading("before this round, newest first"))
	}
	for _, n := range slices.Backward(found.Indices[:earlier]) {
		list = append(list, line{kind: rowLine, n: n})
	}
	later, _ := slices.BinarySearch(found.Indices, int32(rows.CountTo(k)))
	if later < len(found.Indices) {
		list = append(list, heading("after this round"))
	}
	for _, n := range found.Indices[later:] {
		list = append(list, line{kind: rowLine, n: n})
	}
	if found.Truncated {
		list = append(list, truncatedNote)
	}
	return list
}

func (m *MatchState) roundLines(rows *index.Rows) (list lines) {
	f, k := m.ActiveFilter(), m.Place.Round
	for _, i := range m.Info.EventOrder() {
		if n := rows.Find(k, i); n >= 0 && m.Index.MatchesFilter(f, rows.At(n)) {
			list = append(list, line{kind: rowLine, n: int32(n)})
		}
	}
	switch {
	case len(list) > 0:
	case m.Filter != nil:
		list = append(list, note("none in this round"))
	default:
		list = append(list, note(m.Info.NoEventsText()))
	}
	if m.Filter != nil {
		return list
	}
	list = append(list, m.orderLines()...)
	if marks := m.bookmarkLines(""); len(marks) > 0 {
		list = append(append(list, heading("bookmarks")), marks...)
	}
	return list
}

func (m *MatchState) orderLines() lines {
	in := m.Info
	if in.PreviousTurn == nil {
		return nil
	}
	orders := in.Orders()
	list := lines{heading(in.OrdersTitle(screen.MaxW))}
	for _, seat := range in.OrderSeats() {
		list = append(list, line{kind: countLine, seat: int8(seat)})
		from := len(list)
		for i := range orders[seat] {
			list = append(list, line{kind: orderLine, seat: int8(seat), n: int32(i)})
		}
		failedFirst := func(l line) int {
			if orders[seat][l.n].Outcome == sim.OutcomeExecuted {
				return 1
			}
			return 0
		}
		slices.SortStableFunc(list[from:], func(a, b line) int { return failedFirst(a) - failedFirst(b) })
	}
	return list
}

func toggleUnitFilter(u *ui.Update) {
	unit := int32(sim.NoUnit)
	if f := matchState(&u.Program).Filter; f == nil || f.Unit == sim.NoUnit {
		if rows, i, ok := ui.ChosenRow(&u.Program); ok {
			unit = read(&u.Program, func(m *MatchState) int32 { return m.unitOf(rows.(lines)[i]) })
		}
		if unit == sim.NoUnit {
			u.Notify("choose a line about a unit first")
			return
		}
	}
	changeFilter(u, func(f *index.Filter) { f.Unit = unit })
}

func removeBookmark(u *ui.Update) {
	rows, i, ok := ui.ChosenRow(&u.Program)
	if !ok || rows.(lines)[i].kind != bookmarkLine {
		u.Notify("choose a bookmark first")
		return
	}
	act(u, func(m *MatchState, a Actions) {
		name := m.Bookmarks()[rows.(lines)[i].n].Name
		u.Notify("bookmark removed: " + name)
		a.SetBookmarks(location.RemoveBookmark(m.Bookmarks(), name))
	})
}

// ActiveFilter returns the filter of the index. If it selects no player, ActiveFilter adds the
// highlighted player, if any.
func (m *MatchState) ActiveFilter() index.Filter {
	p := index.NoFilter
	if m.Filter != nil {
		p = *m.Filter
	}
	if p.Seat < 0 {
		p.Seat = m.HighlightedSeat - 1
	}
	return p
}

// filterText describes a filter in words, such as "lost units of Seeker, unit 67".
func (m *MatchState) filterText(f index.Filter) string {
	text := "all events"
	switch f.Kind {
	case index.AllKinds:
	case index.MarkedEvents:
		text = "marked events"
	case index.Losses:
		text = "lost units"
	default:
		text = m.Index.Kind(uint8(f.Kind)).Name
	}
	if f.Seat >= 0 {
		text += " of " + m.Names[f.Seat]
	}
	if f.Unit != sim.NoUnit {
		text += ", " + m.ShortUnitName(m.Info.Frame, f.Unit)
	}
	return text
}

// changeFilter calls change to modify the filter. A filter that selects everything is stored as
// nil.
func changeFilter(u *ui.Update, change func(f *index.Filter)) {
	act(u, func(m *MatchState, a Actions) {
		f := index.NoFilter
		if m.Filter != nil {
			f = *m.Filter
		}
		change(&f)
		next := *m
		if next.Filter = &f; f == index.NoFilter {
			next.Filter = nil
		}
		a.SetFilter(next.Filter)
		u.Notify(m.filterText(next.ActiveFilter()) + "; " + keyLabel(&u.Program, "nextEvent") + " step through them")
	})
}

func cycleFilterSeat(u *ui.Update) {
	changeFilter(u, func(f *index.Filter) {
		if f.Seat++; f.Seat == sim.Seats {
			f.Seat = -1
		}
	})
}

// cycleFilterKind returns an action that advances the filter by n kinds, in this order: all, marked,
// lost units, each kind of event, lead changes.
func cycleFilterKind(n int) func(*ui.Update) {
	return func(u *ui.Update) {
		kinds := []int16{index.AllKinds, index.MarkedEvents, index.Losses}
		for i := range matchState(&u.Program).Record.Meta().Game.Legend().Events {
			kinds = append(kinds, int16(i))
		}
		kinds = append(kinds, index.LeadChange)
		changeFilter(u, func(f *index.Filter) {
			at := max(slices.Index(kinds, f.Kind), 0)
			f.Kind = kinds[(at+n+len(kinds))%len(kinds)]
		})
	}
}

func toggleLostFilter(u *ui.Update) {
	changeFilter(u, func(f *index.Filter) {
		if f.Kind == index.Losses {
			f.Kind = index.AllKinds
		} else {
			f.Kind = index.Losses
		}
	})
}

var outputPage = &ui.TextSpec{
	Key:   func(p *ui.Program, _ any) any { return matchState(p) },
	IsNew: func(key, before any) bool { return key.(MatchState).Place.Round != before.(MatchState).Place.Round },
	Lines: func(p *ui.Program, _ any, w int) []string {
		return read(p, func(m *MatchState) []string {
			return component.Lines(w, p.Palette, func(g *screen.Grid) int { return panel.DrawAllOutput(g, m.Info) })
		})
	},
	Title: func(p *ui.Program, _ any) string {
		return "player output in round " + strconv.Itoa(matchState(p).Place.Round)
	},
	Hint: func(p *ui.Program, _ any) string {
		return ui.KeyLabel("searchUp") + " scroll, ← → rounds, " + keyLabel(p, "output") + " closes"
	},
}

// OpenOutput opens or closes the output page. If the index is open, OpenOutput replaces it.
func OpenOutput(u *ui.Update) {
	if top := u.TopPage(); top != nil && top.KeyContext() == InIndex {
		u.Pop()
	}
	outputPage.Open(u, nil)
}
