package component

import (
	"strings"

	"charm.land/lipgloss/v2"
	lines "charm.land/lipgloss/v2/table"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/table"
	"game-tui/tui/cells/theme"
)

type Group struct {
	Title string
	Keys  [][2]string // pairs of a key and its description
}

// Help formats groups of keys as lines, using as many columns as fit into width w. The first group
// is emphasised.
func Help(groups []Group, w int, p *theme.Palette) []string {
	keys, does := 0, 0
	for _, g := range groups {
		for _, k := range g.Keys {
			keys, does = max(keys, screen.Width(k[0])), max(does, screen.Width(k[1]))
		}
	}
	n := max((w+helpGap)/(keys+1+does+helpGap), 1)
	wide := max((w+helpGap)/n-helpGap, 0)
	blocks := make([]string, len(groups))
	for i, g := range groups {
		name, what := p.Text, p.Dim
		if i == 0 {
			name, what = p.Strong.WithAttr(screen.Bold), p.Text
		}
		line := strings.Repeat("─", max(wide-screen.Width(g.Title)-1, 0))
		blocks[i] = lipglossStyle(p.Strong.WithAttr(screen.Bold)).Render(g.Title) + " " + lipglossStyle(p.Dim).Render(line)
		for _, k := range g.Keys {
			blocks[i] += "\n" + lipglossStyle(name).Width(keys+1).Render(k[0]) + lipglossStyle(what).Render(k[1])
		}
	}
	return strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, joinColumns(blocks, n, wide)...)+"\n", "\n")
}

const helpGap = 2

func joinColumns(blocks []string, n, wide int) []string {
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
				columns[i] = lipgloss.NewStyle().Width(wide + helpGap).Render(c)
			}
			return columns
		}
	}
}

// Table draws a table, highlighting row chosen and scrolling to it. If chosen is -1, no row is
// highlighted.
func Table(g *screen.Grid, r screen.Rect, t table.Texts, chosen int, p *theme.Palette) {
	if r.H < 2 {
		return
	}
	// The header comes last, because its row is -1, too.
	looks := map[int]lipgloss.Style{chosen: lipglossStyle(p.Strong.WithAttr(screen.Reverse))}
	looks[lines.HeaderRow] = lipglossStyle(p.Dim)
	drawn := lines.New().Wrap(false).BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).Headers(append(t.Titles(), "")...).Rows(t.Rows...).
		StyleFunc(func(row, column int) lipgloss.Style {
			st := looks[row]
			switch {
			case column == len(t.Columns):
				return st.Width(r.W)
			case t.Columns[column].Left:
				return st.PaddingRight(1)
			}
			return st.PaddingRight(1).Align(lipgloss.Right)
		}).Render()
	head, body, _ := strings.Cut(drawn, "\n")
	draw(g, screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, head, p.Text)
	r.Y, r.H = r.Y+1, r.H-1
	rows := strings.Split(body, "\n")
	DrawLines(g, r, rows[max(min(chosen-r.H/2, len(rows)-r.H), 0):], p)
}
