package timeline

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/index"
)

// A Span describes which part of a match may be shown. LastRound is the number of rounds in the
// match, and rounds after Edge must stay hidden. If ShowEarlyEnd is set, a mark shows that the
// match stopped early.
type Span struct {
	Round, Edge, LastRound int
	ShowEarlyEnd           bool
}

// An Axis maps rounds to screen columns and reserves LabelWidth columns for labels.
type Axis struct{ X, W, LastRound, LabelWidth int }

const roundZeroLabel = "round 0"

// NewAxis returns an axis with space for labels at both ends.
func NewAxis(r screen.Rect, lastRound int) Axis {
	n := len(strconv.Itoa(lastRound))
	left := len(roundZeroLabel) + 1 // also leaves room for a chart's scale
	if r.W < 30 {
		left = max(n, 4) + 1
	}
	return Axis{X: r.X + left, W: max(r.W-left-n-2, 2), LastRound: max(lastRound, 1), LabelWidth: left}
}

func (a Axis) Column(round int) int {
	return a.X + (min(max(round, 0), a.LastRound)*(a.W-1)+a.LastRound/2)/a.LastRound
}

// Round returns the round closest to a screen column.
func (a Axis) Round(x int) int {
	x = min(max(x-a.X, 0), a.W-1)
	return (x*a.LastRound + (a.W-1)/2) / (a.W - 1)
}

func (h *History) DrawBar(g *screen.Grid, y int, a Axis, s Span, p *theme.Palette) {
	now := a.Column(s.Round)
	edge := a.Column(s.Edge)
	for x := a.X; x < a.X+a.W; x++ {
		r, st := '┄', p.Line
		switch {
		case x <= now:
			r, st = '━', p.Text
		case x <= edge:
			r = '─'
		}
		if h.marks.Record().IsMissing(a.Round(x)) {
			r, st = ' ', p.Line
		}
		g.Set(x, y, r, st)
	}
	if over, _ := h.marks.Record().Ended(); over && s.ShowEarlyEnd {
		last := h.marks.Record().Edge()
		words := " ends at round " + strconv.Itoa(last) + " "
		if x := a.Column(last) + 1; last < a.LastRound && x+len(words) < a.X+a.W {
			g.WriteText(x, y, len(words), words, p.Dim)
		}
	}
	h.drawMarks(g, y, a, s, p)
	cur := p.Strong.WithAttr(screen.Bold)
	if p.UseLetters {
		cur = p.Text.WithAttr(screen.Reverse)
	}
	g.Set(now, y, '●', cur)
	zero := roundZeroLabel
	if a.LabelWidth <= len(zero) {
		zero = "0"
	}
	g.WriteTextRight(a.X-a.LabelWidth, y, a.LabelWidth-1, zero, p.Dim)
	g.WriteText(a.X+a.W+1, y, 6, strconv.Itoa(a.LastRound), p.Dim)
}

func (h *History) drawMarks(g *screen.Grid, y int, a Axis, s Span, p *theme.Palette) {
	best, at := 1<<30, -1
	for _, m := range *h.marks.Current() {
		if m.Round > s.Edge {
			break
		}
		x := a.Column(m.Round)
		if x != at {
			best, at = 1<<30, x
		}
		if k := EventRank(h.legend, m.Kind); k < best {
			best = k
			seat := int8(-1)
			if m.Kind == index.LeadChange {
				seat = m.Seat
			}
			r, st := EventSign(h.legend, m.Kind, seat, p)
			if m.Round > s.Round {
				st = p.Dim
			}
			g.Set(x, y, r, st)
		}
	}
}

// EventSign returns the sign for a kind of event, in the colour of the seat or of the kind's role.
// A seat of -1 means no seat.
func EventSign(l *sim.Legend, kind uint8, seat int8, p *theme.Palette) (rune, screen.Style) {
	if kind == index.LeadChange {
		r, st := '▲', p.Strong
		if p.UseASCII {
			r, st = sim.LeadASCII, p.Text
		}
		if seat >= 0 {
			st.FG = p.SeatColor(seat)
		}
		return r, st
	}
	k, st := &l.Events[kind], p.Text
	if k.Role == sim.RoleOwner && seat >= 0 {
		st.FG = p.SeatColor(seat)
	} else if c := p.RoleColor(k.Role); c != 0 {
		st.FG = c
	}
	if p.UseASCII {
		return rune(k.ASCII), st
	}
	shape, _ := utf8.DecodeRuneInString(k.Symbol + "·")
	return cmp.Or(screen.PrintableRune(shape), '·'), st
}

func (h *History) markedKinds(short bool) (kinds []uint8, names []string) {
	for i := range h.legend.Events {
		if h.legend.Events[i].OnTimeline {
			kinds = append(kinds, uint8(i))
		}
	}
	kinds = append(kinds, index.LeadChange)
	for _, kind := range kinds {
		name := h.index.Kind(kind).Name
		if first, _, _ := strings.Cut(name, " "); short {
			name = first
		}
		names = append(names, name)
	}
	return kinds, names
}

func (h *History) LegendWidth(short bool) int {
	_, names := h.markedKinds(short)
	n := 0
	for _, name := range names {
		n += screen.Width(name) + 3
	}
	return n - 1
}

func (h *History) DrawLegend(g *screen.Grid, x, y int, short bool, p *theme.Palette) {
	kinds, names := h.markedKinds(short)
	for i, kind := range kinds {
		r, st := EventSign(h.legend, kind, -1, p)
		g.Set(x, y, r, st)
		x += 3 + g.WriteText(x+2, y, screen.Width(names[i]), names[i], p.Dim)
	}
}
