package tui

import (
	"strings"

	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// helpLine is one line of the help page.
type helpLine struct {
	title string
	key   *Key
	kind  int // index of a kind, where list says which
	list  helpList
}

type helpList uint8

const (
	listNone helpList = iota
	listUnits
	listItems
	listGrounds
	listEvents
	listExtras
	listTimes
)

// times say which round the parts of the screen talk of.
var times = [...][2]string{
	{"▲ ▼", "score change that led to N"},
	{"events", "and orders: what led to N"},
	{"cpu", "output, marks: of deciding N"},
}

// extras are things on the board that belong to no kind.
var extras = []struct {
	name string
	look func(*theme.Palette) (rune, screen.Style)
}{
	{"cell of a player's", func(p *theme.Palette) (rune, screen.Style) {
		return pick(p, '0', ' '), screen.Style{BG: p.Ground(sim.RoleFloor, 0, false, false)}
	}},
	{"danger", func(p *theme.Palette) (rune, screen.Style) {
		return pick(p, '%', '╱'), screen.Style{FG: p.Role(sim.RoleBoss), BG: p.Ground(sim.RoleFloor, -1, false, true)}
	}},
	{"cursor, followed unit", func(p *theme.Palette) (rune, screen.Style) { return ' ', p.Point(p.Cursor) }},
	{"marked by a player", func(p *theme.Palette) (rune, screen.Style) { return ' ', p.Point(p.Mark) }},
}

func pick(p *theme.Palette, plain, other rune) rune {
	if p.ASCII {
		return plain
	}
	return other
}

// helpLines is the whole page: keys, then the game's vocabulary.
func (d *Drawer) helpLines() []helpLine {
	lines := []helpLine{{title: "Keys"}}
	for i := range Keys {
		lines = append(lines, helpLine{key: &Keys[i]})
	}
	lines = append(lines, helpLine{}, helpLine{title: "On the board"})
	add := func(list helpList, n, from int) {
		for i := from; i < n; i++ {
			lines = append(lines, helpLine{kind: i, list: list})
		}
	}
	add(listGrounds, len(d.legend.Grounds), 0)
	add(listUnits, len(d.legend.Units), 0)
	add(listItems, len(d.legend.Items), 1)
	add(listExtras, len(extras), 0)
	lines = append(lines, helpLine{}, helpLine{title: "Events, on the timeline and in lists"})
	add(listEvents, len(d.legend.Events), 0)
	lines = append(lines, helpLine{kind: len(d.legend.Events), list: listEvents}, helpLine{}, helpLine{title: "In round N"})
	add(listTimes, len(times), 0)
	return lines
}

const helpWidth = 39 // of a column of the help page

func helpColumns(w int) int { return max((w-2)/helpWidth, 1) }

// drawHelp draws the help page in as many columns as fit.
func (d *Drawer) drawHelp(g *screen.Grid, v *View) {
	p := v.Palette
	r := screen.Rect{X: 1, Y: 1, W: g.W - 2, H: g.H - 2}
	g.Text(2, 0, g.W-4, "game-tui: "+d.meta.Game.Title(), p.Strong.With(screen.Bold))
	g.Right(0, 0, g.W-2, "? or Esc leaves, ↑ ↓ scroll", p.Dim)
	lines := d.helpLines()
	const width = helpWidth
	cols := helpColumns(g.W)
	page := cols * (r.H - 1)
	skip := min(v.Scroll*cols, max(len(lines)-page, 0))
	lines = lines[skip:]
	high := r.H - 1
	if n := (len(lines) + cols - 1) / cols; n < high {
		high = max(n, min(high, 16))
	}
	for i := range lines {
		if i/high >= cols {
			return
		}
		d.helpLine(g, r.X+1+i/high*width, r.Y+1+i%high, width-2, &lines[i], v)
	}
}

func (d *Drawer) helpLine(g *screen.Grid, x, y, w int, h *helpLine, v *View) {
	p := v.Palette
	if h.title != "" {
		g.Text(x, y, w, h.title, p.Strong.With(screen.Underline))
		return
	}
	if h.key != nil {
		keys := h.key.Help().Key
		if p.ASCII {
			keys = strings.ReplaceAll(keys, "…", "...")
		}
		g.Text(x, y, 9, keys, p.Text)
		g.Text(x+9, y, w-9, h.key.Help().Desc, p.Dim)
		return
	}
	switch h.list {
	case listEvents:
		r, st, name := d.hist.Sign(h.kind, p)
		g.Set(x, y, r, st)
		g.Text(x+9, y, w-9, name, p.Dim)
	case listTimes:
		g.Text(x, y, 9, times[h.kind][0], p.Text)
		g.Text(x+9, y, w-9, times[h.kind][1], p.Dim)
	case listExtras:
		r, st := extras[h.kind].look(p)
		g.Fill(screen.Rect{X: x, Y: y, W: 2, H: 1}, screen.Cell{R: r, Style: st})
		g.Text(x+9, y, w-9, extras[h.kind].name, p.Dim)
	case listGrounds:
		k := &d.legend.Grounds[h.kind]
		bg := p.Ground(k.Role, -1, false, false)
		r := ' '
		st := p.Text.On(bg)
		if k.Role == sim.RoleWall && p.WallSign() {
			r, st = '#', p.Wall(bg)
		}
		g.Fill(screen.Rect{X: x, Y: y, W: 2, H: 1}, screen.Cell{R: r, Style: st})
		g.Text(x+9, y, w-9, k.Name, p.Dim)
	case listUnits, listItems:
		d.helpKind(g, x, y, w, h, v)
	}
}

// helpKind shows a kind as the board does, once for each seat where seats have
// colours or letters of their own.
func (d *Drawer) helpKind(g *screen.Grid, x, y, w int, h *helpLine, v *View) {
	units := h.list == listUnits
	list := d.legend.Items
	if units {
		list = d.legend.Units
	}
	k := &list[h.kind]
	looks := d.helpLooks(v)
	if k.Role != sim.RoleOwner {
		looks.Sample(g, x, y, units, h.kind, -1)
		g.Set(x+3, y, looks.Letter(units, h.kind, -1), v.Palette.Dim)
		g.Text(x+9, y, w-9, k.Name, v.Palette.Dim)
		return
	}
	for seat := range sim.Seats {
		looks.Sample(g, x+2*seat, y, units, h.kind, seat)
	}
	n := g.Text(x+9, y, w-9, k.Name, v.Palette.Dim)
	if units {
		for seat := range sim.Seats {
			g.Set(x+10+n+seat, y, looks.Letter(units, h.kind, seat), v.Palette.Dim)
		}
	}
}

func (d *Drawer) helpLooks(v *View) *board.Looks {
	if d.palette != v.Palette {
		d.palette, d.looks = v.Palette, board.NewLooks(d.legend, v.Palette)
	}
	return d.looks
}
