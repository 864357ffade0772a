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
	W, H       int
	Palette    *theme.Palette
	NoMouse    bool
	ShowMotion bool

	profile         theme.Profile
	useASCII        bool
	paletteName     string // palette chosen by the viewer, or "" for the default
	lightBackground bool
}

type Options struct {
	W, H         int
	PaletteName  string
	Profile      theme.Profile // colour profile to assume until the terminal reports its own
	UseASCII     bool
	NoMouse      bool
	ShowMotion   bool
	NoSpoilers   bool
	Capabilities *Capabilities // limits of the shell; nil means none
}

func (w *Window) applyPalette() {
	name := w.paletteName
	if name == "" && w.lightBackground {
		name = "light"
	}
	w.Palette = theme.PaletteFor(name, w.profile)
	if w.useASCII {
		w.Palette = w.Palette.WithASCII()
	}
}

func (w *Window) ChosenPaletteName() string { return w.paletteName }

// NeedsBackground reports whether the palette depends on the terminal's background colour.
func (w *Window) NeedsBackground() bool { return w.paletteName == "" && w.profile >= theme.Color256 }

func (p *Program) Draw(g *screen.Grid) {
	g.Resize(p.W, p.H)
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Palette.Page}})
	v, pages := p.View(), p.Pages()
	bottom := len(pages) - 1
	for bottom >= 0 && !pages[bottom].Covers() {
		bottom--
	}
	if !p.isPageOnly() && (g.W < MinW || g.H < MinH) {
		y := max(g.H/2-1, 0)
		g.WriteText(1, y, g.W-1, "game-tui needs 40×12", p.Palette.Text)
		g.WriteText(1, y+1, g.W-1, "please enlarge", p.Palette.Dim)
	} else {
		if bottom < 0 {
			v.Draw(g, p)
		}
		for _, page := range pages[max(bottom, 0):] {
			page.Draw(g, p)
		}
	}
	if p.Palette.UseASCII {
		g.ReplaceNonASCII()
	}
}
