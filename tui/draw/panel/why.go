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

// Explanation holds the explanation of the scores in a round.
type Explanation struct {
	stats.Figures
	Swings []ExplainedSwing // swings of the match, sorted by round
	Pace   *PaceTable       // players' pace, or nil
}

// A PaceTable compares the players of a finished match with a reference player.
type PaceTable struct {
	Lines []PaceRow
	Note  string // explanation of the numbers, or the reason why there are no lines
}

// A PaceRow is the pace of all players in the match or in one part of it.
type PaceRow struct {
	Name   string
	Values [sim.Seats][2]string // long and short text for each seat
}

// A ExplainedSwing describes a round in which a player gained much more than the others.
type ExplainedSwing struct {
	Round, Seat, Gain int
	Reason            string // main reason for the gain, or ""
}

// OutcomesUnknown is shown if a recording does not contain the outcomes of orders.
const OutcomesUnknown = "this recording contains no order outcomes"

// Unknown replaces figures that cannot be computed because rounds are missing.
const Unknown = "unknown"

const explanationColumn = 2 + sim.MaxNameLen + 1

// DrawExplanation draws the sources of points, pace, swings, losses, failed orders and processor
// time, and returns the number of lines.
func DrawExplanation(g *screen.Grid, in *Info, ex *Explanation) int {
	p, w := in.Palette, NewWriter(g, screen.Rect{W: g.W, H: unlimitedLines})
	titles := max(g.W-sim.Seats*explanationColumn, g.W*3/10)
	each := (g.W - titles) / sim.Seats
	for i, l := range layoutExplanation(in, ex, each) {
		if l.isHeading && i > 0 {
			w.Skip(1)
		}
		switch {
		case l.swing != nil:
			x := g.WriteText(0, w.y, g.W, "round "+strconv.Itoa(l.swing.Round)+"  ", p.Dim)
			x += g.WriteText(x, w.y, g.W-x, in.Names[l.swing.Seat], p.SeatStyle(int8(l.swing.Seat)))
			g.WriteText(x, w.y, g.W-x, " +"+strconv.Itoa(l.swing.Gain), in.roleStyle(sim.RoleGood))
			w.Skip(1 + g.Wrap(screen.Rect{X: 2, Y: w.y + 1, W: g.W - 2, H: unlimitedLines}, 2, l.swing.Reason, p.Text))
			continue
		case l.values == nil:
			w.Wrap(l.text, 2, l.style)
			continue
		case l.isHeading:
			g.Fit(0, w.y, titles-1, l.text, l.style)
		case screen.Width(l.text) >= titles: // A long title gets its own line.
			w.WriteLine(l.text, l.style)
		default:
			g.WriteText(0, w.y, titles-1, l.text, l.style)
		}
		for i, seat := range in.Seats() {
			text, st := l.values[seat], l.style
			switch {
			case l.isHeading:
				st = p.SeatStyle(int8(seat))
			case text == "0":
				st = p.Dim
			}
			if screen.Width(text) > each-1 {
				text = string([]rune(text)[:max(each-2, 1)]) + "…"
			}
			g.WriteTextRight(titles+i*each, w.y, each, text, st)
		}
		w.Skip(1)
	}
	return w.y
}

func ExplanationLines(in *Info, ex *Explanation) (lines []string) {
	for _, l := range layoutExplanation(in, ex, screen.MaxW) {
		text := strings.TrimSpace(l.text)
		switch {
		case l.isHeading:
			text += ":"
		case l.swing != nil:
			text = fmt.Sprintf("round %d, %s +%d, %s", l.swing.Round, in.Names[l.swing.Seat], l.swing.Gain, l.swing.Reason)
		case l.values != nil:
			var list []string
			for _, seat := range in.Seats() {
				if l.values[seat] != "0" {
					list = append(list, in.Names[seat]+": "+l.values[seat])
				}
			}
			text += ": " + cmp.Or(strings.Join(list, ", "), "none")
		}
		lines = append(lines, text)
	}
	return lines
}

// An explanationLine is a heading, a title with a value for each seat, a sentence or a swing.
type explanationLine struct {
	text      string
	style     screen.Style
	values    *[sim.Seats]string
	isHeading bool
	swing     *ExplainedSwing
}

type explanationWriter struct {
	in          *Info
	explanation *Explanation
	lines       []explanationLine
}

// layoutExplanation returns the lines for a screen on which each player has a column of the given
// width.
func layoutExplanation(in *Info, ex *Explanation, column int) []explanationLine {
	d := explanationWriter{in: in, explanation: ex}
	d.addPoints()
	d.addPace(column)
	if len(ex.Swings) > 0 {
		d.addHeading("largest swings", nil)
	}
	for i := range ex.Swings {
		d.lines = append(d.lines, explanationLine{swing: &ex.Swings[i]})
	}
	d.addLosses()
	d.addOrders()
	d.addProcessorTime()
	return d.lines
}

func (d *explanationWriter) addHeading(title string, values *[sim.Seats]string) {
	d.lines = append(d.lines, explanationLine{text: title, style: d.in.Palette.Strong.WithAttr(screen.Underline), values: values, isHeading: true})
}

func (d *explanationWriter) addSentence(text string, st screen.Style) {
	d.lines = append(d.lines, explanationLine{text: text, style: st})
}

func (d *explanationWriter) addRow(title string, st screen.Style, value func(seat int) string) {
	var values [sim.Seats]string
	for seat := range values {
		values[seat] = value(seat)
	}
	d.lines = append(d.lines, explanationLine{text: title, style: st, values: &values})
}

func (d *explanationWriter) addNumbers(title string, st screen.Style, value func(seat int) int) {
	d.addRow(title, st, func(seat int) string { return strconv.Itoa(value(seat)) })
}

// addNonzero adds a line of numbers, unless all are 0.
func (d *explanationWriter) addNonzero(title string, value func(seat int) int) {
	if value(0) != 0 || value(1) != 0 || value(2) != 0 || value(3) != 0 {
		d.addNumbers("  "+title, d.in.Palette.Text, value)
	}
}

func (d *explanationWriter) addPoints() {
	p, f := d.in.Palette, &d.explanation.Figures
	d.addHeading("points", d.in.Names)
	d.addNumbers("score", p.Strong.WithAttr(screen.Bold), func(seat int) int { return f.Scores[seat] })
	for i, name := range d.in.Game.PointSources() {
		d.addNumbers("  "+name, p.Text, func(seat int) int { return f.Points[i][seat] })
	}
	d.addNonzero(f.OtherPointsLabel(), func(seat int) int { return f.OtherPoints[seat] })
}

func (d *explanationWriter) addPace(column int) {
	t := d.explanation.Pace
	if t == nil {
		return
	}
	var names *[sim.Seats]string
	if len(t.Lines) > 0 {
		names = d.in.Names
	}
	d.addHeading("pace", names)
	for i, l := range t.Lines {
		if i > 0 {
			l.Name = "  " + l.Name
		}
		d.addRow(l.Name, d.in.Palette.Text, func(seat int) string {
			if long := l.Values[seat][0]; screen.Width(long) < column {
				return long
			}
			return l.Values[seat][1]
		})
	}
	d.addSentence(t.Note, d.in.Palette.Dim)
}

func (d *explanationWriter) addLosses() {
	f := &d.explanation.Figures
	d.addHeading("units lost", d.in.Names)
	if f.HasGaps {
		d.addSentence(Unknown+": rounds are missing", d.in.Palette.Dim)
		return
	}
	d.addNumbers("total", d.in.Palette.Text, f.LossCount)
	for _, by := range d.in.Seats() {
		d.addNonzero("to "+d.in.Names[by], func(seat int) int { return f.LostUnits[seat][by] })
	}
	boss, _ := d.in.Legend.BossName()
	d.addNonzero("to "+boss, func(seat int) int { return f.LostUnits[seat][stats.NoSeat] })
}

func (d *explanationWriter) addOrders() {
	f, p := &d.explanation.Figures, d.in.Palette
	d.addHeading("orders", d.in.Names)
	if !f.OrdersKnown {
		d.addSentence(OutcomesUnknown, p.Dim)
		return
	}
	d.addNumbers("given", p.Text, func(seat int) int { return f.Orders[seat] })
	d.addNumbers("failed", p.Text, f.FailedOrders)
	for _, rule := range f.FailedByOutcome {
		d.addNonzero(sim.OutcomeText(d.in.Game, rule.Outcome), func(seat int) int { return rule.Orders[seat] })
	}
}

func (d *explanationWriter) addProcessorTime() {
	f, p := &d.explanation.Figures, d.in.Palette
	d.addHeading("processor time", d.in.Names)
	switch {
	case f.CPUTime != [sim.Seats]time.Duration{}:
		d.addRow("used", p.Text, func(seat int) string { return format.CPU(f.CPUTime[seat]) })
	case d.in.HasClock:
		d.addRow("share of the limit", p.Text, func(seat int) string { return format.Percent(max(f.Status[seat], 0)) })
	default:
		d.addSentence("unknown", p.Dim)
	}
	for _, seat := range d.in.Seats() {
		switch {
		case f.Failures[seat] != nil:
			d.addSentence(d.in.Names[seat]+" is out: "+f.Failures[seat].Text(), d.in.roleStyle(sim.RoleBad))
		case f.Status[seat] < 0:
			d.addSentence(d.in.Names[seat]+" is out", d.in.roleStyle(sim.RoleBad))
		}
	}
}
