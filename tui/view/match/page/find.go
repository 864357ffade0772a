package page

import (
	"strings"

	"game-tui/sim"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/index"
	"game-tui/tui/ui"
)

type hits struct {
	lines
	initialLine int // index of the initially chosen line
	eventCount  int // number of events listed
}

// Find is the search page. It opens on top of any other page.
var Find = &ui.ListSpec{
	Prompt:        "find: ",
	NoSearch:      true,
	LeavesLastRow: true,
	Key:           func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, text any) ui.Rows {
		return read(p, func(m *MatchState) hits { return m.search(text.(string)) })
	},
	FirstChosen: func(rows ui.Rows) int { return rows.(hits).initialLine },
	Title: func(p *ui.Program, _ any) string {
		rows, _, _ := ui.ChosenRow(p)
		f, ok := rows.(hits)
		switch {
		case !ok || f.eventCount == 0:
			return "find in the match"
		case p.NoSpoilers:
			return "find: " + sim.FormatCount(f.eventCount, "hit") + " in the rounds you have seen"
		}
		return "find: " + sim.FormatCount(f.eventCount, "hit")
	},
	Hint: func(*ui.Program) string {
		return ui.KeyLabel("searchUp") + " choose, " + ui.KeyLabel("accept") + " goes there, " + ui.KeyLabel("cancel") + " closes"
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if text := strings.TrimSpace(u.TopPage().(ui.InputPage).Input().Value()); text != "" {
			act(u, func(_ *MatchState, a Actions) { a.SetSearch(text) })
		}
		if i < 0 {
			u.Pop()
			return
		}
		chooseLine(u, rows.(hits).lines, i)
	},
}

// search returns lines for units, cells, bookmarks, events and contents of other pages that match a
// text.
func (m *MatchState) search(text string) (f hits) {
	q := m.Index.ParseQuery(text, &m.Names)
	if q.Empty() {
		f.lines = lines{note("a unit number: 67, wizard 67"),
			note("words: death, lead, a player's name, anything in an event's text; all words must match"), note("a cell: 12,40")}
		f.lines = append(f.lines, m.bookmarkLines("")...)
		return f
	}
	for _, i := range m.Index.SearchUnits(m.Info.Frame, &q, 100) {
		f.lines = append(f.lines, line{kind: unitLine, n: m.Info.Frame.Units[i].ID})
	}
	if at, ok := q.Cell(); ok && at.In(m.Size()) {
		_, cols := m.Size()
		f.lines = append(f.lines, line{kind: cellLine, n: int32(at.Row*cols + at.Col)})
	}
	f.lines = append(f.lines, m.bookmarkLines(text)...)
	onlyEvents := len(f.lines) == 0 // If no unit, cell or bookmark matches, the nearest event is initially chosen.
	f.lines = append(f.lines, m.searchPages(&q)...)
	rows := m.Index.Search(m.Index.Rows(), &q, index.NoFilter, m.Place.Round, m.Horizon)
	if onlyEvents && len(rows.Indices) > 0 {
		f.initialLine = len(f.lines) + rows.Nearest
	}
	for _, n := range rows.Indices {
		f.lines = append(f.lines, line{kind: rowLine, n: n})
	}
	switch {
	case rows.Truncated:
		f.lines = append(f.lines, truncatedNote)
	case len(f.lines) == 0:
		f.lines = append(f.lines, note("no match"))
	}
	f.eventCount = len(rows.Indices)
	return f
}

// searchPages searches the contents of other pages: failed orders, lost and idle units, processor
// time, turning points, swings, and player output. The highlighted player's rows come first.
func (m *MatchState) searchPages(q *index.Query) (list lines) {
	figures := m.Stats.At(m.Horizon)
	first := max(int8(m.HighlightedSeat)-1, 0)
	for i := range int8(sim.Seats) {
		seat := (first + i) % sim.Seats
		for _, row := range m.playerRows(&figures, int(seat)) {
			if row.kind == subjectNone {
				continue
			}
			text := m.subjectText(row.subject) + ": " + row.figure
			if row.kind != subjectFailedOrders && row.kind != subjectNoOrders {
				text = m.subjectText(row.subject) + ", " + row.text + ": " + row.figure
			}
			if q.MatchesText(text) {
				list = append(list, line{kind: subjectLine, seat: seat, n: row.n, subject: row.kind, text: &text})
			}
		}
	}
	add := func(round int, text string) bool {
		fits := q.MatchesText(text)
		if fits {
			list = append(list, line{kind: roundLine, n: int32(round), text: &text})
		}
		return fits
	}
	if m.Chances.Snapshot != nil {
		for _, t := range m.Chances.Snapshot.TurningPointsUntil(m.Horizon) {
			add(t.Round, "turning point: "+strings.Join(chances.TurningLines(&t, &m.Names), "; "))
		}
	}
	for _, s := range m.Swings.UpTo(m.Horizon) {
		add(s.Round, "swing: "+m.Names[s.Seat]+" gains "+sim.FormatCount(s.Gain, "point")+": "+m.SwingReason(s))
	}
	found := 0 // number of matching lines of player output; at most 50 are listed
	m.eachTurn(func(k int, t *sim.Turn) {
		for seat := range t.Reports {
			for _, said := range t.Reports[seat].Stderr {
				if found < 50 && add(k, "output of "+m.Names[seat]+": "+said) {
					found++
				}
			}
		}
	})
	return list
}
