// Package chances draws and describes how likely each player is to win: four stacked shares
// over the timeline, and turning points with their reasons.
package chances

import (
	"math"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// eighths are blocks that fill a cell from below, by eighths.
var eighths = [...]rune{' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// DrawCurve draws the chances of every round that may be told about as shares in r, whose columns
// are the axis's, from that of the seat Front at the bottom, where its height can be read. Where
// rollouts leave it open where a share ends, it is hatched there, two standard errors up and down.
func (v *View) DrawCurve(g *screen.Grid, r screen.Rect, a timeline.Axis) {
	line, s, p := v.Now.Line(v.Span.Edge), v.Span, v.Palette
	edge := min(s.Edge, len(line)-1)
	if r.H < 1 || edge < 0 {
		return
	}
	now := a.Column(s.Round)
	for x := a.X; x <= a.Column(edge); x++ {
		k := min(a.Round(x), edge)
		if x == now {
			k = min(s.Round, edge)
		}
		for y := range r.H {
			v.cell(g, x, r.Y+y, &line[k], float64(r.H-y-1)/float64(r.H), float64(r.H), x-now)
		}
	}
	for y := range r.H {
		if now > a.Column(edge) {
			g.Set(now, r.Y+y, '│', p.Line)
		}
	}
	w := a.X - r.X - 1
	g.Right(r.X, r.Y, w, "100%", p.Dim)
	if r.H > 1 {
		g.Right(r.X, r.Y+r.H-1, w, "0%", p.Dim)
	}
}

// cell draws the cell of a round's chances from a height on, 0 … 1; rows are 1/high. side says on
// which side of the present round it is.
func (v *View) cell(g *screen.Grid, x, y int, of *chance.Chance, low, high float64, side int) {
	const some = 1e-9
	p := v.Palette
	top, from := low+1/high, 0.0
	var part [sim.Seats]float64 // of the cell, by place from the bottom
	seat := func(i int) int { return (v.Front + i) % sim.Seats }
	hatched := -1
	for i := range part {
		to := from + of.Win[seat(i)]
		if i == sim.Seats-1 {
			to = 1
		}
		part[i] = max(min(to, top)-max(from, low), 0) * high
		band := 2 * of.Error[seat(i)]
		if i+1 < sim.Seats && to-band <= low+some && to+band >= top-some && to > some && to < 1-some {
			hatched = i
		}
		from = to
	}
	most, next := -1, -1 // the two that have most of the cell
	for i, n := range part {
		switch {
		case n < some:
		case most < 0 || n > part[most]:
			most, next = i, most
		case next < 0 || n > part[next]:
			next = i
		}
	}
	if most < 0 {
		return
	}
	if p.Letters {
		st := screen.Style{}
		if side == 0 {
			st.Attr = screen.Reverse
		}
		g.Set(x, y, rune('0'+seat(most)), st)
		return
	}
	color := func(i int) screen.Color {
		if side > 0 {
			return p.Later(int8(seat(i)))
		}
		return p.Seat(int8(seat(i)))
	}
	if next < 0 {
		next = most
	}
	lower, upper := min(most, next), max(most, next)
	sign, st := eighths[8], screen.Style{FG: color(lower), BG: color(upper)}
	switch {
	case side == 0: // the present round is a line through them
		sign, st = '│', screen.Style{FG: p.Page, BG: color(most)}
	case hatched >= 0:
		sign, st = '▒', screen.Style{FG: color(hatched), BG: color(hatched + 1)}
	case lower < upper:
		sign = eighths[int(math.Round(8*part[lower]/(part[lower]+part[upper])))]
	}
	g.Set(x, y, sign, st)
}
