package ui

import (
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Draw draws the program.
func (p *Program) Draw(g *screen.Grid) {
	g.Resize(p.W, p.H)
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Palette.Page}})
	v, pages := p.View(), p.pages()
	bottom := len(pages) - 1
	for bottom >= 0 && !pages[bottom].Covers() {
		bottom--
	}
	_, bare := v.(Bare)
	if !bare && (g.W < MinW || g.H < MinH) {
		tooSmall(g, p.Palette)
	} else {
		if bottom < 0 {
			v.Draw(g, p)
		}
		for _, page := range pages[max(bottom, 0):] {
			page.Draw(g, p)
		}
	}
	if p.Palette.ASCII {
		g.ASCII()
	}
}

func tooSmall(g *screen.Grid, p *theme.Palette) {
	y := max(g.H/2-1, 0)
	g.Text(1, y, g.W-1, "game-tui needs 40×12", p.Text)
	g.Text(1, y+1, g.W-1, "please enlarge", p.Dim)
}
