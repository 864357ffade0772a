// Package component draws Bubbles and Lip Gloss widgets into cells. Components are values: methods
// that change a component return a copy. They do not blink and need no Bubble Tea runtime.
package component

import (
	"image/color"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/progress"
	"charm.land/lipgloss/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// drawANSI draws text with escape sequences into a rectangle. Colours that the text does not set come
// from base.
func drawANSI(g *screen.Grid, r screen.Rect, text string, base screen.Style) {
	r = g.Clip(r)
	buf := uv.NewScreenBuffer(r.W, r.H)
	uv.NewStyledString(text).Draw(buf, buf.Bounds())
	for y := range r.H {
		for x := range r.W {
			cell := buf.CellAt(x, y)
			st := screen.Style{FG: screenColor(cell.Style.Fg, base.FG), BG: screenColor(cell.Style.Bg, base.BG)}
			for theirs, ours := range attrByUV {
				if cell.Style.Attrs&theirs != 0 {
					st.Attr |= ours
				}
			}
			if cell.Style.Underline != uv.UnderlineNone {
				st.Attr |= screen.Underline
			}
			shown := append([]rune(cell.Content), ' ')[0]
			g.Set(r.X+x, r.Y+y, max(screen.PrintableRune(shown), ' '), st)
		}
	}
}

var attrByUV = map[uint8]screen.Attr{uv.AttrBold: screen.Bold, uv.AttrFaint: screen.Faint, uv.AttrReverse: screen.Reverse}

func screenColor(c color.Color, fallback screen.Color) screen.Color {
	switch c := c.(type) {
	case nil:
		return fallback
	case ansi.BasicColor:
		return screen.BasicColor(uint8(c))
	case ansi.IndexedColor:
		return screen.IndexedColor(uint8(c))
	}
	r, g, b, _ := c.RGBA()
	return screen.RGB(r>>8<<16 | g>>8<<8 | b>>8)
}

func lipglossColor(c screen.Color) color.Color {
	switch v := uint8(c); c {
	case 0:
		return lipgloss.NoColor{}
	case screen.BasicColor(v):
		return ansi.BasicColor(v)
	case screen.IndexedColor(v):
		return ansi.IndexedColor(v)
	}
	return color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 255}
}

func lipglossStyle(st screen.Style) lipgloss.Style {
	return lipgloss.NewStyle().Foreground(lipglossColor(st.FG)).Background(lipglossColor(st.BG)).
		Bold(st.Attr&screen.Bold != 0).Faint(st.Attr&screen.Faint != 0).
		Reverse(st.Attr&screen.Reverse != 0).Underline(st.Attr&screen.Underline != 0)
}

// DrawFrame clears a rectangle and draws a line with a title at its top and one with a hint at its
// bottom.
func DrawFrame(g *screen.Grid, r screen.Rect, title, hint string, p *theme.Palette) {
	g.Fill(r, screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
	for x := range r.W - 2 {
		g.Set(r.X+1+x, r.Y, '─', p.Line)
		g.Set(r.X+1+x, r.Y+r.H-1, '─', p.Line)
	}
	g.WriteText(r.X+1, r.Y, r.W-2, title+" ", p.Strong.WithAttr(screen.Bold))
	g.WriteTextRight(r.X, r.Y+r.H-1, r.W-1, " "+hint, p.Dim)
}

func DrawProgress(g *screen.Grid, r screen.Rect, fraction float64, p *theme.Palette) {
	m := progress.New(progress.WithoutPercentage(), progress.WithWidth(r.W), progress.WithColors(lipglossColor(p.Strong.FG)),
		progress.WithFillCharacters('█', '░'))
	m.EmptyColor = lipglossColor(p.Line.FG)
	drawANSI(g, r, m.ViewAs(fraction), screen.Style{BG: p.Page})
}

// DrawLines draws the styled lines that fit into r.
func DrawLines(g *screen.Grid, r screen.Rect, lines []string, p *theme.Palette) {
	drawANSI(g, r, strings.Join(lines[:min(len(lines), max(r.H, 0))], "\n"), p.Text)
}

const maxLines = 5000

// Lines returns the output of draw, w columns wide, as lines for DrawLines. It calls draw twice,
// first with an empty grid to count the lines.
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
		lines = append(lines, strconv.Itoa(total-g.H)+" more lines do not fit")
	}
	return lines
}

func PlainLines(lines []string) (plain []string) {
	for _, l := range lines {
		if l = strings.TrimRight(ansi.Strip(l), " "); l != "" {
			plain = append(plain, l)
		}
	}
	return plain
}
