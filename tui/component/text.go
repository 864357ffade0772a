package component

import (
	"strconv"
	"strings"

	"charm.land/bubbles/v2/viewport"
	"charm.land/lipgloss/v2"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Text is a text that may be longer than its place, and a view into it.
type Text struct{ m viewport.Model }

// NewText is a view of w×h cells into styled lines, which must not change any more.
func NewText(lines []string, w, h int) Text {
	m := viewport.New(viewport.WithWidth(max(w, 1)), viewport.WithHeight(max(h, 1)))
	m.KeyMap, m.MouseWheelEnabled = viewport.KeyMap{}, false
	m.SetContentLines(lines)
	return Text{m}
}

// Lines is the length of the text.
func (t Text) Lines() int { return t.m.TotalLineCount() }

// Top is the first line that is seen.
func (t Text) Top() int { return t.m.YOffset() }

// At is the text with a line at the top, as far as it goes.
func (t Text) At(line int) Text {
	t.m.SetYOffset(line)
	return t
}

// Draw draws what is seen of the text.
func (t Text) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	Draw(g, r, t.m.View(), p.Text)
}

// Styled makes lines for a Text out of cells: draw draws into a grid of w
// columns what there is from line skip on, and returns how many lines there are.
func Styled(w int, p *theme.Palette, draw func(g *screen.Grid, skip int) int) []string {
	const step = 40
	var lines []string
	g := &screen.Grid{}
	g.Resize(w, step)
	total := 1
	for len(lines) < min(total, maxLines) {
		g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: p.Page}})
		total = draw(g, len(lines))
		for y := 0; y < step && len(lines) < min(total, maxLines); y++ {
			row := screen.Grid{W: g.W, H: 1, Cells: g.Row(y)}
			lines = append(lines, string(row.AppendText(nil)))
		}
		if total == 0 {
			break
		}
	}
	if total > maxLines {
		lines = append(lines, strconv.Itoa(total-maxLines)+" more lines have no room here")
	}
	return lines
}

// maxLines bounds what one watcher's page holds in memory.
const maxLines = 5000

// Frame is a border with a title and a hint in it, and r is inside.
func Frame(g *screen.Grid, r screen.Rect, title, hint string, p *theme.Palette) (inside screen.Rect) {
	inside = screen.Rect{X: r.X + 2, Y: r.Y + 1, W: r.W - 4, H: r.H - 2}
	box := Style(p.Line).Border(lipgloss.RoundedBorder()).BorderForeground(styled(p.Line.FG)).BorderBackground(styled(p.Line.BG)).
		Width(r.W).Height(r.H)
	Draw(g, r, box.Render(strings.Repeat("\n", max(inside.H-1, 0))), p.Line)
	g.Text(r.X+2, r.Y, r.W-4, " "+title+" ", p.Strong)
	g.Right(r.X, r.Y+r.H-1, r.W-2, " "+hint+" ", p.Dim)
	return inside
}
