package component

import (
	"strings"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/lipgloss/v2"

	"game-tui/tui/theme"
)

// Group is a group of keys in a help page.
type Group struct {
	Title string
	Keys  [][2]string // what is pressed, what it does
}

// Help renders groups of keys in columns of about the same height: as many beside
// each other as have room in w columns, the next ones below.
func Help(groups []Group, w int, p *theme.Palette) []string {
	m := help.New()
	m.Styles = help.Styles{FullKey: Style(p.Text), FullDesc: Style(p.Dim), FullSeparator: Style(p.Dim)}
	title := Style(p.Strong).Underline(true)
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
		block := lipgloss.JoinVertical(lipgloss.Left, title.Render(g.Title), m.FullHelpView([][]key.Binding{keys}))
		if n := len(columns) - 1; n >= 0 && lipgloss.Height(columns[n])+1+lipgloss.Height(block) <= high {
			columns[n] = lipgloss.JoinVertical(lipgloss.Left, columns[n], "", block)
			continue
		}
		columns = append(columns, block)
	}
	return beside(columns, w)
}

// beside sets blocks of text side by side, in as many rows as w columns need.
func beside(blocks []string, w int) []string {
	const gap = 2
	var lines, row []string
	used := 0
	flush := func() {
		if len(row) > 0 {
			lines = append(append(lines, strings.Split(lipgloss.JoinHorizontal(lipgloss.Top, row...), "\n")...), "")
		}
		row, used = nil, 0
	}
	for _, b := range blocks {
		if n := lipgloss.Width(b); used > 0 && used+gap+n > w {
			flush()
		}
		if used > 0 {
			row = append(row, strings.Repeat(" ", gap))
			used += gap
		}
		row = append(row, b)
		used += lipgloss.Width(b)
	}
	flush()
	return lines
}
