package timeline

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// dots are the bits of a braille character, by column and row.
var dots = [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

// DrawChart draws the scores over the rounds in r, whose columns are the
// axis's; the current round is a vertical line.
func (h *History) DrawChart(g *screen.Grid, r screen.Rect, a Axis, s Span, p *theme.Palette) {
	read := h.past.Load()
	edge := min(s.Edge, len(read.rounds)-1)
	if r.H < 1 || edge < 0 {
		return
	}
	low, high := read.bounds(edge)
	now := a.Column(s.Round)
	for y := range r.H {
		g.Set(now, r.Y+y, '│', p.Line)
	}
	if p.ASCII {
		read.plotDigits(g, r, a, edge, low, high, p)
	} else {
		read.plotDots(g, r, a, edge, low, high, now, p)
	}
	w := a.X - r.X - 1
	g.Right(r.X, r.Y, w, short(high, w), p.Dim)
	if r.H > 1 {
		g.Right(r.X, r.Y+r.H-1, w, short(low, w), p.Dim)
	}
}

// bounds are round numbers around the scores, so that a growing chart changes
// its scale seldom.
func (h *past) bounds(edge int) (low, high int) {
	at := &h.rounds[edge]
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
func (h *past) plotDots(g *screen.Grid, r screen.Rect, a Axis, edge, low, high, now int, p *theme.Palette) {
	top := 4*r.H - 1
	var last [sim.Seats]int
	end := a.Column(edge)
	var store [sim.Seats][64]rune
	var mask [sim.Seats][]rune
	for seat := range mask {
		mask[seat] = store[seat][:min(r.H, len(store[seat]))]
	}
	for x := a.X; x <= end; x++ {
		for seat := range mask {
			clear(mask[seat])
			for half := range 2 {
				k := min(a.roundAt(2*(x-a.X)+half), edge)
				v := top - (int(h.rounds[k].scores[seat])-low)*top/(high-low)
				from := v
				if x > a.X || half > 0 {
					from = last[seat]
				}
				line(mask[seat], half, from, v)
				last[seat] = v
			}
		}
		for y := range mask[0] {
			h.dot(g, x, r.Y+y, &mask, y, min(a.Round(x), edge), now, p)
		}
	}
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

func (h *past) dot(g *screen.Grid, x, y int, mask *[sim.Seats][]rune, row, round, now int, p *theme.Palette) {
	all, owner, most := rune(0), -1, 0
	for seat := range mask {
		m := mask[seat][row]
		if m == 0 {
			continue
		}
		all |= m
		n := ones(m)
		if n > most || n == most && h.rounds[round].scores[seat] > h.rounds[round].scores[owner] {
			owner, most = seat, n
		}
	}
	if all == 0 {
		return
	}
	st := screen.Style{FG: p.Seat(int8(owner)), BG: p.Page}
	switch {
	case x == now:
		st.BG = p.Bar
	case x > now: // what is to come is paler
		st.FG = p.Later(int8(owner))
	}
	g.Set(x, y, 0x2800+all, st)
}

func ones(m rune) int {
	n := 0
	for ; m != 0; m &= m - 1 {
		n++
	}
	return n
}

// plotDigits draws each seat's digit at its score, the best in front.
func (h *past) plotDigits(g *screen.Grid, r screen.Rect, a Axis, edge, low, high int, p *theme.Palette) {
	for x := a.X; x <= a.Column(edge); x++ {
		k := min(a.Round(x), edge)
		for seat := sim.Seats - 1; seat >= 0; seat-- {
			v := (int(h.rounds[k].scores[seat]) - low) * (r.H - 1) / (high - low)
			g.Set(x, r.Y+r.H-1-v, rune('0'+seat), screen.Style{FG: p.Seat(int8(seat)), BG: p.Page})
		}
	}
}
