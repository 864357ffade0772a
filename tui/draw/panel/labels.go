package panel

import (
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

func (c *Cards) isBriefStat(l *sim.Label, showsUnits bool) bool {
	return l.Short != "" && !(l.CountsUnits && showsUnits)
}

// placeStats calls place with the position of each figure on a full card, and returns the last line
// used. The positions are the same on all cards.
func (c *Cards) placeStats(w int, place func(i, x, line int)) (line int) {
	x := 0
	for i, n := range c.valueWidths {
		n += screen.Width(c.stats[i].Key) + 1
		if x > 0 && x+n > w {
			x = 0
			line++
		}
		place(i, x, line)
		x += n + 2
	}
	return line
}

func (c *Cards) drawTable(w *Writer) {
	p := c.in.Palette
	head := screen.Rect{X: w.r.X, Y: w.y, W: w.r.W, H: 1}
	row := func(i int) screen.Rect { r := head; r.Y += 1 + i; return r }
	for i, seat := range c.in.Seats() {
		c.seatRects[seat] = row(i)
		c.drawBar(w.g, row(i), seat)
	}
	x := head.X + c.indent(head.W)
	// column draws a table column, at least n cells wide, if there is room.
	column := func(title string, n int, draw func(r screen.Rect, seat int)) {
		n = max(n, len(title))
		if x+n > head.X+head.W {
			return
		}
		w.g.WriteTextRight(x, head.Y, n, title, p.Dim)
		for i, seat := range c.in.Seats() {
			draw(screen.Rect{X: x, Y: row(i).Y, W: n, H: 1}, seat)
		}
		x += n + 2
	}
	nameWidth := max(c.nameWidth, len("player"))
	column("", nameWidth, func(r screen.Rect, seat int) {
		name, _, _ := c.nameStyles(seat)
		w.g.Fit(r.X, r.Y, r.W, c.in.Names[seat], name)
	})
	w.g.WriteText(head.X+c.indent(head.W), head.Y, nameWidth, "player", p.Dim)
	column("score", c.scoreWidth, func(r screen.Rect, seat int) {
		_, score, _ := c.nameStyles(seat)
		w.g.WriteTextRight(r.X, r.Y, r.W, strconv.Itoa(c.in.Frame.Players[seat].Score), score)
	})
	figures := x
	column("gain", gainWidth, func(r screen.Rect, seat int) {
		if _, out := c.in.OutReason(seat); !out {
			c.drawGain(w.g, r.X, r.Y, seat)
		}
	})
	if c.maxUnits > 0 {
		w.g.WriteText(x, head.Y, 5, "units", p.Dim)
		column("", max(3*c.maxUnits-1, unitsMinWidth), func(r screen.Rect, seat int) { c.drawUnits(NewWriter(w.g, r), seat) })
	}
	column("gained so far", SparklineBars, func(r screen.Rect, seat int) { c.drawSparkline(w.g, r, seat) })
	if c.in.HasChances {
		column("chance", c.chanceWidth(), func(r screen.Rect, seat int) { c.drawChance(w.g, r.X, r.Y, seat) })
	}
	for k := range c.statsPerSeat {
		column(c.stats[k].Key, c.valueWidths[k], func(r screen.Rect, seat int) {
			w.g.WriteTextRight(r.X, r.Y, r.W, strings.TrimSpace(c.seatStats(seat)[k].Value), p.Text)
		})
	}
	for i, seat := range c.in.Seats() { // If a player is out, the row shows the reason instead of figures.
		if _, out := c.in.OutReason(seat); out {
			r := row(i)
			r.X, r.W = figures, head.X+head.W-figures
			w.g.Fill(r, screen.Cell{R: ' ', Style: p.Text})
			c.drawOutReason(NewWriter(w.g, r), seat)
		}
	}
	w.Skip(1 + sim.Seats)
}

// padNumber pads the number in a figure's short text, so that numbers align across all cards.
func (c *Cards) padNumber(i int, short string) string {
	at, n := firstNumber(short)
	if n == 0 {
		return short
	}
	most := n
	for seat := range c.in.Frame.Players {
		o := c.in.Frame.Players[seat].Stats[i].Short
		if from, other := firstNumber(o); from == at && o[:at] == short[:at] {
			most = max(most, other)
		}
	}
	return short[:at] + strings.Repeat(" ", most-n) + short[at:]
}

func firstNumber(s string) (start, n int) {
	if start = strings.IndexAny(s, "0123456789"); start < 0 {
		return 0, 0
	}
	for start+n < len(s) && s[start+n] >= '0' && s[start+n] <= '9' {
		n++
	}
	return start, n
}

func drawShortText(g *screen.Grid, x, y, w int, s string, p *theme.Palette) {
	for i := range g.WriteText(x, y, w, s, p.Dim) {
		if c := g.At(x+i, y); c != nil && c.R >= '0' && c.R <= '9' {
			c.Style = p.Text
		}
	}
}

// DrawLabels draws the board's labels, one per line, and returns the number of lines. It shortens
// or omits labels that do not fit.
func DrawLabels(g *screen.Grid, r screen.Rect, in *Info) (n int) {
	for i := range in.Frame.Labels {
		switch l := &in.Frame.Labels[i]; {
		case n >= r.H:
			return n
		case screen.Width(l.Key)+1+screen.Width(l.Value) <= r.W:
			x := g.WriteText(r.X, r.Y+n, r.W, l.Key, in.Palette.Dim) + 1
			g.WriteText(r.X+x, r.Y+n, r.W-x, l.Value, in.Palette.Text)
			n++
		case l.Short != "":
			drawShortText(g, r.X, r.Y+n, r.W, l.Short, in.Palette)
			n++
		}
	}
	return n
}

func (in *Info) roleStyle(r sim.Role) screen.Style {
	st := in.Palette.Text
	if c := in.Palette.RoleColor(r); c != 0 {
		st.FG = c
	}
	return st
}
