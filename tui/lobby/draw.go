package lobby

import (
	"fmt"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

const keys = "↑/↓ choose   enter watch   / search   q quit"

// Draw draws the lobby over the whole grid.
func (m *Model) Draw(g *screen.Grid, p *theme.Palette) {
	page := screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}}
	g.Fill(g.Bounds(), page)
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: p.Strong.On(p.Bar)})
	g.Text(1, 0, g.W-2, "Game-tui   choose a match", p.Strong.On(p.Bar))
	g.Right(0, 0, g.W-1, fmt.Sprintf("%d", len(m.items)), p.Dim.On(p.Bar))
	m.lines(g, p)
	if g.H > 2 {
		text, style := keys, p.Dim
		switch {
		case m.notice != "":
			text, style = m.notice, p.Strong
		case m.typing || m.filter != "":
			text, style = "search: "+m.filter, p.Strong
		}
		g.Text(1, g.H-1, g.W-2, text, style)
	}
	if p.ASCII {
		g.ASCII()
	}
}

func (m *Model) lines(g *screen.Grid, p *theme.Palette) {
	m.page = max(g.H-4, 1)
	m.top = max(min(m.top, m.at), m.at-m.page+1, 0)
	if len(m.shown) == 0 {
		text := "nothing to watch yet; this list fills by itself"
		if m.filter != "" {
			text = "nothing matches; esc shows all"
		}
		g.Text(2, 2, g.W-3, text, p.Dim)
		return
	}
	name := m.nameWidth(g.W)
	for y := 0; y < m.page && m.top+y < len(m.shown); y++ {
		it := &m.items[m.shown[m.top+y]]
		style, dim := p.Text, p.Dim
		if m.top+y == m.at {
			style, dim = p.Strong.With(screen.Reverse), p.Strong.With(screen.Reverse)
			g.Fill(screen.Rect{X: 0, Y: y + 2, W: g.W, H: 1}, screen.Cell{R: ' ', Style: style})
		}
		mark := " "
		if it.Live {
			mark = "▶"
		}
		g.Text(1, y+2, 1, mark, style)
		g.Text(3, y+2, name, it.Name, style)
		x := 5 + name
		state := screen.Width(it.State)
		g.Text(x, y+2, max(g.W-x-state-3, 0), it.about(), dim)
		g.Right(x, y+2, max(g.W-x-1, 0), it.State, style)
	}
}

func (m *Model) nameWidth(w int) int {
	n := 8
	for _, i := range m.shown {
		n = max(n, len(m.items[i].Name))
	}
	return min(n, max(w/3, 8))
}

func (it *Item) about() string {
	if it.Title == "" {
		return it.Detail
	}
	if it.Detail == "" {
		return it.Title
	}
	return it.Title + "   " + it.Detail
}
