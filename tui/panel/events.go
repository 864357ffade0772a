package panel

import (
	"bytes"
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/index"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// Happened lists what led here, the most important first, by its place in the turn: the
// events, and behind them the change of the leader. Of one player in front only what
// it did or suffered is listed, and what the watcher stopped at.
func (in *Info) Happened() []int {
	in.order = in.order[:0]
	if in.Previous == nil {
		return nil
	}
	for i := range in.Previous.Events {
		e := &in.Previous.Events[i]
		if int(e.Kind) < len(in.Legend.Events) && (in.concerns(e.Seat, e.Other) || i == in.Selected) {
			in.order = append(in.order, i)
		}
	}
	if in.Lead != nil {
		in.order = append(in.order, len(in.Previous.Events))
	}
	rank := func(i int) int {
		if i == in.Selected {
			return -1
		}
		kind, _ := in.row(i)
		return timeline.Rank(in.Legend, kind)
	}
	slices.SortStableFunc(in.order, func(a, b int) int { return rank(a) - rank(b) })
	return in.order
}

// isLead reports whether a place in the turn is that of the change of the leader.
func (in *Info) isLead(i int) bool { return in.Lead != nil && i == len(in.Previous.Events) }

// concerns reports whether something of two seats is listed: where no player is in
// front, everything is.
func (in *Info) concerns(seat, other int8) bool {
	return in.Front == 0 || seat == in.Front-1 || other == in.Front-1
}

// Nothing says why there are no events.
func (in *Info) Nothing() string {
	switch {
	case in.Previous == nil && in.Round == 0:
		return "the start: nothing has happened yet"
	case in.Previous == nil:
		return "what happened is not known"
	case in.Previous.Known&sim.KnownEvents == 0:
		return "nothing that the recording proves"
	case in.Front > 0:
		return "nothing that concerns " + in.Names[in.Front-1]
	}
	return "nothing happened in this round"
}

// DrawEvents lists the events that led to the shown state, the most important
// first, in columns where there is room; where there is room for all, in full. What has no
// room is counted.
func DrawEvents(g *screen.Grid, r screen.Rect, in *Info) {
	p := in.Palette
	in.cut = false
	if r.Empty() {
		return
	}
	list := in.Happened()
	if len(list) == 0 {
		cut(g, r.X+1, r.Y, r.W-2, in.Nothing(), p.Dim)
		return
	}
	most := max(r.W/78, 1)
	for cols := 1; cols <= most && len(list) <= most*r.H; cols++ {
		if in.inFull(r, list, cols, nil) {
			in.inFull(r, list, cols, g)
			return
		}
	}
	in.cut = true
	cols := min(most, (len(list)+r.H-1)/r.H)
	w, first := r.W/cols, 1
	if list[0] == in.Selected { // what was stopped at is there in full
		first = min(in.lines(list[0], w-4), r.H)
	}
	room := cols*r.H - first + 1
	more := ""
	if len(list) > room {
		more = in.more(len(list) - room)
	}
	for n, i := range list[:min(len(list), room)] {
		at, high := n+first-1, 1
		if n == 0 {
			at, high = 0, first
		}
		width := w - 1
		if n == room-1 && more != "" {
			width -= len(more) + 2
		}
		place := screen.Rect{X: r.X + at/r.H*w, Y: r.Y + at%r.H, W: w, H: high}
		in.event(g, place.X+1, place.Y, width-1, high, i)
		in.drawn = append(in.drawn, spot{place, i})
	}
	if more != "" {
		g.Right(r.X, r.Y+r.H-1, r.W-1, more, p.Dim)
	}
}

// spot is where an event has been drawn.
type spot struct {
	at    screen.Rect
	event int
}

// EventAt is the event that has been drawn at a cell of the screen, as Info.Selected counts
// them, or -1.
func (in *Info) EventAt(x, y int) int {
	for _, d := range in.drawn {
		if d.at.Has(x, y) {
			return d.event
		}
	}
	return -1
}

// DrawCut writes all events in full where DrawEvents has cut some and there is room.
func DrawCut(g *screen.Grid, r screen.Rect, in *Info) {
	if !in.cut || r.H < 6 {
		return
	}
	w := NewWriter(g, screen.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H - 1})
	w.Rule("all events that led here", in.Palette.Line, in.Palette.Dim)
	DrawAllEvents(g, w.Rest(), in)
}

// inFull writes all events in full in columns, or reports that they have no room. Without
// a grid nothing is written.
func (in *Info) inFull(r screen.Rect, list []int, cols int, g *screen.Grid) bool {
	w := r.W / cols
	x, y := r.X, 0
	for _, i := range list {
		n := in.lines(i, w-4)
		if y+n > r.H {
			x, y = x+w, 0
		}
		if n > r.H || x+w > r.X+r.W {
			return false
		}
		if g != nil {
			in.event(g, x+1, r.Y+y, w-2, n, i)
			in.drawn = append(in.drawn, spot{screen.Rect{X: x, Y: r.Y + y, W: w, H: n}, i})
		}
		y += n
	}
	return true
}

// more counts what has no room, and names the key that shows it.
func (in *Info) more(n int) string {
	text := "+" + strconv.Itoa(n) + " more"
	if in.MoreKey == "" {
		return text
	}
	return text + ": " + in.MoreKey
}

// word writes an event into the buffer.
func (in *Info) word(i int) {
	if in.isLead(i) {
		in.buf = append(in.buf[:0], in.Lead.Text...)
		return
	}
	in.buf = in.Game.AppendEvent(in.buf[:0], &in.Previous.Events[i], in.Names)
}

// lines is how many lines of w columns an event needs.
func (in *Info) lines(i, w int) (n int) {
	in.word(i)
	for from := 0; from < len(in.buf); n++ {
		_, from = lineEnd(in.buf, from, w)
	}
	return n
}

// event writes one event in at most high lines of w columns, its sign
// included, and returns the lines used.
func (in *Info) event(g *screen.Grid, x, y, w, high, i int) int {
	kind, seat := in.row(i)
	sign, st := timeline.RowLook(in.Legend, kind, seat, in.Palette)
	g.Set(x, y, sign, st)
	text := in.Palette.Text
	if i == in.Selected {
		text = in.Palette.Strong.With(screen.Bold)
		g.Set(x-1, y, '▸', in.Palette.Strong)
	}
	in.word(i)
	return in.sentence(g, x+2, y, w-2, high, text)
}

// Sentence writes a text with players' names in their colours in at most high lines of
// w columns, and returns the lines used. Without a grid it counts them.
func (in *Info) Sentence(g *screen.Grid, x, y, w, high int, text string, st screen.Style) int {
	in.buf = append(in.buf[:0], text...)
	return in.sentence(g, x, y, w, high, st)
}

// sentence writes what the buffer holds.
func (in *Info) sentence(g *screen.Grid, x, y, w, high int, st screen.Style) (n int) {
	for from := 0; from < len(in.buf) && n < high; n++ {
		to, next := lineEnd(in.buf, from, w)
		last := n == high-1 && next < len(in.buf) // the last line is cut
		switch {
		case g == nil:
		case last:
			g.Bytes(x, y+n, w-1, in.buf[from:], st)
			g.Set(x+w-1, y+n, '…', st)
			in.paintNames(g, x, y+n, w-1, from, len(in.buf))
		default:
			g.Bytes(x, y+n, w, in.buf[from:to], st)
			in.paintNames(g, x, y+n, w, from, to)
		}
		from = next
	}
	return n
}

// paintNames gives players' names in a drawn part of the wording their colours.
func (in *Info) paintNames(g *screen.Grid, x, y, w, from, to int) {
	for i, col := from, 0; i < to && col < w; {
		seat, n := in.nameAt(i)
		for k := max(n, 1); k > 0 && i < to; k-- {
			if in.buf[i]&0xc0 != 0x80 { // the first byte of a rune
				if c := g.At(x+col, y); n > 0 && c != nil && col < w {
					c.FG = in.Palette.Seat(int8(seat))
				}
				col++
			}
			i++
		}
	}
}

// nameAt finds the longest player's name that stands at a byte of the wording
// as a word of its own; its length is 0 where there is none.
func (in *Info) nameAt(i int) (seat, n int) {
	if i > 0 && isWord(in.buf[i-1]) {
		return 0, 0
	}
	for s, name := range in.Names {
		if end := i + len(name); len(name) > n && bytes.HasPrefix(in.buf[i:], []byte(name)) &&
			(end == len(in.buf) || !isWord(in.buf[end])) {
			seat, n = s, len(name)
		}
	}
	return seat, n
}

func isWord(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

// row is the kind of what stands at a place in the turn, and who did it or leads now.
func (in *Info) row(i int) (kind uint8, seat int8) {
	if in.isLead(i) {
		return index.Lead, in.Lead.Seat
	}
	return in.Previous.Events[i].Kind, in.Previous.Events[i].Seat
}

// DrawAllEvents writes every event in full, as far as there is room.
func DrawAllEvents(g *screen.Grid, r screen.Rect, in *Info) {
	w, list := NewWriter(g, r), in.Happened()
	switch {
	case len(list) == 0:
		w.Wrap(in.Nothing(), 0, in.Palette.Dim)
	case in.Previous.Known&sim.KnownEvents == 0:
		w.Line("only what the recording proves:", in.Palette.Dim)
	}
	for _, i := range list {
		if w.Left() > 0 {
			w.y += in.event(g, r.X+1, w.y, r.W-1, w.Left(), i)
		}
	}
}
