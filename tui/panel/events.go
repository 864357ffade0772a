package panel

import (
	"bytes"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// sorted lists the events of the turn that led here, the most important first.
func (in *Info) sorted() []int {
	in.order = in.order[:0]
	for i := range in.Came.Events {
		if int(in.Came.Events[i].Kind) < len(in.Legend.Events) {
			in.order = append(in.order, i)
		}
	}
	rank := func(i int) int {
		if i == in.Selected {
			return -1
		}
		return in.Legend.Events[in.Came.Events[i].Kind].Rank
	}
	slices.SortStableFunc(in.order, func(a, b int) int { return rank(a) - rank(b) })
	return in.order
}

// nothing says why there are no events.
func (in *Info) nothing() string {
	switch {
	case in.Came == nil && in.Round == 0:
		return "the start: nothing has happened yet"
	case in.Came == nil:
		return "what happened is not known"
	case in.Came.Known&sim.KnownEvents == 0:
		return "nothing that the recording proves"
	}
	return "nothing happened in this round"
}

// DrawEvents lists the events that led to the shown state, one per line and in
// columns where there is room; what has no room is counted.
func DrawEvents(g *screen.Grid, r screen.Rect, in *Info) {
	p := in.Palette
	if r.Empty() {
		return
	}
	if in.Came == nil || len(in.Came.Events) == 0 {
		cut(g, r.X+1, r.Y, r.W-2, in.nothing(), p.Dim)
		return
	}
	list := in.sorted()
	cols := max(r.W/78, 1)
	w := r.W / cols
	room := cols * r.H
	more := ""
	if len(list) > room {
		more = "+" + strconv.Itoa(len(list)-room) + " more: e"
	}
	for n, i := range list[:min(len(list), room)] {
		x, y, width := r.X+n/r.H*w, r.Y+n%r.H, w-1
		if n == room-1 && more != "" {
			width -= len(more) + 2
		}
		in.event(g, x+1, y, width-1, i)
	}
	if more != "" {
		g.Right(r.X, r.Y+r.H-1, r.W-1, more, p.Dim)
	}
}

// event writes one event in one line.
func (in *Info) event(g *screen.Grid, x, y, w, i int) {
	e := &in.Came.Events[i]
	sign, st := timeline.EventLook(&in.Legend.Events[e.Kind], in.Palette)
	g.Set(x, y, sign, st)
	text := in.Palette.Text
	if i == in.Selected {
		text = in.Palette.Strong.With(screen.Bold)
		g.Set(x-1, y, '▸', in.Palette.Strong)
	}
	in.buf = in.Game.AppendEvent(in.buf[:0], e, in.Names)
	n := g.Bytes(x+2, y, w-2, in.buf, text)
	if n == w-2 && screen.Width(string(in.buf)) > n {
		g.Set(x+1+n, y, '…', text)
	}
	in.paintNames(g, x+2, y, n)
}

// paintNames gives players' names in a drawn line their colours, where names
// tell players apart.
func (in *Info) paintNames(g *screen.Grid, x, y, w int) {
	for seat, name := range in.Names {
		if name == "" || slices.Index(in.Names[:], name) != seat || slices.Contains(in.Names[seat+1:], name) {
			continue
		}
		for at := 0; ; {
			i := bytes.Index(in.buf[at:], []byte(name))
			if i < 0 {
				break
			}
			col := screen.Width(string(in.buf[:at+i]))
			for k := range screen.Width(name) {
				if c := g.At(x+col+k, y); c != nil && col+k < w {
					c.FG = in.Palette.Seat(int8(seat))
				}
			}
			at += i + len(name)
		}
	}
}

// DrawAllEvents writes every event in full, from line skip on, and returns
// the number of lines that there are.
func DrawAllEvents(g *screen.Grid, r screen.Rect, in *Info, skip int) int {
	p := in.Palette
	w := NewWriter(g, r)
	if in.Came == nil || len(in.Came.Events) == 0 {
		w.Wrap(in.nothing(), 0, p.Dim)
		return 1
	}
	if in.Came.Known&sim.KnownEvents == 0 {
		w.Wrap("only what the recording proves:", 0, p.Dim)
	}
	total := 0
	for _, i := range in.sorted() {
		in.buf = in.Game.AppendEvent(in.buf[:0], &in.Came.Events[i], in.Names)
		text := string(in.buf)
		lines := 0
		for rest := text; rest != ""; lines++ {
			_, rest = breakLine(rest, r.W-2)
		}
		total += lines
		if total <= skip || w.Left() == 0 {
			continue
		}
		sign, st := timeline.EventLook(&in.Legend.Events[in.Came.Events[i].Kind], p)
		g.Set(r.X, w.y, sign, st)
		body := &Writer{g, screen.Rect{X: r.X + 2, Y: r.Y, W: r.W - 2, H: r.H}, w.y}
		style := p.Text
		if i == in.Selected {
			style = p.Strong.With(screen.Bold)
		}
		body.Wrap(text, 0, style)
		w.y = body.y
	}
	return total
}
