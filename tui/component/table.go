package component

import (
	"strings"

	"charm.land/bubbles/v2/progress"
	"charm.land/bubbles/v2/table"
	"charm.land/lipgloss/v2"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// TableColumn is a column of a table.
type TableColumn struct {
	Title string
	Width int  // cells; 0: as wide as the longest of its texts
	Right bool // its texts stand at the right
}

// Table draws the rows around the chosen one (-1: none, from the first on) below
// the titles of their columns. A column that has no room, with all behind it, is cut.
func Table(g *screen.Grid, r screen.Rect, columns []TableColumn, rows [][]string, chosen int, p *theme.Palette) {
	if r = g.Clip(r); r.H < 2 {
		return
	}
	high := r.H - 1
	first := min(max(chosen-high/2, 0), max(len(rows)-high, 0))
	shown := rows[first:min(first+high, len(rows))]
	cols := make([]table.Column, len(columns))
	list := make([]table.Row, len(shown))
	for i := range list {
		list[i] = make(table.Row, len(columns))
	}
	for c, column := range columns {
		w := column.Width
		if w == 0 {
			w = screen.Width(column.Title)
			for _, row := range rows {
				w = max(w, screen.Width(row[c]))
			}
		}
		cols[c] = table.Column{Title: aligned(column.Title, w, column.Right), Width: w}
		for i, row := range shown {
			list[i][c] = aligned(row[c], w, column.Right)
		}
	}
	gap := lipgloss.NewStyle().PaddingRight(1)
	m := table.New(table.WithColumns(cols), table.WithRows(list), table.WithWidth(r.W), table.WithHeight(r.H),
		table.WithKeyMap(table.KeyMap{}), table.WithStyles(table.Styles{
			Header: gap.Inherit(Style(p.Dim)), Cell: gap, Selected: Style(p.Strong.With(screen.Reverse)).Width(r.W),
		}))
	m.SetCursor(chosen - first)
	if chosen < 0 {
		m.SetStyles(table.Styles{Header: gap.Inherit(Style(p.Dim)), Cell: gap})
	}
	Draw(g, r, m.View(), p.Text)
}

func aligned(text string, w int, right bool) string {
	if pad := w - screen.Width(text); right && pad > 0 {
		return strings.Repeat(" ", pad) + text
	}
	return text
}

// Progress draws a bar of which a part, 0 to 1, is full.
func Progress(g *screen.Grid, r screen.Rect, part float64, p *theme.Palette) {
	m := progress.New(progress.WithoutPercentage(), progress.WithWidth(r.W), progress.WithColors(styled(p.Strong.FG)),
		progress.WithFillCharacters('█', '░'))
	m.EmptyColor = styled(p.Line.FG)
	Draw(g, r, m.ViewAs(part), p.Text)
}
