// Package component puts the components of Bubbles and the styles of Lip Gloss
// into cells: for what is read or typed. What changes with every round is drawn
// into cells directly.
//
// Components are values here: their methods return a changed copy and leave the
// original alone. They have no keys but those that edit a text, do not blink and leave nothing
// to a runtime.
package component

import (
	"image/color"

	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"game-tui/tui/screen"
)

// Draw draws a styled text, as Lip Gloss and Bubbles render it, into a
// rectangle. What the text leaves open has the base style; what has no room is cut.
func Draw(g *screen.Grid, r screen.Rect, text string, base screen.Style) {
	if r = g.Clip(r); r.Empty() {
		return
	}
	c := &canvas{g, base}
	uv.NewStyledString(text).Draw(c, uv.Rect(r.X, r.Y, r.W, r.H))
}

// canvas is a grid as a screen of Ultraviolet, which reads styled texts.
type canvas struct {
	g    *screen.Grid
	base screen.Style
}

// Bounds is the whole grid.
func (c *canvas) Bounds() uv.Rectangle { return uv.Rect(0, 0, c.g.W, c.g.H) }

// WidthMethod is how the columns of a rune are counted.
func (c *canvas) WidthMethod() uv.WidthMethod { return ansi.WcWidth }

// CellAt is for readers of a screen, and the text only writes.
func (c *canvas) CellAt(int, int) *uv.Cell { return nil }

// SetCell writes a cell; one without content is blank.
func (c *canvas) SetCell(x, y int, cell *uv.Cell) {
	if cell == nil {
		c.g.Set(x, y, ' ', c.base)
		return
	}
	st := screen.Style{FG: plain(cell.Style.Fg, c.base.FG), BG: plain(cell.Style.Bg, c.base.BG)}
	for _, a := range attributes {
		if cell.Style.Attrs&a.uv != 0 {
			st.Attr |= a.ours
		}
	}
	if cell.Style.Underline != uv.UnderlineNone {
		st.Attr |= screen.Underline
	}
	r := ' '
	for _, first := range cell.Content {
		r = max(screen.Printable(first), ' ')
		break
	}
	c.g.Set(x, y, r, st)
	for i := 1; i < cell.Width; i++ {
		c.g.Set(x+i, y, ' ', st)
	}
}

var attributes = []struct {
	uv   uint8
	ours screen.Attr
}{{uv.AttrBold, screen.Bold}, {uv.AttrFaint, screen.Faint}, {uv.AttrReverse, screen.Reverse}}

// plain is a colour of a styled text as one of ours.
func plain(c color.Color, none screen.Color) screen.Color {
	switch c := c.(type) {
	case nil:
		return none
	case ansi.BasicColor:
		return screen.Basic(uint8(c))
	case ansi.IndexedColor:
		return screen.Index(uint8(c))
	}
	r, g, b, _ := c.RGBA()
	return screen.RGB(r>>8<<16 | g>>8<<8 | b>>8)
}

// Style is a style of ours for Lip Gloss. The colours are a palette's, so nothing
// needs to convert them for the terminal.
func Style(st screen.Style) lipgloss.Style {
	return lipgloss.NewStyle().Foreground(styled(st.FG)).Background(styled(st.BG)).
		Bold(st.Attr&screen.Bold != 0).Faint(st.Attr&screen.Faint != 0).
		Reverse(st.Attr&screen.Reverse != 0).Underline(st.Attr&screen.Underline != 0)
}

// styled is a colour of ours for Lip Gloss.
func styled(c screen.Color) color.Color {
	switch kind, v := c.Split(); kind {
	case screen.KindBasic:
		return ansi.BasicColor(v)
	case screen.KindIndex:
		return ansi.IndexedColor(v)
	case screen.KindRGB:
		return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
	}
	return lipgloss.NoColor{}
}
