package timeline

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

type chart struct {
	g        *screen.Grid
	r        screen.Rect
	axis     Axis
	currentX int
	p        *theme.Palette
}

// newChart returns a chart and draws its vertical line at the current round.
func newChart(g *screen.Grid, r screen.Rect, a Axis, round int, p *theme.Palette) *chart {
	f := &chart{g, r, a, a.Column(round), p}
	for y := range r.H {
		g.Set(f.currentX, r.Y+y, '│', p.Line)
	}
	return f
}

func (f *chart) drawScale(high, low, unit string) {
	w := f.axis.LabelWidth - 1
	f.g.WriteTextRight(f.r.X, f.r.Y, w, high, f.p.Dim)
	if f.r.H > 1 {
		f.g.WriteTextRight(f.r.X, f.r.Y+f.r.H-1, w, low, f.p.Dim)
	}
	if f.r.H > 2 && len(unit) <= w {
		f.g.WriteTextRight(f.r.X, f.r.Y+1, w, unit, f.p.Dim)
	}
}

var eighths = [...]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// A part is one player's part of a stacked column. Its upper end, to, is in eighths of a row.
type part struct {
	seat int8
	to   int
}

// noSeat marks the empty part of a column.
const noSeat = -1

func (f *chart) drawBar(x, y, rows int, seat, n int) {
	f.drawColumn(x, y, rows, []part{{int8(seat), max(n, 1)}, {noSeat, 8 * rows}})
}

// drawColumn stacks parts upwards from row y. Each cell shows the two largest parts in it, or one
// letter. The parts must fill all rows.
func (f *chart) drawColumn(x, y, rows int, parts []part) {
	for row := range rows {
		var at, size [2]int // indices and sizes of the two largest parts
		from := 8 * row
		for i, part := range parts {
			to := min(max(part.to, from), 8*row+8)
			switch n := to - from; {
			case n > size[0]:
				at, size = [2]int{i, at[0]}, [2]int{n, size[0]}
			case n > size[1]:
				at[1], size[1] = i, n
			}
			from = to
		}
		if size[1] == 0 {
			at[1] = at[0]
		}
		if lower := parts[min(at[0], at[1])].seat; lower != noSeat {
			if f.p.UseLetters && parts[at[0]].seat != noSeat {
				lower = parts[at[0]].seat
			}
			part := size[0]
			if at[1] < at[0] {
				part = size[1]
			}
			f.drawCell(x, y-row, lower, parts[max(at[0], at[1])].seat, 8*part/(size[0]+size[1]))
		}
	}
}

// drawCell draws two areas in one cell, one above the other. The lower area is lowerHeight eighths
// high.
func (f *chart) drawCell(x, y int, lowerSeat, upperSeat int8, lowerHeight int) {
	later := x > f.currentX
	st := screen.Style{FG: f.p.AreaColor(lowerSeat, later), BG: f.p.Page}
	if f.p.UseLetters {
		if x == f.currentX {
			st = st.WithAttr(screen.Reverse)
		}
		f.g.Set(x, y, rune('0'+lowerSeat), st)
		return
	}
	if upperSeat != noSeat {
		st.BG = f.p.AreaColor(upperSeat, later)
	}
	f.g.Set(x, y, eighths[max(lowerHeight, 1)], st)
}

// brailleDots holds the bits of a braille character by column and row.
var brailleDots = [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}

// drawCurves draws one line of braille dots per seat, up to state edge. A height may be the
// constant missing. The function styleAt returns the style of a cell; seatMask is the set of seats
// whose lines cross it.
func (f *chart) drawCurves(edge int, heights func(k int) [sim.Seats]int, styleAt func(x, y, k int, seatMask uint) screen.Style) {
	last := [sim.Seats]int{missingValue, missingValue, missingValue, missingValue}
	var cells [sim.Seats][64]rune
	rows := min(f.r.H, len(cells[0]))
	for x := f.axis.X; x <= f.axis.Column(edge); x++ {
		for i := range cells {
			clear(cells[i][:rows])
		}
		for half := range 2 {
			d := 2*(x-f.axis.X) + half
			for i, v := range heights(min((d*f.axis.LastRound+f.axis.W)/(2*f.axis.W-1), edge)) {
				if v != missingValue {
					from, to := v, v
					if last[i] != missingValue {
						from, to = min(last[i]+1, v), max(last[i]-1, v) // The previous half column already shows the last value.
					}
					for dot := max(from, 0); dot <= min(to, 4*rows-1); dot++ {
						cells[i][dot/4] |= brailleDots[half][dot%4]
					}
				}
				last[i] = v
			}
		}
		for y := range rows {
			all, lines := rune(0), uint(0)
			for i := range cells {
				if m := cells[i][y]; m != 0 {
					all |= m
					lines |= 1 << i
				}
			}
			if all != 0 {
				f.g.Set(x, f.r.Y+y, 0x2800+all, styleAt(x, f.r.Y+y, min(f.axis.Round(x), edge), lines))
			}
		}
	}
}
