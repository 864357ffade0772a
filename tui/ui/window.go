package ui

import (
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// MinW and MinH are the dimensions of the smallest usable window.
const (
	MinW = 40
	MinH = 12
)

type Window struct {
	W, H    int
	Palette *theme.Palette
	NoMouse bool
	Motion  bool

	profile theme.Profile
	ascii   bool
	palette string // palette chosen by the viewer, or "" for the default
	light   bool
}

type Options struct {
	W, H       int
	Palette    string
	Profile    theme.Profile // colour profile to assume until the terminal reports its own
	ASCII      bool
	NoMouse    bool
	Motion     bool
	NoSpoilers bool
	Abilities  *Abilities // limits of the shell; nil means none
}

func (w *Window) applyPalette() {
	name := w.palette
	if name == "" && w.light {
		name = "light"
	}
	w.Palette = theme.For(name, w.profile)
	if w.ascii {
		w.Palette = w.Palette.ASCIIOnly()
	}
}

func (w *Window) ChosenPalette() string { return w.palette }

// NeedsBackground reports whether the palette depends on the terminal's background colour.
func (w *Window) NeedsBackground() bool { return w.palette == "" && w.profile >= theme.Color256 }

func (p *Program) Draw(g *screen.Grid) {
	g.Resize(p.W, p.H)
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Palette.Page}})
	v, pages := p.View(), p.Pages()
	bottom := len(pages) - 1
	for bottom >= 0 && !pages[bottom].Covers() {
		bottom--
	}
	if !p.pageOnly() && (g.W < MinW || g.H < MinH) {
		y := max(g.H/2-1, 0)
		g.Text(1, y, g.W-1, "game-tui needs 40×12", p.Palette.Text)
		g.Text(1, y+1, g.W-1, "please enlarge", p.Palette.Dim)
	} else {
		if bottom < 0 {
			v.Draw(g, p)
		}
		for _, page := range pages[max(bottom, 0):] {
			page.Draw(g, p)
		}
	}
	if p.Palette.ASCII {
		g.ToASCII()
	}
}
