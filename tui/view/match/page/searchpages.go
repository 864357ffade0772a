package page

import (
	"strings"

	"game-tui/sim"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/index"
)

// searchPages finds q on other pages: failed orders, lost and idle units, turning points, swings,
// and player output. The highlighted player comes first.
func (m *MatchState) searchPages(q *index.Query) (list lines) {
	figures := m.Book.At(m.Horizon)
	first := max(int8(m.Front)-1, 0)
	for i := range int8(sim.Seats) {
		seat := (first + i) % sim.Seats
		for _, row := range m.allRows(&figures, int(seat)) {
			if row.kind == subjectNone {
				continue
			}
			text := m.subjectText(row.subject) + ": " + row.figure
			if row.kind != subjectFailed && row.kind != subjectIdle {
				text = m.subjectText(row.subject) + ", " + row.text + ": " + row.figure
			}
			if q.MatchesText(text) {
				list = append(list, line{kind: subjectLine, seat: seat, n: row.n, what: row.kind, text: &text})
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
	if m.Chances.Now != nil {
		for _, t := range m.Chances.Now.TurningsUntil(m.Horizon) {
			add(t.Round, "turning point: "+strings.Join(chances.TurningLines(&t, &m.Names), "; "))
		}
	}
	for _, s := range m.Swings.UpTo(m.Horizon) {
		add(s.Round, "swing: "+m.Names[s.Seat]+" gains "+sim.Count(s.Gain, "point")+": "+m.Reason(s))
	}
	found := 0 // lines of output, of which at most 50 are listed
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
