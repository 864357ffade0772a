package timeline

import (
	"math/bits"
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// dots are the bits of a braille character, by column and row.
var dots = [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

// drawChart draws a series up to state edge in r, whose columns are the axis's; the
// current round is a vertical line. An area is filled down to the lowest value.
func drawChart(g *screen.Grid, r screen.Rect, a Axis, edge, round int, rounds []round, area bool, p *theme.Palette) {
	c := chart{rounds: rounds, edge: edge, area: area, palette: p, axis: a, now: a.Column(round)}
	c.low, c.high = bounds(&rounds[edge])
	for y := range r.H {
		g.Set(c.now, r.Y+y, '│', p.Line)
	}
	if p.ASCII {
		c.plotDigits(g, r)
	} else {
		c.plotDots(g, r)
	}
	w := a.X - r.X - 1
	g.Right(r.X, r.Y, w, short(c.high, w), p.Dim)
	if r.H > 1 {
		g.Right(r.X, r.Y+r.H-1, w, short(c.low, w), p.Dim)
	}
}

// chart is a series while it is drawn.
type chart struct {
	rounds    []round
	edge, now int // the last state, and the column of the current one
	low, high int
	area      bool
	axis      Axis
	palette   *theme.Palette
}

// bounds are round numbers around the values so far, so that a growing chart
// changes its scale seldom.
func bounds(at *round) (low, high int) {
	switch {
	case at.low > at.high:
		return 0, 1 // there are no values
	case at.low > 0: // shares: the scale begins near them
		return int(at.low) / 10 * 10, (int(at.high)/10 + 1) * 10
	}
	return -nice(-int(at.low)), max(nice(int(at.high)), 1)
}

// nice rounds up to 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten.
func nice(n int) int {
	if n <= 0 {
		return 0
	}
	p := 1
	for p <= n/10 {
		p *= 10
	}
	for _, m := range []int{10, 15, 20, 30, 40, 50, 60, 80} {
		if v := m * p / 10; v >= n {
			return v
		}
	}
	return 10 * p
}

// short is a score in w columns, in thousands or millions where it is longer:
// never cut, which would make it another number.
func short(n, w int) string {
	s := strconv.Itoa(n)
	for _, unit := range []string{"k", "M", "G", "T"} {
		if len(s) <= w || n > -1000 && n < 1000 {
			break
		}
		if s = strconv.Itoa(n/1000) + unit; n%1000 != 0 && n > -10_000 && n < 10_000 {
			s = strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + unit
		}
		n /= 1000
	}
	return s
}

// plotDots draws lines of braille dots. A cell has one colour: that of the
// seat with most dots in it, the better one of equals.
func (c *chart) plotDots(g *screen.Grid, r screen.Rect) {
	last := [sim.Seats]int{none, none, none, none}
	var store [sim.Seats][64]rune
	var mask [sim.Seats][]rune
	for seat := range mask {
		mask[seat] = store[seat][:min(r.H, len(store[seat]))]
	}
	for x := c.axis.X; x <= c.axis.Column(c.edge); x++ {
		for seat := range mask {
			clear(mask[seat])
			for half := range 2 {
				k := min(c.axis.roundAt(2*(x-c.axis.X)+half), c.edge)
				last[seat] = c.plot(mask[seat], half, 4*r.H-1, last[seat], c.rounds[k].scores[seat])
			}
		}
		for y := range mask[0] {
			c.dot(g, x, r.Y+y, &mask, y, min(c.axis.Round(x), c.edge))
		}
	}
}

// plot draws one value in a dot column of that many heights, from the height of the one
// before, and returns its own; none is not drawn.
func (c *chart) plot(mask []rune, half, top, before int, value int32) int {
	if value == none {
		return none
	}
	v := top - (int(value)-c.low)*top/(c.high-c.low)
	switch {
	case c.area:
		line(mask, half, top+1, v)
	case before == none:
		line(mask, half, v, v)
	default:
		line(mask, half, before, v)
	}
	return v
}

// roundAt is the round of a half column.
func (a Axis) roundAt(d int) int { return (d*a.Last + a.W) / (2*a.W - 1) }

// line sets the dots between two heights in one dot column.
func line(mask []rune, half, from, to int) {
	if from < to {
		from++ // the neighbour has this one
	} else if from > to {
		from--
	}
	for v := min(from, to); v <= max(from, to); v++ {
		if y := v / 4; v >= 0 && y < len(mask) {
			mask[y] |= dots[half][v%4]
		}
	}
}

func (c *chart) dot(g *screen.Grid, x, y int, mask *[sim.Seats][]rune, row, round int) {
	all, owner, most := rune(0), -1, 0
	for seat := range mask {
		m := mask[seat][row]
		if m == 0 {
			continue
		}
		all |= m
		n := bits.OnesCount32(uint32(m))
		if n > most || n == most && c.rounds[round].scores[seat] > c.rounds[round].scores[owner] {
			owner, most = seat, n
		}
	}
	if all == 0 {
		return
	}
	p := c.palette
	st := screen.Style{FG: p.Seat(int8(owner)), BG: p.Page}
	switch {
	case x == c.now:
		st.BG = p.Bar
	case x > c.now: // what is to come is paler
		st.FG = p.Later(int8(owner))
	}
	g.Set(x, y, 0x2800+all, st)
}

// plotDigits draws each seat's digit at its value, the best in front.
func (c *chart) plotDigits(g *screen.Grid, r screen.Rect) {
	for x := c.axis.X; x <= c.axis.Column(c.edge); x++ {
		k := min(c.axis.Round(x), c.edge)
		for seat := sim.Seats - 1; seat >= 0; seat-- {
			value := c.rounds[k].scores[seat]
			if value == none {
				continue
			}
			v := (int(value) - c.low) * (r.H - 1) / (c.high - c.low)
			low := v
			if c.area {
				low = 0
			}
			for ; v >= low; v-- {
				g.Set(x, r.Y+r.H-1-v, rune('0'+seat), screen.Style{FG: c.palette.Seat(int8(seat)), BG: c.palette.Page})
			}
		}
	}
}

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
