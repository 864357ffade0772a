package component

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Group is a group of keys in a help page.
type Group struct {
	Title string
	Keys  [][2]string // what is pressed, what it does
}

// Help is the lines of groups of keys in columns of about the same height: as many beside each
// other as have room in w columns, the next ones below.
func Help(groups []Group, w int, p *theme.Palette) []string {
	m := help.New()
	m.Styles = help.Styles{FullKey: style(p.Text), FullDesc: style(p.Dim)}
	high := 0
	for _, g := range groups {
		high = max(high, len(g.Keys)+3)
	}
	var columns []string
	for _, g := range groups {
		keys := make([]key.Binding, len(g.Keys))
		for i, k := range g.Keys {
			keys[i] = key.NewBinding(key.WithKeys(k[0]), key.WithHelp(k[0], k[1]))
		}
		block := style(p.Strong).Underline(true).Render(g.Title) + "\n" + m.FullHelpView([][]key.Binding{keys})
		if n := len(columns) - 1; n >= 0 && lipgloss.Height(columns[n])+1+lipgloss.Height(block) <= high {
			columns[n] += "\n\n" + block
			continue
		}
		columns = append(columns, block)
	}
	text, row := "", ""
	for _, c := range columns {
		switch wider := lipgloss.JoinHorizontal(lipgloss.Top, row, "  ", c); {
		case row == "":
			row = c
		case lipgloss.Width(wider) <= w:
			row = wider
		default:
			text += row + "\n\n"
			row = c
		}
	}
	return strings.Split(text+row+"\n", "\n")
}

// Table draws the rows around the chosen one (-1: none, from the first on) below the titles of
// their columns, without lines. The texts of one column stand at the left, in at most wide
// cells; those of the others, which are never cut, at the right. A column without a title takes
// no room, and one that has none is cut, with all behind it.
func Table(g *screen.Grid, r screen.Rect, titles []string, rows [][]string, left, wide, chosen int, p *theme.Palette) {
	if r.H < 2 {
		return
	}
	longest := lipgloss.Width(titles[left])
	for _, row := range rows {
		longest = max(longest, lipgloss.Width(row[left]))
	}
	looks := map[int]lipgloss.Style{table.HeaderRow: style(p.Dim), chosen: style(p.Strong.With(screen.Reverse))}
	t := table.New().Wrap(false).BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderHeader(false).BorderColumn(false).Headers(append(titles, "")...).Rows(rows...).
		StyleFunc(func(row, column int) lipgloss.Style {
			st := looks[row]
			switch {
			case column == len(titles): // what the others leave of the row
				return st.Width(r.W)
			case column == left:
				return st.PaddingRight(1).Width(min(longest, wide) + 1)
			case titles[column] == "":
				return st
			}
			return st.PaddingRight(1).Align(lipgloss.Right)
		})
	head, body, _ := strings.Cut(t.Render(), "\n")
	draw(g, screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, head, p.Text)
	r.Y, r.H = r.Y+1, r.H-1
	Viewport{}.With(strings.Split(body, "\n"), r.W, r.H).Scrolled(chosen-r.H/2).Draw(g, r, p)
}
