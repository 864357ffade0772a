package panel

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
)

// These sizes determine the layout of player cards, in columns or lines.
const (
	TableMinWidth    = 80
	RowMinWidth      = 88 // minimum width for cards side by side
	RowHeight        = 4  // height of cards side by side
	fullCardMinWidth = 26
	fullCardMinLines = 3
	mainStatCount    = 4 // number of figures shown before the processor time
	outMaxLines      = 6 // maximum number of lines about a player who is out
	scoreMinWidth    = 5
	gainWidth        = 5
	chanceMinWidth   = 5
	chanceMaxWidth   = 10 // width of a win chance and its error
)

// SparklineBars is the number of bars in the sparkline of a full card. Narrow cards show half as many.
const SparklineBars = 16

// Cards draws the players' state in a round as a table or as cards. The zero value is ready to use.
type Cards struct {
	in           *Info
	stats        []sim.Label // figures of all seats, statsPerSeat of them for each seat
	statsPerSeat int
	valueWidths  []int // widths of the figures without their labels
	nameWidth    int
	scoreWidth   int
	units        [sim.Seats][]*sim.Unit
	maxUnits     int // largest number of units that any player has, or 0 to hide single units
	seatRects    [sim.Seats]screen.Rect
}

// Draw draws the players as a table, or as cards, either side by side or stacked.
func (c *Cards) Draw(g *screen.Grid, r screen.Rect, in *Info) {
	c.seatRects = [sim.Seats]screen.Rect{}
	if r.Empty() {
		return
	}
	c.measure(in)
	w := NewWriter(g, r)
	switch {
	case r.W >= RowMinWidth && r.H <= RowHeight:
		for i, seat := range in.Seats() {
			each := (r.W + 1) / sim.Seats
			c.drawPlayer(g, screen.Rect{X: r.X + i*each, Y: r.Y, W: min(each-1, fullCardMinWidth-1), H: r.H}, seat)
		}
	case r.W >= TableMinWidth:
		c.drawTable(w)
	case r.W >= fullCardMinWidth:
		n, gap := c.cardLines(r.W, r.H)
		c.drawStack(w, n, gap)
	default:
		c.drawStack(w, c.briefCardLines(r), 0)
	}
}

// Height returns the number of lines that Draw needs, limited to h.
func (c *Cards) Height(in *Info, w, h int) int {
	c.measure(in)
	switch {
	case w >= TableMinWidth:
		return min(1+sim.Seats, h)
	case w >= fullCardMinWidth:
		n, gap := c.cardLines(w, h)
		return min(sim.Seats*n+(sim.Seats-1)*gap, h)
	}
	return sim.Seats * c.briefCardLines(screen.Rect{W: w, H: h})
}

// SeatAt returns the seat whose card is at screen position (x,y), or -1.
func (c *Cards) SeatAt(x, y int) int {
	return slices.IndexFunc(c.seatRects[:], func(r screen.Rect) bool { return r.Contains(x, y) })
}

func (c *Cards) measure(in *Info) {
	c.in, c.stats, c.valueWidths, c.nameWidth, c.scoreWidth = in, c.stats[:0], c.valueWidths[:0], 0, scoreMinWidth
	var cpu [sim.Seats]string
	for seat := range cpu {
		cpu[seat] = c.processorTime(seat)
	}
	known := cpu != [sim.Seats]string{}
	c.gatherUnits()
	for seat := range in.Frame.Players {
		card, from := &in.Frame.Players[seat], len(c.stats)
		for _, l := range card.Stats {
			if c.maxUnits == 0 || !l.CountsUnits {
				c.stats = append(c.stats, l)
			}
		}
		if known {
			c.stats = slices.Insert(c.stats, min(from+mainStatCount, len(c.stats)),
				sim.Label{Key: "cpu", Value: strings.Repeat(" ", max(7-len(cpu[seat]), 0)) + cpu[seat]})
		}
		c.nameWidth = max(c.nameWidth, screen.Width(in.Names[seat]))
		c.scoreWidth = max(c.scoreWidth, len(strconv.Itoa(card.Score)))
	}
	c.statsPerSeat = len(c.stats) / sim.Seats
	for i := range c.statsPerSeat {
		width := 0
		for seat := range sim.Seats {
			width = max(width, screen.Width(c.seatStats(seat)[i].Value))
		}
		c.valueWidths = append(c.valueWidths, width)
	}
}

func (c *Cards) seatStats(seat int) []sim.Label {
	return c.stats[seat*c.statsPerSeat : (seat+1)*c.statsPerSeat]
}

// cardLines divides h lines among full cards. It returns the number of lines per card and the gap
// between cards.
func (c *Cards) cardLines(w, h int) (n, gap int) {
	all := 2 + c.placeStats(w-c.indent(w), func(int, int, int) {})
	if c.maxUnits > 0 {
		all++
	}
	all = max(all, fullCardMinLines)
	for seat := range sim.Seats {
		if c.in.Failure(seat) != nil {
			all = max(all, outMaxLines)
		}
	}
	if (fullCardMinLines+1)*sim.Seats-1 <= h {
		gap = 1
	}
	return max(min((h+gap)/sim.Seats-gap, all), 1), gap
}

func (c *Cards) briefCardLines(r screen.Rect) int {
	all, units := 2, c.unitWidth(r.W-c.briefIndent(r.W)) > 0
	if units {
		all++
	}
	for _, l := range c.in.Frame.Players[0].Stats {
		if c.isBriefStat(&l, units) {
			all++
		}
	}
	if !c.fitsOneLine(r.W) {
		all++
	}
	return max(min(r.H/sim.Seats, all), 1)
}

// briefIndent returns the indentation of the lines below the name on narrow cards.
func (c *Cards) briefIndent(w int) int {
	if c.in.Palette.Profile == theme.NoColor {
		return 0
	}
	return c.indent(w)
}

func (c *Cards) fitsOneLine(w int) bool { return c.indent(w)+c.nameWidth+1+c.scoreWidth <= w }

// indent returns the width of the coloured bar on a card, or of the marks that replace it if the
// palette has no colours.
func (c *Cards) indent(w int) int {
	switch {
	case c.in.Palette.Profile == theme.NoColor:
		return 3
	case w < fullCardMinWidth:
		return 1
	}
	return 2
}

func (c *Cards) drawStack(w *Writer, n, gap int) {
	for i, seat := range c.in.Seats() {
		if i > 0 {
			w.Skip(min(gap, w.FreeLines()))
		}
		r := screen.Rect{X: w.r.X, Y: w.y, W: w.r.W, H: n}
		if w.FreeLines() < n {
			return
		}
		c.drawPlayer(w.g, r, seat)
		w.Skip(n)
	}
}

func (c *Cards) drawPlayer(g *screen.Grid, r screen.Rect, seat int) {
	c.seatRects[seat] = r
	c.drawBar(g, r, seat)
	if r.W < fullCardMinWidth {
		c.drawBriefCard(g, r, seat)
	} else {
		c.drawFullCard(g, r, seat)
	}
}

func (c *Cards) drawBar(g *screen.Grid, r screen.Rect, seat int) {
	p := c.in.Palette
	if p.Profile == theme.NoColor {
		g.Set(r.X, r.Y, rune('0'+seat), p.Dim)
		g.Set(r.X+1, r.Y, rune('A'+seat), p.Strong)
	} else {
		for y := range r.H {
			g.Set(r.X, r.Y+y, '▌', p.SeatStyle(int8(seat)))
		}
	}
	if c.in.StateDiffers[seat] {
		c.in.markDifferent(g, r.X+c.indent(r.W)-1, r.Y)
	}
}

func (in *Info) markDifferent(g *screen.Grid, x, y int) {
	sign := '≠'
	if in.Palette.UseASCII {
		sign = '!'
	}
	g.Set(x, y, sign, in.Palette.Strong.WithAttr(screen.Bold))
}

func (c *Cards) nameStyles(seat int) (name, score screen.Style, out bool) {
	p := c.in.Palette
	if _, out := c.in.OutReason(seat); out {
		return p.Dim, p.Dim, true
	}
	name = p.SeatStyle(int8(seat))
	return name.WithAttr(screen.Bold), p.Strong.WithAttr(screen.Bold), false
}

func (c *Cards) drawFullCard(g *screen.Grid, r screen.Rect, seat int) {
	name, score, out := c.nameStyles(seat)
	x := r.X + c.indent(r.W)
	g.Fit(x, r.Y, min(c.nameWidth, r.X+r.W-x-c.scoreWidth-1), c.in.Names[seat], name)
	at := min(x+c.nameWidth+1+c.scoreWidth, r.X+r.W)
	g.WriteTextRight(at-c.scoreWidth, r.Y, c.scoreWidth, strconv.Itoa(c.in.Frame.Players[seat].Score), score)
	w := NewWriter(g, screen.Rect{X: x, Y: r.Y + 1, W: r.X + r.W - x, H: r.H - 1})
	if out {
		c.drawOutReason(w, seat)
		return
	}
	if at += 1 + gainWidth; at <= r.X+r.W {
		c.drawGain(g, at-gainWidth, r.Y, seat)
		c.drawSparkline(g, screen.Rect{X: at + 1, Y: r.Y, W: r.X + r.W - at - 1, H: 1}, seat)
	}
	c.drawUnits(w, seat)
	below, stats := w.FreeArea(), c.seatStats(seat)
	c.placeStats(below.W, func(i, col, line int) {
		if y := below.Y + line; line < below.H {
			n := g.WriteText(x+col, y, r.W, stats[i].Key, c.in.Palette.Dim)
			g.WriteText(x+col+n+1, y, c.valueWidths[i], stats[i].Value, c.in.Palette.Text)
		}
	})
}

func (c *Cards) drawBriefCard(g *screen.Grid, r screen.Rect, seat int) {
	name, score, out := c.nameStyles(seat)
	x, value := r.X+c.indent(r.W), strconv.Itoa(c.in.Frame.Players[seat].Score)
	left := r.X + c.briefIndent(r.W)
	w := NewWriter(g, screen.Rect{X: left, Y: r.Y + 1, W: r.X + r.W - left, H: r.H - 1})
	together := c.fitsOneLine(r.W) || r.H == 1
	if together {
		g.Fit(x, r.Y, r.X+r.W-x-len(value)-1, c.in.Names[seat], name)
		g.WriteTextRight(r.X+r.W-len(value)-1, r.Y, len(value)+1, " "+value, score)
	} else {
		g.Fit(x, r.Y, r.X+r.W-x, c.in.Names[seat], name)
		g.WriteTextRight(left, w.y, c.scoreWidth, value, score)
		if !out {
			c.drawGain(g, r.X+r.W-gainWidth, w.y, seat)
		}
		w.Skip(1)
	}
	if out {
		c.drawOutReason(w, seat)
		return
	}
	units, room := c.drawUnits(w, seat), 0 // room counts the free columns to the right of the last figure
	for i, l := range c.in.Frame.Players[seat].Stats {
		if c.isBriefStat(&l, units) && w.FreeLines() > 0 {
			text := c.padNumber(i, l.Short)
			drawShortText(g, w.r.X, w.y, w.r.W, text, c.in.Palette)
			w.Skip(1)
			room = w.r.W - len(text)
		}
	}
	switch {
	case !together:
	case room > gainWidth:
		c.drawGain(g, r.X+r.W-gainWidth, w.y-1, seat)
	case w.FreeLines() > 0:
		c.drawGain(g, r.X+r.W-gainWidth, w.y, seat)
		w.Skip(1)
	}
	if w.FreeLines() > 0 && w.r.W > chanceMaxWidth+SparklineBars/2 {
		c.drawChance(g, w.r.X+screen.Width(c.in.ChanceText(seat))-chanceMinWidth, w.y, seat)
		c.drawSparkline(g, screen.Rect{X: w.r.X + chanceMaxWidth + 1, Y: w.y, W: w.r.W - chanceMaxWidth - 1, H: 1}, seat)
	}
}

func (c *Cards) drawGain(g *screen.Grid, x, y, seat int) {
	text, role := strconv.Itoa(c.in.RoundGains[seat]), sim.RoleBad
	switch n := c.in.RoundGains[seat]; {
	case n == 0:
		return
	case n > 0:
		text, role = "+"+text, sim.RoleGood
	}
	g.WriteTextRight(x, y, gainWidth, text, c.in.roleStyle(role))
}

// ChanceText formats a player's win chance. After the match, it formats the player's share of the
// victory.
func (in *Info) ChanceText(seat int) string {
	if in.IsResult {
		return format.Percent(in.WinChances[seat])
	}
	return format.OpenChance(in.WinChances[seat])
}

func (c *Cards) drawChance(g *screen.Grid, x, y, seat int) {
	if !c.in.HasChances {
		return
	}
	g.WriteTextRight(x, y, chanceMinWidth, c.in.ChanceText(seat), c.in.Palette.Strong)
	if at := chanceMinWidth + 1; c.in.ChanceErrors[seat] > 0 {
		g.WriteText(x+at, y, c.chanceWidth()-at, format.Margin(100*c.in.ChanceErrors[seat]), c.in.Palette.Dim)
	}
}

// chanceWidth returns the width of a win chance, such as "59 %" or "59 % ± 7".
func (c *Cards) chanceWidth() int {
	switch {
	case !c.in.HasChances:
		return 0
	case c.in.ChanceErrors == [sim.Seats]float64{}:
		return chanceMinWidth
	}
	return chanceMaxWidth
}

// eighths are block characters of increasing height. The full block is omitted because it would
// touch the row above.
var eighths = []rune("▁▂▃▄▅▆▇")

// drawSparkline draws the points that a player gained in each part of the match. The scale is the
// same for all players.
func (c *Cards) drawSparkline(g *screen.Grid, r screen.Rect, seat int) {
	p := c.in.Palette
	each := 1
	if r.W < SparklineBars {
		each = 2
	}
	n := SparklineBars / each
	if r.W < n || p.UseASCII || p.Profile == theme.NoColor {
		return
	}
	gained := func(seat, i int) (sum int) {
		for _, gain := range c.in.Gains[seat][each*i : each*(i+1)] {
			sum += gain
		}
		return min(sum, 1<<58) // Huge numbers in recordings must not overflow the scale.
	}
	maxGain := 1
	for i := range c.in.GainCount / each {
		for s := range sim.Seats {
			for maxGain < gained(s, i) {
				maxGain *= 2 // Powers of two keep the scale from changing often.
			}
		}
	}
	for i := range n {
		level, st := 0, p.Line
		if gain := gained(seat, i); gain > 0 && i < c.in.GainCount/each {
			level, st = (len(eighths)*gain-1)/maxGain, p.SeatStyle(int8(seat))
		}
		g.Set(r.X+r.W-n+i, r.Y, eighths[level], st)
	}
}

func (c *Cards) processorTime(seat int) string {
	if c.in.HasClock && c.in.Status[seat] >= 0 {
		return strconv.Itoa(int(100*c.in.Status[seat])) + " %"
	}
	t := cmp.Or(c.in.NextTurn, c.in.PreviousTurn)
	if t != nil && t.KnownParts&sim.KnownReports != 0 && t.Reports[seat].TotalCPU > 0 {
		return format.CPU(t.Reports[seat].CPU)
	}
	return ""
}

func (c *Cards) drawOutReason(w *Writer, seat int) {
	p := c.in.Palette
	reason, _ := c.in.OutReason(seat)
	text, bold := "out: "+reason, p.Dim.WithAttr(screen.Bold)
	d := c.in.Failure(seat)
	if d == nil {
		w.WriteLine(text, bold)
		return
	}
	since := "since round " + strconv.Itoa(d.Round)
	if long := text + ", " + since; screen.Width(long) <= w.r.W {
		w.WriteLine(long, bold)
	} else {
		w.WriteLine(text, bold)
		w.WriteLine(since, p.Dim)
	}
	if words := c.in.ExitReports[seat]; words != nil && len(words.Stderr) > 0 {
		w.Wrap(lastOutputTitle(d), 2, p.Dim)
		if last := words.Stderr[len(words.Stderr)-1]; !strings.Contains(d.Detail, last) {
			w.WriteLine(last, p.Text)
		}
	}
	w.Wrap(d.Detail, 2, p.Dim)
}
