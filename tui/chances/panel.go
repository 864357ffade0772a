// Package chances draws and describes how likely each player is to win: four stacked shares
// over the timeline, and turning points with their reasons.
package chances

import (
	"fmt"
	"math"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/numbers"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// View is all that is shown of the chances in a round.
type View struct {
	Now     *chance.Snapshot // nil: nothing is known yet
	Why     string           // nothing more is found out at present; empty: it is
	Names   *[sim.Seats]string
	Seats   [sim.Seats]int // in the order in which they are shown
	Front   int            // whose share stands at the bottom
	Span    timeline.Span
	Palette *theme.Palette
	Hint    string // keys
}

// State says in a line how far the analysis has come; what is under way comes first, since
// a narrow window cuts the line.
func (v *View) State() string {
	switch {
	case v.Now == nil && v.Why != "":
		return v.Why
	case v.Now == nil:
		return "looking…"
	}
	text := Labels(v.Now)[0]
	switch {
	case v.Now.Estimate || v.Now.Level == chance.Done:
	case v.Why != "":
		text += "; " + v.Why
	default:
		text = fmt.Sprintf("%s %s; %s", v.Now.Level, numbers.Percent(v.Now.Part), text)
	}
	return text
}

// barMin is how wide the chance of a seat is with a bar.
const barMin = 26

// curveMin is the height from which a curve says something.
const curveMin = 4

// Draw draws the chances of the present round, how they went, and what turned them.
func (v *View) Draw(g *screen.Grid, r screen.Rect) {
	p := v.Palette
	w := panel.NewWriter(g, r)
	x := g.Text(r.X, r.Y, r.W, "win chance", p.Text)
	g.Text(r.X+x+2, r.Y, r.W-x-2, v.Hint, p.Dim)
	w.Skip(1)
	if v.Now == nil {
		w.Wrap(v.State(), 0, p.Dim)
		return
	}
	line := v.Now.Line(v.Span.Edge)
	at := &line[min(max(v.Span.Round, 0), len(line)-1)]
	columns := 1
	if r.W >= 2*barMin && r.H < 16 {
		columns = 2
	}
	for i, seat := range v.Seats {
		row := w.Rest()
		row.X, row.W = row.X+i%columns*(r.W/columns), r.W/columns-columns+1
		v.bar(g, row, at, seat)
		w.Skip((i+1)/columns - i/columns)
	}
	rest := w.Rest()
	words := v.words(at.Round)
	high := 0
	for _, l := range words {
		high += 1 + (screen.Width(l)-1)/max(r.W, 1)
	}
	if n := min(max(rest.H-high-1, curveMin), 12); rest.H >= curveMin+1 {
		v.DrawCurve(g, screen.Rect{X: rest.X, Y: rest.Y, W: rest.W, H: n}, timeline.NewAxis(rest, v.Span.Last))
		w.Skip(n)
	}
	for i, l := range words {
		st := p.Text
		if i == 0 {
			st = p.Dim
		}
		w.Wrap(l, 2, st)
	}
}

// bar draws the chance of a seat in one line.
func (v *View) bar(g *screen.Grid, r screen.Rect, at *chance.Chance, seat int) {
	if r.H < 1 {
		return
	}
	p := v.Palette
	const value = 11 // "100 % ± 10"
	name := min(max(r.W-value-3, 4), 16)
	g.Set(r.X, r.Y, rune('0'+seat), screen.Style{FG: p.Seat(int8(seat)), BG: p.Page, Attr: screen.Bold})
	g.Text(r.X+2, r.Y, name, v.Names[seat], p.Text)
	g.Right(r.X+2+name, r.Y, min(value, r.W-2-name), Band(at, seat), p.Text)
	if x, w := 2+name+value+1, r.W-3-name-value; w > 4 {
		for i := range w {
			if float64(i)+0.5 < at.Win[seat]*float64(w) {
				sign := '█'
				if p.Letters {
					sign = rune('0' + seat)
				}
				g.Set(r.X+x+i, r.Y, sign, screen.Style{FG: p.Seat(int8(seat)), BG: p.Page})
			}
		}
	}
}

// words say where the chances come from, and why the last turning point up to a round came.
func (v *View) words(round int) []string {
	list := []string{v.State()}
	list = append(list, Labels(v.Now)[1:]...)
	seen := v.Now.Seen(v.Span.Edge)
	var at *chance.Turning
	for i := range seen {
		if seen[i].Round <= round {
			at = &seen[i]
		}
	}
	switch {
	case at != nil:
		list = append(list, Turning(at, v.Names)...)
	case len(seen) > 0:
		list = append(list, fmt.Sprintf("the first of %s: round %d", sim.Count(len(seen), "turning point"), seen[0].Round))
	case v.Span.Edge >= v.Span.Last || v.Now.Level < chance.Split:
		list = append(list, NoTurnings(v.Now))
	}
	if v.Now.Pace != nil && round >= v.Span.Last {
		list = append(list, "pace: of what "+v.Now.Pace[0].Reference+" scores in the same seat")
		for _, seat := range v.Seats {
			list = append(list, fmt.Sprintf("%s %s", v.Names[seat], Pace(&v.Now.Pace[seat])))
		}
	}
	return list
}

// Pace describes the pace of a player, whole and in parts.
func Pace(p *chance.PaceOf) string {
	text := Rate(p.Whole)
	for i, name := range PaceParts {
		text += ", " + name + " " + Rate(p.Parts[i])
	}
	return text
}

// Mark draws the turning points that may be shown over the bar of the timeline.
func (v *View) Mark(g *screen.Grid, y int, a timeline.Axis) {
	if v.Now == nil {
		return
	}
	for _, t := range v.Now.Seen(v.Span.Edge) {
		up := t.Seat
		if t.To < t.From {
			up = t.Other
		}
		sign := []rune(sim.TurnShape)[0]
		if v.Palette.ASCII {
			sign = sim.TurnASCII
		}
		st := v.Palette.Strong
		if c := v.Palette.Seat(int8(up)); c != 0 {
			st.FG = c
		}
		g.Set(a.Column(t.Round), y, sign, st.With(screen.Bold))
	}
}

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
