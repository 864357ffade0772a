package timeline

import (
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// bars are the eighths of a column's height.
var bars = []rune(" ▁▂▃▄▅▆▇█")

// drawCPU draws per seat what its answers cost, one row or more each; it
// reports false when nothing is known. The row above r is a heading, at whose
// end the scale stands where the axis has no room for it.
func (h *History) drawCPU(g *screen.Grid, r screen.Rect, a Axis, s Span, p *theme.Palette) bool {
	var cost [sim.Seats][screen.MaxW]time.Duration
	most := time.Duration(0)
	n := min(a.Column(s.Edge)-a.X+1, screen.MaxW)
	for x := range n {
		// Of the rounds of a column the dearest, or one of them in a very long match.
		from, to := a.Round(a.X+x), a.Round(a.X+x+1)
		for k := from; k < max(to, from+1) && k < from+8; k++ {
			t := h.past.Record().Turn(k)
			if t == nil || t.Known&sim.KnownReports == 0 {
				continue
			}
			for seat := range cost {
				cost[seat][x] = max(cost[seat][x], t.Seats[seat].CPU)
				most = max(most, cost[seat][x])
			}
		}
	}
	if most == 0 {
		return false
	}
	high := max(r.H/sim.Seats, 1)
	for seat := range min(sim.Seats, r.H/high) {
		y := r.Y + seat*high
		for x := range n {
			v := int(cost[seat][x] * time.Duration(8*high) / most)
			if v == 0 && cost[seat][x] > 0 {
				v = 1
			}
			st := screen.Style{FG: p.Seat(int8(seat)), BG: p.Page}
			for row := range high {
				if part := min(max(v-8*row, 0), 8); part > 0 {
					g.Set(a.X+x, y+high-1-row, bars[part], st)
				}
			}
		}
		g.Set(r.X, y+high-1, rune('0'+seat), p.Dim)
	}
	top := shortTime(most)
	if n := a.X - r.X - 1; len(top) <= n {
		g.Right(r.X, r.Y, n, top, p.Dim)
	} else { // beside the heading, which is in the row above
		g.Right(r.X, r.Y-1, r.W, top, p.Dim)
	}
	return true
}

// shortTime is a processor time with its unit: "0.4ms".
func shortTime(d time.Duration) string {
	switch ms := float64(d) / float64(time.Millisecond); {
	case d >= 10*time.Second:
		return strconv.FormatFloat(ms/1000, 'f', 0, 64) + "s"
	case d >= time.Second:
		return strconv.FormatFloat(ms/1000, 'f', 1, 64) + "s"
	case ms >= 10:
		return strconv.FormatFloat(ms, 'f', 0, 64) + "ms"
	case ms >= 0.1:
		return strconv.FormatFloat(ms, 'f', 1, 64) + "ms"
	}
	return strconv.FormatInt(d.Microseconds(), 10) + "µs"
}
