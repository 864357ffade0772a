// Package component has what is read or typed, drawn into cells by Bubbles and Lip Gloss: an
// [Input], a text in a [Viewport], the keys of a [Help], a [Table], a [Progress] and the [Frame]
// of a page. What changes with every round is drawn into cells directly.
//
// Components are values: their methods return a changed copy and leave the original alone.
// They have no keys but those that edit a text, do not blink and leave nothing to a runtime.
package component

import (
	"image/color"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/progress"
	"charm.land/bubbles/v2/viewport"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// draw draws a text, as Lip Gloss and Bubbles render it, into a rectangle: what the text
// leaves open has the base style, and what has no room is cut.
func draw(g *screen.Grid, r screen.Rect, text string, base screen.Style) {
	r = g.Clip(r)
	buf := uv.NewScreenBuffer(r.W, r.H)
	uv.NewStyledString(text).Draw(buf, buf.Bounds())
	for y := range r.H {
		for x := range r.W {
			cell := buf.CellAt(x, y)
			st := screen.Style{FG: plain(cell.Style.Fg, base.FG), BG: plain(cell.Style.Bg, base.BG)}
			for theirs, ours := range attributes {
				if cell.Style.Attrs&theirs != 0 {
					st.Attr |= ours
				}
			}
			if cell.Style.Underline != uv.UnderlineNone {
				st.Attr |= screen.Underline
			}
			shown := append([]rune(cell.Content), ' ')[0] // no more of a cluster
			g.Set(r.X+x, r.Y+y, max(screen.Printable(shown), ' '), st)
		}
	}
}

var attributes = map[uint8]screen.Attr{uv.AttrBold: screen.Bold, uv.AttrFaint: screen.Faint, uv.AttrReverse: screen.Reverse}

// plain is a colour of a rendered text as one of ours.
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

// colored is a colour of ours for Lip Gloss.
func colored(c screen.Color) color.Color {
	switch v := uint8(c); c {
	case 0:
		return lipgloss.NoColor{}
	case screen.Basic(v):
		return ansi.BasicColor(v)
	case screen.Index(v):
		return ansi.IndexedColor(v)
	}
	return color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255}
}

// style is a style of ours for Lip Gloss. The colours are a palette's: nothing needs to
// convert them for the terminal.
func style(st screen.Style) lipgloss.Style {
	return lipgloss.NewStyle().Foreground(colored(st.FG)).Background(colored(st.BG)).
		Bold(st.Attr&screen.Bold != 0).Faint(st.Attr&screen.Faint != 0).
		Reverse(st.Attr&screen.Reverse != 0).Underline(st.Attr&screen.Underline != 0)
}

// Frame clears a rectangle for a page, between a rule with its title and one with a hint.
func Frame(g *screen.Grid, r screen.Rect, title, hint string, p *theme.Palette) {
	g.Fill(r, screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
	for x := range r.W - 2 {
		g.Set(r.X+1+x, r.Y, '─', p.Line)
		g.Set(r.X+1+x, r.Y+r.H-1, '─', p.Line)
	}
	g.Text(r.X+1, r.Y, r.W-2, title+" ", p.Strong.With(screen.Bold))
	g.Right(r.X, r.Y+r.H-1, r.W-1, " "+hint, p.Dim)
}

// Progress draws a bar of which a part, 0 to 1, is full.
func Progress(g *screen.Grid, r screen.Rect, part float64, p *theme.Palette) {
	m := progress.New(progress.WithoutPercentage(), progress.WithWidth(r.W), progress.WithColors(colored(p.Strong.FG)),
		progress.WithFillCharacters('█', '░'))
	m.EmptyColor = colored(p.Line.FG)
	draw(g, r, m.ViewAs(part), screen.Style{BG: p.Page})
}

// Viewport is a view into a text that may be longer than its place. The zero value is at the
// top of none.
type Viewport struct{ m viewport.Model }

// With is the view with w×h cells into other lines, which must not change any more.
func (v Viewport) With(lines []string, w, h int) Viewport {
	v.m.SetWidth(w)
	v.m.SetHeight(h)
	v.m.SetContentLines(lines)
	return v
}

// Scrolled is the view n lines further down, as far as the text goes.
func (v Viewport) Scrolled(n int) Viewport {
	v.m.SetYOffset(v.m.YOffset() + n)
	return v
}

// Lines is the length of the text.
func (v Viewport) Lines() int { return v.m.TotalLineCount() }

// Draw draws what is seen of the text.
func (v Viewport) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	draw(g, r, v.m.View(), p.Text)
}

// maxLines bounds what one watcher's page holds in memory.
const maxLines = 5000

// Lines makes lines for a Viewport of what is drawn into cells: draw draws as much of it as
// has room in a grid of w columns, and returns how many lines there are.
func Lines(w int, p *theme.Palette, draw func(g *screen.Grid) int) []string {
	total := draw(&screen.Grid{W: w})
	g := &screen.Grid{W: w, H: min(total, maxLines), Cells: make([]screen.Cell, w*min(total, maxLines))}
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
	draw(g)
	lines := make([]string, g.H)
	for y := range lines {
		row := screen.Grid{W: g.W, H: 1, Cells: g.Row(y)}
		lines[y] = string(row.AppendText(nil))
	}
	if total > g.H {
		lines = append(lines, strconv.Itoa(total-g.H)+" more lines have no room here")
	}
	return lines
}

// Words are lines, such as Lines makes them, without style, and none that is blank.
func Words(lines []string) (words []string) {
	for _, l := range lines {
		if l = strings.TrimRight(ansi.Strip(l), " "); l != "" {
			words = append(words, l)
		}
	}
	return words
}
