package panel

import (
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/tui/screen"
)

// pair is one line of a card: one or two labels of Info.labels, by index.
type pair [2]int

// shorts is how many of the labels have a short form.
func shorts(list []sim.Label) (n int) {
	for i := range list {
		if list[i].Short != "" {
			n++
		}
	}
	return n
}

// arrange puts a card's labels and its CPU into lines: short ones share a line
// with the next, and the CPU goes beside the first that is left alone.
func (in *Info) arrange(seat, w int) []pair {
	in.labels = append(in.labels[:0], in.Frame.Players[seat].Stats...)
	cpu := -1
	if s := in.cpu(seat); s != "" {
		cpu = len(in.labels)
		in.labels = append(in.labels, sim.Label{Key: "cpu", Value: s})
	}
	fits := func(i int) bool {
		if i >= len(in.labels) {
			return false
		}
		l := &in.labels[i] // a text has no more columns than bytes, which cost nothing to count
		return len(l.Key)+1+len(l.Value) < w/2 || screen.Width(l.Key)+1+screen.Width(l.Value) < w/2
	}
	in.pairs = in.pairs[:0]
	for i := 0; i < len(in.labels); i++ {
		p := pair{i, -1}
		switch {
		case i == cpu && slices.ContainsFunc(in.pairs, func(p pair) bool { return p[1] == cpu }):
			continue
		case fits(i) && fits(i+1) && i+1 != cpu:
			i++
			p[1] = i
		case fits(i) && cpu > i && fits(cpu) && !slices.ContainsFunc(in.pairs, func(p pair) bool { return p[1] == cpu }):
			p[1] = cpu
		}
		in.pairs = append(in.pairs, p)
	}
	return in.pairs
}

func (in *Info) stats(w *Writer, seat int) {
	for _, line := range in.arrange(seat, w.r.W) {
		if w.Left() == 0 {
			return
		}
		for i, k := range line {
			if k >= 0 {
				in.label(w, &in.labels[k], i*(w.r.W+2)/2, w.y)
			}
		}
		w.Skip(1)
	}
}

// label writes a label at column x of the card, in row y of the screen; its short
// form where it would be cut.
func (in *Info) label(w *Writer, l *sim.Label, x, y int) {
	if all := w.r.W - x; l.Short != "" && screen.Width(l.Key)+1+screen.Width(l.Value) > all {
		cut(w.g, w.r.X+x, y, all, l.Short, in.Palette.Text)
		return
	}
	key := w.g.Text(w.r.X+x, y, w.r.W-x, l.Key, in.Palette.Dim)
	room := w.r.W - x - key - 1
	cut(w.g, w.r.X+x+key+1, y, room, l.Value, in.Palette.Text)
}

// pack places a card's labels where there is no room for a line each, one after the other; it
// returns their lines.
func (in *Info) pack(seat, w int, place func(l *sim.Label, x, line int)) int {
	in.arrange(seat, w)
	x, line := 0, 0
	for i := range in.labels {
		l := &in.labels[i]
		n := screen.Width(l.Key) + 1 + screen.Width(l.Value)
		if x > 0 && x+n > w {
			x = 0
			line++
		}
		place(l, x, line)
		x += n + 2
	}
	return line + 1
}

// packedLines is how many lines the fullest card packed has.
func (in *Info) packedLines(w int) int {
	most := 0
	for seat := range in.Frame.Players {
		most = max(most, in.pack(seat, w, func(*sim.Label, int, int) {}))
	}
	return most
}

// briefs writes the short forms, one a line, and where there is room below them the gain
// of the round.
func (in *Info) briefs(w *Writer, c *sim.Card, gain int) {
	for i := range c.Stats {
		s := c.Stats[i].Short
		if s == "" {
			continue
		}
		if w.Left() == 0 {
			return
		}
		w.Line(s, in.Palette.Text)
	}
	if gain != 0 && w.Left() > 0 {
		n := len(fmt.Sprintf("%+d", gain))
		in.gain(w.g, w.r.X, w.y, gain)
		w.g.Text(w.r.X+n+1, w.y, w.r.W-n-1, "this round", in.Palette.Dim)
	}
}

// labelLines is how many lines the global labels need, their rule included.
func (in *Info) labelLines(w int) int {
	if len(in.Frame.Labels) == 0 {
		return 0
	}
	if w < narrow {
		return shorts(in.Frame.Labels)
	}
	n := 1
	for i := range in.Frame.Labels {
		n += linesOf(&in.Frame.Labels[i], w)
	}
	return n
}

// linesOf is a label's lines with room for a longer value, so that what
// stands below does not jump from round to round.
func linesOf(l *sim.Label, w int) int {
	n := screen.Width(l.Key) + 1 + screen.Width(l.Value)
	return 1 + n*5/4/max(w, 1)
}

func (in *Info) global(w *Writer) {
	p := in.Palette
	if w.r.W >= narrow {
		w.Rule("", p.Line, p.Dim)
	}
	for i := range in.Frame.Labels {
		l := &in.Frame.Labels[i]
		if w.r.W < narrow {
			if l.Short != "" {
				w.Line(l.Short, p.Dim)
			}
			continue
		}
		if w.Left() == 0 {
			return
		}
		y := w.y
		w.Wrap(l.Key+" "+l.Value, 2, p.Text)
		w.g.Text(w.r.X, y, min(w.r.W, screen.Width(l.Key)), l.Key, p.Dim)
		w.y = max(w.y, min(y+linesOf(l, w.r.W), w.r.Y+w.r.H))
	}
}

// colored is text in the colour of a role.
func (in *Info) colored(r sim.Role) screen.Style {
	st := in.Palette.Text
	if c := in.Palette.Role(r); c != 0 {
		st.FG = c
	}
	return st
}
