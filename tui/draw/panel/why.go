package panel

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/stats"
	"game-tui/tui/cells/screen"
	"game-tui/tui/format"
)

// Why explains the scores of a round.
type Why struct {
	stats.Figures
	Swings []WhySwing // swings sorted by round
	Over   bool
	Pace   *WhyPace // pace of the players, or nil
}

// A WhyPace compares the players of a finished match with a reference player.
type WhyPace struct {
	Lines []WhyPaceLine
	Note  string // meaning of the numbers and progress, or why there are no lines
}

// A WhyPaceLine is the pace of all players in the match or in one part of it.
type WhyPaceLine struct {
	Name   string
	Values [sim.Seats][2]string // long and short text for each seat
}

// A WhySwing is a round in which a player gained much more than the others.
type WhySwing struct {
	Round, Seat, Gain int
	Reason            string // main reason for the gain, or ""
}

// OutcomesUnknown is shown if a recording lacks the outcomes of orders.
const OutcomesUnknown = "this recording does not say which orders failed"

// Unknown replaces figures that cannot be computed because rounds are missing.
const Unknown = "unknown"

// DrawWhy draws the sources of points, swings, failed orders and losses. It returns the number of
// lines.
func DrawWhy(g *screen.Grid, in *Info, why *Why) int {
	d := whyWriter{Writer: NewWriter(g, screen.Rect{W: g.W, H: allLines}), in: in, why: why}
	d.titleWidth = max(g.W-sim.Seats*whyColumn, g.W*3/10)
	d.writeAll()
	return d.y
}

// WhyLines returns the contents of DrawWhy as plain text.
func WhyLines(in *Info, why *Why) []string {
	d := whyWriter{Writer: &Writer{}, in: in, why: why, lines: &[]string{}}
	d.writeAll()
	return *d.lines
}

func (d *whyWriter) writeAll() {
	d.points()
	d.pace()
	d.swings()
	d.lost()
	d.orders()
	d.processorTime()
}

const whyColumn = 2 + sim.MaxNameLen + 1

type whyWriter struct {
	*Writer
	in         *Info
	why        *Why
	titleWidth int       // width of the row titles
	lines      *[]string // receives the output of WhyLines; nil to draw
}

func (d *whyWriter) sentence(text string, st screen.Style) {
	if d.lines == nil {
		d.Wrap(text, 2, st)
		return
	}
	*d.lines = append(*d.lines, text)
}

func (d *whyWriter) heading(title string) {
	if d.lines != nil {
		*d.lines = append(*d.lines, title+":")
		return
	}
	if d.y > d.r.Y {
		d.Skip(1)
	}
	p := d.in.Palette
	d.g.Fit(d.r.X, d.y, d.titleWidth-1, title, p.Strong.WithAttr(screen.Underline))
	d.cells(func(seat int) (string, screen.Style) {
		return d.in.Names[seat], p.SeatStyle(int8(seat))
	})
	d.Skip(1)
}

func (d *whyWriter) cells(of func(seat int) (string, screen.Style)) {
	w := (d.r.W - d.titleWidth) / sim.Seats
	for i, seat := range d.in.Seats() {
		text, st := of(seat)
		if n := screen.Width(text); n > w-1 {
			text = string([]rune(text)[:max(w-2, 1)]) + "…"
		}
		d.g.TextRight(d.r.X+d.titleWidth+i*w, d.y, w, text, st)
	}
}

// row writes a title and one cell per player. A long title gets its own line.
func (d *whyWriter) row(name string, st screen.Style, of func(seat int) (string, screen.Style)) {
	if d.lines != nil {
		*d.lines = append(*d.lines, strings.TrimSpace(name)+": "+d.joinCells(of))
		return
	}
	if screen.Width(name) >= d.titleWidth {
		d.Line(name, st)
	} else {
		d.g.Text(d.r.X, d.y, d.titleWidth-1, name, st)
	}
	d.cells(of)
	d.Skip(1)
}

func (d *whyWriter) joinCells(of func(seat int) (string, screen.Style)) string {
	var list []string
	for _, seat := range d.in.Seats() {
		if text, _ := of(seat); text != "0" {
			list = append(list, d.in.Names[seat]+": "+text)
		}
	}
	return cmp.Or(strings.Join(list, ", "), "none")
}

func (d *whyWriter) line(name string, st screen.Style, of func(seat int) int) {
	d.row(name, st, func(seat int) (string, screen.Style) {
		n := of(seat)
		if n == 0 {
			return "0", d.in.Palette.Dim
		}
		return strconv.Itoa(n), st
	})
}

func (d *whyWriter) nonzeroLine(name string, of func(seat int) int) {
	for seat := range sim.Seats {
		if of(seat) != 0 {
			d.line("  "+name, d.in.Palette.Text, of)
			return
		}
	}
}

func (d *whyWriter) points() {
	p, f := d.in.Palette, &d.why.Figures
	d.heading("points")
	d.line("score", p.Strong.WithAttr(screen.Bold), func(seat int) int { return f.Scores[seat] })
	for i, name := range d.in.Game.Sources() {
		d.line("  "+name, p.Text, func(seat int) int { return f.Points[i][seat] })
	}
	d.nonzeroLine(f.OtherName(), func(seat int) int { return f.Other[seat] })
}

func (d *whyWriter) pace() {
	t, p := d.why.Pace, d.in.Palette
	if t == nil {
		return
	}
	if len(t.Lines) == 0 {
		d.Skip(1)
		d.Line("pace", p.Strong.WithAttr(screen.Underline))
	} else {
		d.heading("pace")
	}
	w := (d.r.W - d.titleWidth) / sim.Seats
	for i, l := range t.Lines {
		name := l.Name
		if i > 0 {
			name = "  " + name
		}
		d.row(name, p.Text, func(seat int) (string, screen.Style) {
			text := l.Values[seat][0]
			if screen.Width(text) > w-1 {
				text = l.Values[seat][1]
			}
			return text, p.Text
		})
	}
	d.Wrap(t.Note, 2, p.Dim)
}

func (d *whyWriter) swings() {
	if len(d.why.Swings) == 0 {
		return
	}
	p := d.in.Palette
	if d.lines != nil {
		*d.lines = append(*d.lines, "largest swings:")
		for _, s := range d.why.Swings {
			*d.lines = append(*d.lines, fmt.Sprintf("round %d, %s +%d, %s", s.Round, d.in.Names[s.Seat], s.Gain, s.Reason))
		}
		return
	}
	d.Skip(1)
	d.Line("largest swings", p.Strong.WithAttr(screen.Underline))
	for _, s := range d.why.Swings {
		x := d.g.Text(d.r.X, d.y, d.r.W, "round "+strconv.Itoa(s.Round)+"  ", p.Dim)
		x += d.g.Text(d.r.X+x, d.y, d.r.W-x, d.in.Names[s.Seat], p.SeatStyle(int8(s.Seat)))
		d.g.Text(d.r.X+x, d.y, d.r.W-x, " +"+strconv.Itoa(s.Gain), d.in.colored(sim.RoleGood))
		d.Skip(1)
		if s.Reason != "" {
			rest := NewWriter(d.g, screen.Rect{X: d.r.X + 2, Y: d.y, W: d.r.W - 2, H: allLines})
			rest.Wrap(s.Reason, 2, p.Text)
			d.y = rest.y
		}
	}
}

func (d *whyWriter) lost() {
	f := &d.why.Figures
	d.heading("units lost")
	if f.HasGaps {
		d.sentence(Unknown+": rounds are missing", d.in.Palette.Dim)
		return
	}
	d.line("all", d.in.Palette.Text, f.LostTo)
	for _, by := range d.in.Seats() {
		d.nonzeroLine("to "+d.in.Names[by], func(seat int) int { return f.Lost[seat][by] })
	}
	boss, _ := d.in.Legend.Boss()
	d.nonzeroLine("to "+boss, func(seat int) int { return f.Lost[seat][stats.NoSeat] })
}

func (d *whyWriter) orders() {
	f, p := &d.why.Figures, d.in.Palette
	d.heading("orders")
	if !f.OrdersKnown {
		d.sentence(OutcomesUnknown, p.Dim)
		return
	}
	d.line("given", p.Text, func(seat int) int { return f.Orders[seat] })
	d.line("failed", p.Text, f.FailedOrders)
	for _, rule := range f.Failed {
		d.nonzeroLine(sim.OutcomeText(d.in.Game, rule.Outcome), func(seat int) int { return rule.Orders[seat] })
	}
}

func (d *whyWriter) processorTime() {
	f, p := &d.why.Figures, d.in.Palette
	d.heading("processor time")
	switch {
	case f.CPUTime != [sim.Seats]time.Duration{}:
		d.row("used", p.Text, func(seat int) (string, screen.Style) { return format.CPU(f.CPUTime[seat]), p.Text })
	case d.in.Clock:
		d.row("used of allowed", p.Text, func(seat int) (string, screen.Style) { return format.Percent(max(f.Status[seat], 0)), p.Text })
	default:
		d.sentence("not known", p.Dim)
	}
	for _, seat := range d.in.Seats() {
		switch {
		case f.Failure[seat] != nil:
			d.sentence(d.in.Names[seat]+" is out: "+f.Failure[seat].Text(), d.in.colored(sim.RoleBad))
		case f.Status[seat] < 0:
			d.sentence(d.in.Names[seat]+" is out", d.in.colored(sim.RoleBad))
		}
	}
}
