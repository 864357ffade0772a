package tournament

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/component"
	"game-tui/tui/numbers"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// The smallest window in which something can be seen.
const (
	minW = 40
	minH = 10
)

// Draw draws a state and a snapshot of the board.
func (b *Board) Draw(g *screen.Grid, s *State, now *Snapshot) {
	g.Resize(s.W, s.H)
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: s.Palette.Page}})
	d := drawing{b, g, s, now}
	if g.W < minW || g.H < minH {
		g.Text(1, 0, g.W-1, fmt.Sprintf("game-tui needs %d×%d", minW, minH), s.Palette.Text)
	} else {
		d.screen()
	}
	if s.Palette.ASCII {
		g.ASCII()
	}
}

// drawing is one drawing of a state.
type drawing struct {
	board *Board
	g     *screen.Grid
	s     *State
	now   *Snapshot
}

func (d *drawing) screen() {
	d.heading()
	switch d.s.page {
	case help:
		d.help()
	case outs:
		d.outsPage()
	default:
		y := d.progress(1) + 1
		low := d.outs(y)
		d.standing(screen.Rect{X: 1, Y: y, W: d.g.W - 2, H: low - y})
		if d.s.page == matches {
			d.matches()
		}
	}
	d.footer()
}

func (d *drawing) name(entry int) string { return clean.Line(d.now.name(entry)) }

func (d *drawing) heading() {
	p, g := d.s.Palette, d.g
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: p.Strong.On(p.Bar)})
	x := 1 + g.Text(1, 0, g.W-2, "Tournament", p.Strong.On(p.Bar).With(screen.Bold)) + 2
	x += g.Text(x, 0, g.W-x-1, clean.Line(d.now.Title), p.Dim.On(p.Bar)) + 2
	state := "● live"
	if d.now.Over != "" {
		state = "■ " + d.now.Over
	}
	if screen.Width(state)+1 < g.W-x {
		g.Right(0, 0, g.W-1, state, p.Text.On(p.Bar))
	}
}

// progress says how far it is and who plays, and returns the line behind that.
func (d *drawing) progress(y int) int {
	p, g, now := d.s.Palette, d.g, d.now
	bar := min(g.W/3, 40)
	component.Progress(g, screen.Rect{X: 1, Y: y, W: bar, H: 1}, float64(now.Done)/float64(max(now.All, 1)), p)
	text := fmt.Sprintf("%s of %s matches", numbers.Grouped(now.Done), numbers.Grouped(now.All))
	if now.Rate > 0 && now.Over == "" {
		text += ", " + numbers.Throughput(now.Rate, now.Left)
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
			g.Text(1, y, g.W-2, clean.Line(text), p.Strong)
			y++
		}
	}
	return y
}

func (d *drawing) lineUp(m *Playing) string {
	var names []string
	for _, e := range m.LineUp {
		names = append(names, d.name(e))
	}
	return fmt.Sprintf("%s, seed %d", strings.Join(names, " "), m.Seed)
}

// standing draws the table of the players.
func (d *drawing) standing(r screen.Rect) {
	now, s := d.now, d.s
	against, who := "", s.player
	if who >= 0 {
		against = "ahead of"
	}
	columns := []component.TableColumn{{}, {Title: "rank", Right: true}, {Title: "player", Width: d.nameWidth(r.W)}, {Title: "points", Right: true},
		{Title: "95 %", Right: true}, {Title: "win %", Right: true}, {Title: against, Right: true},
		{Title: "outs", Right: true}, {Title: "matches", Right: true}, {Title: "mean", Right: true}}
	rows := make([][]string, len(now.Rows))
	for i := range rows {
		row := &now.Rows[i]
		mark, share := " ", ""
		switch row.Entry {
		case who:
			mark = "›"
		case s.other:
			mark = "×"
		}
		if who >= 0 && who != row.Entry {
			share = shareText(now.pair(who, row.Entry))
		}
		rows[i] = []string{mark, rank(row), d.name(row.Entry), numbers.Points(row.Points), interval(row), numbers.Decimal(row.WinPercent),
			share, strconv.Itoa(row.Outs), numbers.Grouped(row.Matches), numbers.Decimal(row.Mean)}
	}
	component.Table(d.g, r, columns, rows, now.place(who), s.Palette)
}

// nameWidth is the room for names: what the figures leave, as long as the longest.
func (d *drawing) nameWidth(w int) int {
	longest := len("player")
	for i := range d.now.Plan.Player {
		longest = max(longest, screen.Width(d.name(i)))
	}
	const numbers = 44 // columns before and behind that are needed most
	return min(longest, max(w-numbers, 8))
}

func rank(r *Row) string {
	if r.Rank == 0 {
		return "–"
	}
	return strconv.Itoa(r.Rank)
}

func interval(r *Row) string {
	if math.IsNaN(r.Low) {
		return "too few seeds"
	}
	return numbers.Points(r.Low) + " … " + numbers.Points(r.High)
}

// shareText is in how many percent one is ahead of another, with what is proven.
func shareText(p pair) string {
	if p.matches == 0 {
		return ""
	}
	sign := map[league.Verdict]string{league.Ahead: "+", league.Behind: "−", league.Level: "="}[p.verdict]
	return fmt.Sprintf("%.0f%1s", 100*p.share, sign)
}

// outs draws the newest outs at the bottom, where there is room, and returns the line
// above them.
func (d *drawing) outs(top int) int {
	p, g := d.s.Palette, d.g
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
		g.Text(1, y+1+i, g.W-2, d.outText(&o), p.Text)
	}
	return y - 1
}

func (d *drawing) outText(o *Out) string {
	return fmt.Sprintf("%s, seed %d: %s", d.name(o.Entry), o.Seed, clean.Line(o.Text))
}

// outsPage lists who went out.
func (d *drawing) outsPage() {
	g := d.g
	rows := component.Rows[Out]{
		Key: func(o Out) string { return fmt.Sprint(o.At) },
		Row: func(o Out, _ *theme.Palette) component.Row {
			return component.Row{Cells: []component.Cell{{Text: d.name(o.Entry)}, {Text: clean.Line(o.Text)}, {Text: fmt.Sprintf("seed %d", o.Seed)}}}
		},
		Find:    func(o Out) string { return d.name(o.Entry) },
		Columns: []component.Column{{}, {Rest: true}, {Right: true}},
		None:    "nobody has gone out",
	}
	g.Text(1, 1, g.W-2, "Out, the newest first", d.s.Palette.Dim)
	list := component.NewList(&rows, g.W, g.H-4).With(d.now.Outs).Moved(d.s.at)
	list.Draw(g, screen.Rect{Y: 2, W: g.W, H: g.H - 4}, d.s.Palette)
}

// matches lists the matches of the chosen that are worth a look.
func (d *drawing) matches() {
	p, g, s := d.s.Palette, d.g, d.s
	title := "matches of " + d.name(s.player)
	if s.other >= 0 {
		title += " with " + d.name(s.other)
	}
	rows := make([][]string, league.Kinds)
	for k, m := range d.board.Sight(s.player, s.other) {
		rows[k] = []string{kindText(league.Kind(k)), "none yet", ""}
		if m.Played {
			seed := d.now.Plan.Seed + int32(m.Task/d.now.PerSeed)
			rows[k] = []string{kindText(league.Kind(k)), margin(m), fmt.Sprintf("seed %d, seat %d", seed, m.Seat)}
		}
	}
	w, h := min(76, g.W-2), len(rows)+3
	in := component.Frame(g, screen.Rect{X: (g.W - w) / 2, Y: max((g.H-h)/2, 1), W: w, H: h}, title, "Enter watches, Esc closes", p)
	component.Table(g, in, []component.TableColumn{{}, {}, {}}, rows, s.at, p)
}

func kindText(k league.Kind) string {
	return [league.Kinds]string{"worst", "closest", "most exciting", "newest"}[k]
}

func margin(m league.Seen) string {
	text := "level"
	if m.Margin != 0 {
		text = "ahead by " + numbers.Grouped(m.Margin)
	}
	if m.Margin < 0 {
		text = "behind by " + numbers.Grouped(-m.Margin)
	}
	return text + ", " + numbers.Count(m.Leads, "lead change")
}

// help lists the keys, and what the signs of the table mean.
func (d *drawing) help() {
	p, g := d.s.Palette, d.g
	group := component.Group{Title: "Keys"}
	for i := range keys {
		if b := &keys[i]; b.help != "" && !d.s.cannot.has(b.asks) {
			text := b.help
			if text == leaves && d.s.visitor {
				text = quits
			}
			group.Keys = append(group.Keys, [2]string{b.show, text})
		}
	}
	signs := component.Group{Title: "Table", Keys: [][2]string{
		{"rank", "shared unless one is proven to be stronger"},
		{"points", "400 more: ten to one to be ahead"},
		{"95 %", "where the points would lie with other seeds"},
		{"win %", "matches won; shared ones count by parts"},
		{"ahead of", "percent, of the chosen player"},
		{"+ − =", "proven: better, worse, level"},
	}}
	lines := component.Help([]component.Group{group, signs}, g.W-2, p)
	h := g.H - 3
	component.NewText(lines, g.W-2, h).At(d.s.at).Draw(g, screen.Rect{X: 1, Y: 2, W: g.W - 2, H: h}, p)
}

// footer names the keys that count, or says what is to be said.
func (d *drawing) footer() {
	p, g, y := d.s.Palette, d.g, d.g.H-1
	if d.s.Notice != "" {
		g.Text(1, y, g.W-2, clean.Line(d.s.Notice), p.Strong)
		return
	}
	x := 1
	for i := range keys {
		b := &keys[i]
		if b.foot.in&b.in&on(d.s.page) == 0 || d.s.cannot.has(b.asks) || x+screen.Width(b.foot.show)+1+screen.Width(b.foot.word) > g.W-1 {
			continue
		}
		x += g.Text(x, y, g.W-x-1, b.foot.show, p.Text) + 1
		x += g.Text(x, y, g.W-x-1, b.foot.word, p.Dim) + 2
	}
}
