package panel

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/numbers"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// narrow is the width below which a card shows short values only.
const narrow = 26

// cardMin is how many lines the cards have before the global labels have any.
const cardMin = 5

// DrawPlayers draws the cards of all players and the global labels, and
// returns the part of the rectangle that is left.
func DrawPlayers(g *screen.Grid, r screen.Rect, in *Info) screen.Rect {
	labels := in.labelLines(r.W)
	want := in.cardLines(r.W)
	room := r.H - labels
	if room < sim.Seats*min(want, cardMin) {
		labels, room = 0, r.H
	}
	n := min(max(room/sim.Seats, 1), want)
	in.tight = r.W >= narrow && n < want-1
	in.bare = in.tight && n < 2+in.packedLines(r.W-2)
	in.cards = [sim.Seats]screen.Rect{}
	for i, seat := range in.Seats() {
		card := screen.Rect{X: r.X, Y: r.Y + i*n, W: r.W, H: n}
		if card.Y+n > r.Y+r.H {
			return screen.Rect{}
		}
		in.card(g, card, seat)
		in.cards[seat] = card
	}
	w := NewWriter(g, screen.Rect{X: r.X, Y: r.Y + sim.Seats*n, W: r.W, H: r.H - sim.Seats*n})
	if labels > 0 {
		in.global(w)
	}
	return w.Rest()
}

// CardAt is the seat whose card draw draws at a cell of the screen, by DrawPlayers with
// this Info, or -1.
func CardAt(in *Info, x, y int, draw func()) int {
	in.cards = [sim.Seats]screen.Rect{}
	draw()
	return slices.IndexFunc(in.cards[:], func(r screen.Rect) bool { return r.Has(x, y) })
}

// cardLines is how many lines a card likes to have, its blank line included.
func (in *Info) cardLines(w int) int {
	most := 0
	for seat := range in.Frame.Players {
		if w >= narrow {
			most = max(most, len(in.arrange(seat, w-2)))
		} else {
			most = max(most, shorts(in.Frame.Players[seat].Stats))
		}
	}
	n := 2 + most
	if w < narrow || in.Legend.Share != "" {
		n++ // the gain of the round, or the bar
	}
	return n
}

// card draws one player: name and score, then as much as there is room for.
func (in *Info) card(g *screen.Grid, r screen.Rect, seat int) {
	c := &in.Frame.Players[seat]
	reason, out := in.Out(seat)
	in.head(g, r, seat, out)
	w := NewWriter(g, screen.Rect{X: r.X + 2, Y: r.Y + 1, W: r.W - 2, H: r.H - 1})
	if r.W < narrow {
		w = NewWriter(g, screen.Rect{X: r.X, Y: r.Y + 1, W: r.W, H: r.H - 1})
	} else if in.Legend.Share != "" && w.Left() >= 2 && !in.bare {
		in.share(g, w.Rest(), c.Share, seat, out)
		w.Skip(1)
	}
	switch {
	case out:
		in.outLines(w, seat, reason)
	case r.W < narrow:
		in.briefs(w, c, in.Gain[seat])
	case in.tight:
		in.pack(seat, w.r.W, func(l *sim.Label, x, line int) {
			if y := w.y + line; y < w.r.Y+w.r.H {
				in.label(w, l, x, y)
			}
		})
	default:
		in.stats(w, seat)
	}
}

// head is the first line of a card: seat, colour, name, score and gain.
func (in *Info) head(g *screen.Grid, r screen.Rect, seat int, out bool) {
	p := in.Palette
	x, name, score := r.X, p.Strong.With(screen.Bold), p.Strong.With(screen.Bold)
	if out {
		name, score = p.Dim, p.Dim
	}
	g.Set(x, r.Y, rune('0'+seat), p.Dim)
	square, st := '■', screen.Style{FG: p.Seat(int8(seat)), BG: p.Page}
	if p.Profile == theme.NoColor {
		square = rune('A' + seat)
	}
	gain, at := 6, x+4
	if r.W < narrow {
		gain, at = 0, x+3
	}
	g.Set(at-2, r.Y, square, st)
	if in.Unlike[seat] {
		in.unlike(g, at-1, r.Y)
	}
	value := strconv.Itoa(in.Frame.Players[seat].Score)
	cut(g, at, r.Y, x+r.W-gain-len(value)-1-at, in.Players[seat], name)
	g.Right(x, r.Y, r.W-gain, value, score)
	if gain > 0 && !out {
		in.gain(g, x+r.W-gain+1, r.Y, in.Gain[seat])
	}
}

// unlike marks what differs from the match that this one is compared with.
func (in *Info) unlike(g *screen.Grid, x, y int) {
	sign := '≠'
	if in.Palette.ASCII {
		sign = '!'
	}
	g.Set(x, y, sign, in.Palette.Strong.With(screen.Bold))
}

func (in *Info) gain(g *screen.Grid, x, y, n int) {
	switch {
	case n > 0:
		g.Text(x, y, 5, "+"+strconv.Itoa(n), in.colored(sim.RoleGood))
	case n < 0:
		g.Text(x, y, 5, strconv.Itoa(n), in.colored(sim.RoleBad))
	}
}

// share draws the bar of a card and says what it is a share of.
func (in *Info) share(g *screen.Grid, r screen.Rect, share float64, seat int, out bool) {
	const percent = len("100 % of ")
	if n := 1 + percent + screen.Width(in.Legend.Share); r.W-n >= 6 {
		r.W -= n
		x := r.X + r.W + 1
		in.buf = append(strconv.AppendInt(in.buf[:0], int64(100*min(max(share, 0), 1)+0.5), 10), " % of "...)
		g.Bytes(x+percent-len(in.buf), r.Y, len(in.buf), in.buf, in.Palette.Dim)
		g.Text(x+percent, r.Y, n, in.Legend.Share, in.Palette.Dim)
	}
	p := in.Palette
	n := int(min(max(share, 0), 1)*float64(2*r.W) + 0.5)
	full, half := '━', '╸'
	if p.ASCII {
		full, half = '=', '='
	}
	st := screen.Style{FG: p.Seat(int8(seat)), BG: p.Page}
	if out {
		st = p.Dim
	}
	for x := range r.W {
		switch {
		case 2*x+1 < n:
			g.Set(r.X+x, r.Y, full, st)
		case 2*x < n:
			g.Set(r.X+x, r.Y, half, st)
		default:
			g.Set(r.X+x, r.Y, '─', p.Line)
		}
	}
}

// cpu is what is known of a seat's processor time: the fraction of its budget
// that is used, or what its answer cost. At the live edge it is the last one's.
func (in *Info) cpu(seat int) string {
	if in.Clock && in.Status[seat] >= 0 {
		return strconv.Itoa(int(100*in.Status[seat])) + " %"
	}
	t := in.Next
	if t == nil {
		t = in.Previous
	}
	if t != nil && t.Known&sim.KnownReports != 0 && t.Seats[seat].Total > 0 {
		return numbers.CPU(t.Seats[seat].CPU)
	}
	return ""
}

// outLines says why and since when a player is out, and where its last words are.
func (in *Info) outLines(w *Writer, seat int, reason string) {
	p := in.Palette
	text, bold := "out: "+reason, p.Dim.With(screen.Bold)
	d := in.Gone(seat)
	if d == nil {
		w.Line(text, bold)
		return
	}
	since := "since round " + strconv.Itoa(d.Round)
	if long := text + ", " + since; screen.Width(long) <= w.r.W {
		w.Line(long, bold)
	} else {
		w.Line(text, bold)
		w.Line(since, p.Dim)
	}
	if words := in.ExitReports[seat]; words != nil && len(words.Said) > 0 {
		w.Wrap(lastWords(d), 2, p.Dim)
		if last := words.Said[len(words.Said)-1]; !strings.Contains(d.Detail, last) {
			w.Line(last, p.Text)
		}
	}
	w.Wrap(d.Detail, 2, p.Dim)
}
