package panel

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/index"
)

// EventOrder returns the indices of the previous turn's events: first the selected event, then the
// most important ones. The index len(Events) represents a change of the leader. If a player is
// highlighted, it omits unselected events that do not concern that player.
func (in *Info) EventOrder() (order []int) {
	if in.PreviousTurn == nil {
		return nil
	}
	for i := range in.PreviousTurn.Events {
		e := &in.PreviousTurn.Events[i]
		listed := in.Front == 0 || e.Seat == in.Front-1 || e.Other == in.Front-1 || i == in.SelectedEvent
		if listed && int(e.Kind) < len(in.Legend.Events) {
			order = append(order, i)
		}
	}
	if in.LeadChange != nil {
		order = append(order, len(in.PreviousTurn.Events))
	}
	rank := func(i int) int {
		if i == in.SelectedEvent {
			return -1
		}
		kind, _ := in.eventKindAndSeat(i)
		return timeline.EventRank(in.Legend, kind)
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return order
}

func (in *Info) isLeadChange(i int) bool {
	return in.LeadChange != nil && i == len(in.PreviousTurn.Events)
}

func (in *Info) eventKindAndSeat(i int) (kind uint8, seat int8) {
	if in.isLeadChange(i) {
		return index.LeadChange, in.LeadChange.Seat
	}
	return in.PreviousTurn.Events[i].Kind, in.PreviousTurn.Events[i].Seat
}

func (in *Info) NoEventsText() string {
	switch {
	case in.PreviousTurn == nil && in.Round == 0:
		return "the start: nothing has happened yet"
	case in.PreviousTurn == nil:
		return "events unknown"
	case in.PreviousTurn.KnownParts&sim.KnownEvents == 0:
		return "no events could be confirmed"
	case in.Front > 0:
		return "no events concerning " + in.Names[in.Front-1]
	}
	return "nothing happened in this round"
}

func (in *Info) moreText(n int) string {
	text := "+" + strconv.Itoa(n) + " more"
	if in.MoreKey == "" {
		return text
	}
	return text + ": " + in.MoreKey
}

func (in *Info) drawEvent(g *screen.Grid, r screen.Rect, i int) int {
	kind, seat := in.eventKindAndSeat(i)
	sign, st := timeline.EventSign(in.Legend, kind, seat, in.Palette)
	g.Set(r.X, r.Y, sign, st)
	if st = in.Palette.Text; i == in.SelectedEvent {
		st = in.Palette.Strong.WithAttr(screen.Bold)
	}
	r.X, r.W = r.X+2, r.W-2
	if in.isLeadChange(i) {
		return in.DrawSentence(g, r, in.LeadChange.Text, st)
	}
	return in.DrawSentence(g, r, string(in.Game.AppendEventText(nil, &in.PreviousTurn.Events[i], in.Names)), st)
}

// DrawSentence draws a text, with players' names in their colours, and returns the number of lines. If
// g is nil, it only counts the lines.
func (in *Info) DrawSentence(g *screen.Grid, r screen.Rect, text string, st screen.Style) (n int) {
	for from := 0; from < len(text) && n < r.H; n++ {
		to, next := screen.LineEnd(text, from, r.W)
		if g != nil {
			w := r.W
			if n == r.H-1 && next < len(text) {
				g.LogOmitted(r, text[from:])
				w, to = r.W-1, len(text)
				g.Set(r.X+w, r.Y+n, '…', st)
			}
			g.WriteText(r.X, r.Y+n, w, text[from:to], st)
			in.colorNames(g, r.X, r.Y+n, w, text, from, to)
		}
		from = next
	}
	return n
}

// colorNames colours the players' names in text[from:to], which was drawn at (x,y) in w columns.
func (in *Info) colorNames(g *screen.Grid, x, y, w int, text string, from, to int) {
	for i, col := from, 0; i < to && col < w; {
		seat, n := in.nameAt(text, i)
		for k := max(n, 1); k > 0 && i < to; k-- {
			if text[i]&0xc0 != 0x80 { // The byte starts a new rune.
				if c := g.At(x+col, y); n > 0 && c != nil && col < w {
					c.FG = in.Palette.SeatColor(int8(seat))
				}
				col++
			}
			i++
		}
	}
}

// nameAt returns the seat and length of the longest player name starting at text[i]. Only whole
// words match. A length of 0 means no match.
func (in *Info) nameAt(text string, i int) (seat, n int) {
	if i > 0 && isWordByte(text[i-1]) {
		return 0, 0
	}
	for s, name := range in.Names {
		if end := i + len(name); len(name) > n && strings.HasPrefix(text[i:], name) &&
			(end == len(text) || !isWordByte(text[end])) {
			seat, n = s, len(name)
		}
	}
	return seat, n
}

func isWordByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b >= 0x80
}

// DrawAllEvents draws the events listed by EventOrder in full.
func DrawAllEvents(g *screen.Grid, r screen.Rect, in *Info) {
	w, list := NewWriter(g, r), in.EventOrder()
	switch {
	case len(list) == 0:
		w.Wrap(in.NoEventsText(), 0, in.Palette.Dim)
	case in.PreviousTurn.KnownParts&sim.KnownEvents == 0:
		w.WriteLine("confirmed events only:", in.Palette.Dim)
	}
	for _, i := range list {
		if w.FreeLines() > 0 {
			w.Skip(in.drawEvent(g, screen.Rect{X: r.X + 1, Y: w.y, W: r.W - 1, H: w.FreeLines()}, i))
		}
	}
}
