package page

import (
	"strings"

	"game-tui/sim"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/index"
)

// maxOutput is the most lines of player output that a search lists.
const maxOutput = 50

// searchPages lists what other pages show and q matches: failed orders, lost and idle units, turning
// points, swings, and player output. The highlighted player comes first.
func (c *MatchState) searchPages(q *index.Query) (list lines) {
	figures := c.Book.At(c.Horizon)
	first := max(int8(c.Front)-1, 0)
	for i := range int8(sim.Seats) {
		seat := (first + i) % sim.Seats
		for _, m := range c.allRows(&figures, int(seat)) {
			if m.kind == subjectNone {
				continue
			}
			text := c.subjectText(m.subject) + ": " + m.figure
			if m.kind != subjectFailed && m.kind != subjectIdle {
				text = c.subjectText(m.subject) + ", " + m.text + ": " + m.figure
			}
			if q.MatchesText(text) {
				list = append(list, line{kind: subjectLine, seat: seat, n: m.n, what: m.kind, text: &text})
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
	if c.Chances.Now != nil {
		for _, t := range c.Chances.Now.TurningsUntil(c.Horizon) {
			add(t.Round, "turning point: "+strings.Join(chances.TurningLines(&t, &c.Names), "; "))
		}
	}
	for _, s := range c.Swings.UpTo(c.Horizon) {
		add(s.Round, "swing: "+c.Names[s.Seat]+" gains "+sim.Count(s.Gain, "point")+": "+c.Reason(s))
	}
	found := 0
	c.eachTurn(func(k int, t *sim.Turn) {
		for seat := range t.Reports {
			for _, said := range t.Reports[seat].Stderr {
				if found < maxOutput && add(k, "output of "+c.Names[seat]+": "+said) {
					found++
				}
			}
		}
	})
	return list
}
