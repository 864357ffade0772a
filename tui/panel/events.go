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

// Happened lists the events before this state by importance, as indices in the turn, then the
// change of the leader. With a highlighted player it lists only its events and the selected one.
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

// isLead reports whether an index stands for the change of the leader.
func (in *Info) isLead(i int) bool { return in.Lead != nil && i == len(in.Previous.Events) }

// concerns reports whether events of two seats are listed.
func (in *Info) concerns(seat, other int8) bool {
	return in.Front == 0 || seat == in.Front-1 || other == in.Front-1
}

// Nothing explains an empty list.
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

// spot is where an event was drawn.
type spot struct {
	at    screen.Rect
	event int
}

// EventAt returns the event drawn at (x,y), as in Info.Selected, or -1.
func (in *Info) EventAt(x, y int) int {
	for _, d := range in.drawn {
		if d.at.Contains(x, y) {
			return d.event
		}
	}
	return -1
}

// more counts hidden events and names the key that shows them.
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

// event draws an event with its sign in at most high lines and returns the lines used.
func (in *Info) event(g *screen.Grid, x, y, w, high, i int) int {
	kind, seat := in.row(i)
	sign, st := timeline.RowLook(in.Legend, kind, seat, in.Palette)
	g.Set(x, y, sign, st)
	text := in.Palette.Text
	if i == in.Selected {
		text = in.Palette.Strong.WithAttr(screen.Bold)
	}
	in.word(i)
	return in.sentence(g, x+2, y, w-2, high, text)
}

// Sentence draws a text with players' names in their colours in at most high lines and returns the
// lines used. Without a grid it only counts.
func (in *Info) Sentence(g *screen.Grid, x, y, w, high int, text string, st screen.Style) int {
	in.buf = append(in.buf[:0], text...)
	return in.sentence(g, x, y, w, high, st)
}

// sentence draws the buffer.
func (in *Info) sentence(g *screen.Grid, x, y, w, high int, st screen.Style) (n int) {
	for from := 0; from < len(in.buf) && n < high; n++ {
		to, next := screen.LineEnd(in.buf, from, w)
		last := n == high-1 && next < len(in.buf) // the last line is cut
		switch {
		case g == nil:
		case last:
			g.LogOmitted(screen.Rect{X: x, Y: y, W: w, H: high}, string(in.buf[from:]))
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

// paintNames colours names in a drawn part of the buffer.
func (in *Info) paintNames(g *screen.Grid, x, y, w, from, to int) {
	for i, col := from, 0; i < to && col < w; {
		seat, n := in.nameAt(i)
		for k := max(n, 1); k > 0 && i < to; k-- {
			if in.buf[i]&0xc0 != 0x80 { // first byte of a rune
				if c := g.At(x+col, y); n > 0 && c != nil && col < w {
					c.FG = in.Palette.SeatColor(int8(seat))
				}
				col++
			}
			i++
		}
	}
}

// nameAt returns the longest player's name that is a word at byte i, or length 0.
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

// row returns the kind of an entry of the turn, and its actor or new leader.
func (in *Info) row(i int) (kind uint8, seat int8) {
	if in.isLead(i) {
		return index.LeadChange, in.Lead.Seat
	}
	return in.Previous.Events[i].Kind, in.Previous.Events[i].Seat
}

// DrawAllEvents draws every event in full.
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
