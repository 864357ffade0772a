package report

import (
	"io"
	"slices"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"game-tui/cmd/game-tui/internal/manual"
)

// A narrowing makes a table narrower: it shortens a column title, or drops the column if short is
// "".
type narrowing struct{ title, short string }

// leastName is the width below which names are not cut.
const leastName = 12

// fitted returns a table that fits the terminal behind w. It applies as many narrowings as needed,
// in order, and then cuts long names. Other writers get the whole table.
func fitted(w io.Writer, rows [][]cell, names string, list ...narrowing) (titles []string, texts [][]string) {
	titles, texts = tableOf(rows)
	if width := manual.TerminalWidth(w); width > 0 {
		return narrow(width, titles, texts, names, list)
	}
	return titles, texts
}

// fitted returns rows as a table, fitted to the terminal if the form wants it.
func (f form) fitted(w io.Writer, rows [][]cell) (titles []string, texts [][]string) {
	if !f.fits {
		return tableOf(rows)
	}
	return fitted(w, rows, "player", narrowStandings...)
}

// wrapped wraps a paragraph to the width of the terminal behind w.
func (f form) wrapped(w io.Writer, text string) string {
	if width := manual.TerminalWidth(w); f.fits && width > 0 {
		return ansi.Wrap(text, width, "")
	}
	return text
}

// narrow applies narrowings until the table has at most width columns, if possible.
func narrow(width int, titles []string, rows [][]string, names string, list []narrowing) ([]string, [][]string) {
	titles, rows = slices.Clone(titles), slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	for _, n := range list {
		for at := len(titles) - 1; at >= 0 && tableWidth(titles, rows) > width; at-- {
			switch {
			case titles[at] != n.title:
			case n.short != "":
				titles[at] = n.short
			default:
				titles = slices.Delete(titles, at, at+1)
				for i := range rows {
					rows[i] = slices.Delete(rows[i], at, at+1)
				}
			}
		}
	}
	at := slices.Index(titles, names)
	if over := tableWidth(titles, rows) - width; over > 0 && at >= 0 {
		most := max(columnWidth(titles, rows, at)-over, leastName)
		for i := range rows {
			rows[i][at] = ansi.Truncate(rows[i][at], most, "…")
		}
	}
	return titles, rows
}

func tableWidth(titles []string, rows [][]string) int {
	width := 0
	for at := range titles {
		width += columnWidth(titles, rows, at) + columnGap
	}
	return width
}

func columnWidth(titles []string, rows [][]string, at int) int {
	width := lipgloss.Width(titles[at])
	for _, row := range rows {
		width = max(width, lipgloss.Width(row[at]))
	}
	return width
}
