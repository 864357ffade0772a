package match

import (
	"strings"

	"game-tui/tui/board"
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// helpPage is all keys of the place below it and the vocabulary of the match.
type helpPage struct {
	below Where
	text[helpKey]
}

// helpKey is all that the page depends on.
type helpKey struct {
	w, h    int
	palette *theme.Palette
	match   *Match
	zoom    board.Zoom // that the board has
	night   int
}

func help(u *update) {
	if _, open := u.s.top().(*helpPage); open {
		u.s.pop()
	} else {
		u.s.push(&helpPage{below: u.s.where()})
	}
}

func (p *helpPage) where() Where { return InHelp }
func (p *helpPage) covers() bool { return true }

func (p *helpPage) fit(v *Viewer, s *State) page {
	key := helpKey{w: s.W, h: s.H, palette: s.Palette, match: v.match}
	if v.match != nil {
		v.load(s)
		key.zoom = v.Layout(s).Port.Zoom
		if v.frame.Dark {
			key.night = 1
		}
	}
	if key == p.key {
		return p
	}
	w := max(s.W-2, 1)
	list := component.Help(p.groups(s), w, s.Palette)
	if v.match != nil {
		list = append(list, v.match.legendLines(w, &key)...)
	}
	return &helpPage{p.below, text[helpKey]{key, component.NewText(list, w, max(s.H-2, 1)).At(p.body.Top())}}
}

func (p *helpPage) scroll(n int) page { return &helpPage{p.below, p.moved(n, p.key.h-2)} }

func (p *helpPage) draw(v *Viewer, g *screen.Grid, s *State) {
	title := "game-tui"
	if v.match != nil {
		title += ": " + v.match.meta.Game.Title()
	}
	g.Text(1, 0, g.W-2, title, s.Palette.Strong.With(screen.Bold))
	g.Right(0, 0, g.W-1, Name("help")+" or "+Name("leave")+" leaves, ↑ ↓ scroll", s.Palette.Dim)
	p.body.Draw(g, screen.Rect{X: 1, Y: 1, W: g.W - 2, H: g.H - 2}, s.Palette)
	drawKeys(g, 1, g.H-1, g.W-2, s)
}

// groups are the sections of the table with the keys that count below the page
// and do something here. The own keys of what lies below come first.
func (p *helpPage) groups(s *State) []component.Group {
	counts := p.below | typing
	if p.below&overMatch != 0 {
		counts |= overMatch
	}
	return append(p.part(s, counts, 0), p.part(s, counts, 1)...)
}

// part are the groups of the own keys of what lies below, 0, or of all others, 1.
func (p *helpPage) part(s *State, counts Where, behind int) (list []component.Group) {
	for i := range Keys {
		c := component.Group{Title: Keys[i].Title}
		for k := range Keys[i].Keys {
			b := &Keys[i].Keys[k]
			if b.behind(p.below) != behind || b.Help == "" || b.In&counts == 0 || b.Only != nil && !b.Only(s) || s.opts.shell.refusal(b.Asks) != "" {
				continue
			}
			show := b.Show
			if s.Palette.ASCII {
				show = ascii.Replace(show)
			}
			c.Keys = append(c.Keys, [2]string{show, b.Help})
		}
		if len(c.Keys) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// ascii keeps names of keys readable where nothing else is shown.
var ascii = strings.NewReplacer("…", "...", "Shift+↑", "Shift+^", "Shift+↓", "Shift+v")

// sample is one line of the vocabulary: how something looks, and its name.
type sample struct {
	name string
	draw func(g *screen.Grid, x, y int)
}

// sampleWidth is the width of a column of samples, nameAt where names begin in it.
const (
	sampleWidth = 39
	sampleName  = 9
)

// legendLines renders the vocabulary of the match in w columns.
func (m *Match) legendLines(w int, key *helpKey) []string {
	var list []string
	p := key.palette
	cols := max(w/sampleWidth, 1)
	for _, part := range []struct {
		title   string
		samples []sample
	}{
		{"On the board (" + key.zoom.String() + ")", m.boardSamples(key)},
		{"Events, on the timeline and in lists", m.eventSamples(p)},
		{"What belongs to round N", timeSamples(p)},
	} {
		high := (len(part.samples) + cols - 1) / cols
		list = append(list, component.Styled(w, p, func(g *screen.Grid, skip int) int {
			g.Text(0, -skip, w, part.title, p.Strong.With(screen.Underline))
			for i, s := range part.samples {
				x, y := i/high*sampleWidth, 1+i%high-skip
				s.draw(g, x, y)
				g.Text(x+sampleName, y, sampleWidth-sampleName-2, s.name, p.Dim)
			}
			return 2 + high
		})...)
	}
	return list
}

// boardSamples are what the board shows at its zoom, once for each seat where seats
// have colours or letters of their own.
func (m *Match) boardSamples(key *helpKey) []sample {
	var list []sample
	p := key.palette
	for _, e := range m.dressed(p).Legend(key.zoom, key.night) {
		list = append(list, sample{e.Name, func(g *screen.Grid, x, y int) {
			if uint(y) < uint(g.H) {
				copy(g.Row(y)[x:], e.Seats)
			}
		}})
	}
	for _, n := range key.zoom.Numbers() {
		list = append(list, sample{n[1], func(g *screen.Grid, x, y int) { g.Text(x, y, sampleName, n[0], p.Text) }})
	}
	return append(list,
		sample{"cursor, followed unit", two(' ', p.Point(p.Cursor))},
		sample{"marked by a player", two(' ', p.Point(p.Mark))})
}

// two draws the same twice.
func two(r rune, st screen.Style) func(*screen.Grid, int, int) {
	return func(g *screen.Grid, x, y int) {
		g.Fill(screen.Rect{X: x, Y: y, W: 2, H: 1}, screen.Cell{R: r, Style: st})
	}
}

// eventSamples are the signs of the events, the change of the leader last.
func (m *Match) eventSamples(p *theme.Palette) []sample {
	var list []sample
	for i := range len(m.legend.Events) + 1 {
		r, st, name := m.hist.Sign(i, p)
		list = append(list, sample{name, func(g *screen.Grid, x, y int) { g.Set(x, y, r, st) }})
	}
	return list
}

// timeSamples say which round the parts of the screen talk of.
func timeSamples(p *theme.Palette) []sample {
	var list []sample
	for _, t := range [...][2]string{
		{"+ -", "score change that led to N"},
		{"events", "and orders: what led to N"},
		{"cpu", "output, marks: of deciding N"},
	} {
		list = append(list, sample{t[1], func(g *screen.Grid, x, y int) { g.Text(x, y, sampleName, t[0], p.Text) }})
	}
	return list
}
