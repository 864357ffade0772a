package ui

import (
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// The smallest window in which something can be seen.
const (
	MinW = 40
	MinH = 12
)

// Window is what a program is shown on.
type Window struct {
	W, H    int
	Palette *theme.Palette
	NoMouse bool // the mouse is the terminal's
	Motion  bool // what has just changed is to stand out for a moment

	profile theme.Profile // what the terminal shows
	ascii   bool          // it shows nothing else
	palette string        // the name that was chosen; empty: the profile's default
	light   bool          // the terminal's own background is
}

// Options say how a program begins.
type Options struct {
	W, H       int
	Palette    string        // name; empty: the profile's default
	Profile    theme.Profile // until the terminal's is known
	ASCII      bool          // the terminal shows nothing else
	NoMouse    bool          // the mouse is the terminal's
	Motion     bool          // what has just changed is to stand out for a moment
	NoSpoilers bool          // what the watcher has not seen is hidden
	Abilities  *Abilities    // nil: the shell can do everything
}

func newWindow(o *Options) Window {
	w := Window{profile: o.Profile, ascii: o.ASCII, palette: o.Palette, NoMouse: o.NoMouse, Motion: o.Motion}
	w.W, w.H = screen.Clamp(o.W, o.H)
	w.applyPalette()
	return w
}

// applyPalette applies the chosen palette as the terminal shows it.
func (w *Window) applyPalette() {
	name := w.palette
	if name == "" && w.light {
		name = "light"
	}
	w.Palette = theme.For(name, w.profile)
	if w.ascii {
		w.Palette = w.Palette.Plain()
	}
}

// ChosenPalette is the name of the palette that was chosen; empty: none was.
func (w *Window) ChosenPalette() string { return w.palette }

// NeedsBackground reports whether the terminal's own background would choose the palette:
// none was chosen, and there are enough colours for one of a page of its own.
func (w *Window) NeedsBackground() bool { return w.palette == "" && w.profile >= theme.Color256 }

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
