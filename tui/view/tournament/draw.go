package tournament

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/table"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
	"game-tui/tui/ui"
)

type drawing struct {
	View
	g *screen.Grid
	p *theme.Palette
}

func (v View) Draw(g *screen.Grid, p *ui.Program) {
	d := drawing{v, g, p.Palette}
	d.heading()
	y := d.progress(1) + 1
	low := d.outs(y)
	component.Table(g, screen.Rect{X: 1, Y: y, W: g.W - 2, H: low - y}, d.tableRows().Fit(g.W-2, 1), d.now.rowOf(d.player), d.p)
	p.DrawKeys(g, 1, g.W-2)
}

func (d *drawing) heading() {
	p, g := d.p, d.g
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: p.Strong.WithBG(p.Bar)})
	x := 1 + g.Text(1, 0, g.W-2, "Tournament", p.Strong.WithBG(p.Bar).WithAttr(screen.Bold)) + 2
	x += g.Text(x, 0, g.W-x-1, sanitize.Line(d.now.Title), p.Dim.WithBG(p.Bar)) + 2
	state := "● live"
	if d.now.Over != "" {
		state = "■ " + d.now.Over
	}
	if screen.Width(state)+1 < g.W-x {
		g.TextRight(0, 0, g.W-1, state, p.Text.WithBG(p.Bar))
	}
}

// progress draws the progress and the matches in progress. It returns the next free line.
func (d *drawing) progress(y int) int {
	p, g, now := d.p, d.g, d.now
	bar := min(g.W/3, 40)
	component.Progress(g, screen.Rect{X: 1, Y: y, W: bar, H: 1}, float64(now.Done)/float64(max(now.All, 1)), p)
	rate := now.Rate
	if now.Over != "" {
		rate = 0
	}
	text := format.Progress(now.Done, now.All, rate, now.Left)
	if n := len(now.Plan.LeftOut); n > 0 {
		text += fmt.Sprintf(" · %s left out", format.Count(n, "submission"))
	}
	g.Text(bar+3, y, g.W-bar-4, text, p.Text)
	y++
	if len(now.Playing) > 0 {
		x := 1 + g.Text(1, y, g.W-2, "now", p.Dim) + 1
		for i, m := range now.Playing {
			if i > 0 {
				x += g.Text(x, y, g.W-x-1, " · ", p.Dim)
			}
			x += g.Text(x, y, g.W-x-1, d.lineUp(&m), p.Text)
		}
		y++
	}
	for _, text := range []string{now.Answer, now.Note} {
		if text != "" {
			g.Text(1, y, g.W-2, sanitize.Line(text), p.Strong)
			y++
		}
	}
	return y
}

func (d *drawing) lineUp(m *Playing) string {
	var names []string
	for _, e := range m.LineUp {
		names = append(names, d.now.name(e))
	}
	return fmt.Sprintf("%s, seed %d", strings.Join(names, " "), m.Seed)
}

func (v *View) tableRows() table.Texts {
	mark := Column{Layout: table.Layout{Left: true}, Text: func(r Row) string {
		switch r.Entry {
		case v.player:
			return "›"
		case v.other:
			return "×"
		}
		return " "
	}}
	against := Column{Layout: table.Layout{Title: "ahead of", Optional: true}, Text: func(r Row) string {
		if v.player < 0 || v.player == r.Entry {
			return ""
		}
		p := v.now.pairs[v.player*len(v.now.Plan.Players)+r.Entry]
		if p.matches == 0 {
			return ""
		}
		sign := map[rating.Verdict]string{rating.Ahead: "+", rating.Behind: "−", rating.Level: "="}[p.verdict]
		return fmt.Sprintf("%.0f%1s", 100*p.share, sign)
	}}
	return table.Of([]Column{mark, Rank, Player, Pass, Points, Interval, WinPercent, against, Outs, Matches, MeanScore, ProvenAhead}, v.now.Rows...)
}

func (d *drawing) outs(top int) int {
	p, g := d.p, d.g
	bottom := g.H - 1
	room := min(bottom-top-len(d.now.Rows)-2, 8)
	if g.H >= 20 {
		room = max(room, 3)
	}
	n := min(len(d.now.Outs), room-1)
	if n <= 0 {
		return bottom
	}
	y := bottom - n - 1
	g.Text(1, y, g.W-2, "Out, the newest first", p.Dim)
	for i, o := range d.now.Outs[:n] {
		g.Text(1, y+1+i, g.W-2, fmt.Sprintf("%s, seed %d: %s", d.now.name(o.Entry), o.Seed, sanitize.Line(o.Text)), p.Text)
	}
	return y - 1
}

// Help implements ui.Helper. It explains the signs in the table.
func (View) Help(p *ui.Program) (key any, lines func(w int) []string) {
	signs := []component.Group{{Title: "Table", Keys: [][2]string{
		{"rank", "as in sport; shared (2=) unless one is proven to be stronger"},
		{"proven ahead", "how many are proven to be stronger"},
		{"P(pass)", "matches without going out, and ahead of two of three rivals"},
		{"points", "400 more: ten to one to be ahead"},
		{"95 %", "where the points would lie with other seeds"},
		{"win %", "matches won; shared ones count by parts"},
		{"ahead of", "percent, of the chosen player"},
		{"+ − =", "proven: better, worse, level"},
	}}}
	return nil, func(w int) []string { return component.Help(signs, w, p.Palette) }
}

func (v View) AppendText(dst []byte, _ *ui.Program) []byte {
	b := bytes.NewBuffer(dst)
	lines := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	standing := v.tableRows()
	for _, row := range append([][]string{standing.Titles()}, standing.Rows...) {
		fmt.Fprintln(lines, strings.Join(row[1:], "\t"))
	}
	lines.Flush()
	return b.Bytes()
}
