package component

import (
	"strings"

	"charm.land/lipgloss/v2"
	lgtable "charm.land/lipgloss/v2/table"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/table"
	"game-tui/tui/cells/theme"
)

type KeyGroup struct {
	Title string
	Keys  [][2]string // pairs of a key and its description
}

// HelpLines formats groups of keys as lines, using as many columns as fit into width w. The first group
// is emphasised.
func HelpLines(groups []KeyGroup, w int, p *theme.Palette) []string {
	keyWidth, descriptionWidth := 0, 0
	for _, g := range groups {
		for _, k := range g.Keys {
			keyWidth, descriptionWidth = max(keyWidth, screen.Width(k[0])), max(descriptionWidth, screen.Width(k[1]))
		}
	}
	n := max((w+helpGap)/(keyWidth+1+descriptionWidth+helpGap), 1)
	columnWidth := max((w+helpGap)/n-helpGap, 0)
	blocks := make([]string, len(groups))
	for i, g := range groups {
		keyStyle, descriptionStyle := p.Text, p.Dim
		if i == 0 {
			keyStyle, descriptionStyle = p.Strong.WithAttr(screen.Bold), p.Text
		}
		line := strings.Repeat("─", max(columnWidth-screen.Width(g.Title)-1, 0))
		blocks[i] = lipglossStyle(p.Strong.WithAttr(screen.Bold)).Render(g.Title) + " " + lipglossStyle(p.Dim).Render(line)
		for _, k := range g.Keys {
			blocks[i] += "\n" + lipglossStyle(keyStyle).Width(keyWidth+1).Render(k[0]) + lipglossStyle(descriptionStyle).Render(k[1])
		}
	}
	return strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, joinColumns(blocks, n, columnWidth)...)+"\n", "\n")
}

const helpGap = 2

func joinColumns(blocks []string, n, width int) []string {
	for high := 1; ; high++ {
		columns, left := []string{}, 0
		for _, b := range blocks {
			h := lipgloss.Height(b)
			if last := len(columns) - 1; last >= 0 && left >= 1+h {
				columns[last], left = columns[last]+"\n\n"+b, left-1-h
				continue
			}
			columns, left = append(columns, b), high-h
		}
		if len(columns) <= n {
			for i, c := range columns[:max(len(columns)-1, 0)] {
				columns[i] = lipgloss.NewStyle().Width(width + helpGap).Render(c)
			}
			return columns
		}
	}
}

// DrawTable draws a table, highlighting row chosenRow and scrolling to it. If chosenRow is -1, no
// row is highlighted.
func DrawTable(g *screen.Grid, r screen.Rect, t table.Table, chosenRow int, p *theme.Palette) {
	if r.H < 2 {
		return
	}
	// The header comes last, because its row is -1, too.
	styles := map[int]lipgloss.Style{chosenRow: lipglossStyle(p.Strong.WithAttr(screen.Reverse))}
	styles[lgtable.HeaderRow] = lipglossStyle(p.Dim)
	drawn := lgtable.New().Wrap(false).BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).Headers(append(t.Titles(), "")...).Rows(t.Rows...).
		StyleFunc(func(row, column int) lipgloss.Style {
			st := styles[row]
			switch {
			case column == len(t.Columns):
				return st.Width(r.W)
			case t.Columns[column].AlignLeft:
				return st.PaddingRight(1)
			}
			return st.PaddingRight(1).Align(lipgloss.Right)
		}).Render()
	head, body, _ := strings.Cut(drawn, "\n")
	drawANSI(g, screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, head, p.Text)
	r.Y, r.H = r.Y+1, r.H-1
	rows := strings.Split(body, "\n")
	DrawLines(g, r, rows[max(min(chosenRow-r.H/2, len(rows)-r.H), 0):], p)
}
