package report

import (
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// form is how a report is written.
type form struct {
	title string // before a heading
	table func(head []string, rows [][]string) string
	clean func(string) string               // of words that may be somebody else's
	line  func(text, command string) string // about a match, with the command that plays it again
	wide  int                               // most players of a matrix
}

// The forms. A terminal has room for a dozen columns.
var (
	inText     = form{table: plainRows, clean: clean.Line, line: plainLine, wide: 12}
	inMarkdown = form{title: "## ", table: markdownRows, clean: clean.Markdown, line: markdownLine, wide: league.MaxPlayers}
)

func plainLine(text, command string) string {
	if command == "" {
		return "  " + text
	}
	return "  " + text + "\n      " + command
}

func markdownLine(text, command string) string {
	if command == "" {
		return "- " + clean.Markdown(text)
	}
	return "- " + clean.Markdown(text) + ": " + clean.MarkdownCode(command)
}

func plainRows(head []string, rows [][]string) string {
	return plainTable(2, head...).Rows(rows...).Render()
}

// plainTable is a table without lines but one below its head; the columns behind
// the first few are numbers.
func plainTable(words int, head ...string) *table.Table {
	return table.New().Border(lipgloss.NormalBorder()).BorderColumn(false).BorderLeft(false).BorderRight(false).
		BorderTop(false).BorderBottom(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			s := lipgloss.NewStyle().PaddingRight(2)
			if column >= words {
				return s.Align(lipgloss.Right)
			}
			return s
		}).
		Headers(head...)
}

func markdownRows(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + clean.Markdown(c) + " ")
		}
		b.WriteString("|\n")
	}
	line(head)
	for i := range head {
		b.WriteString([...]string{"| --- ", "| ---: "}[min(i/2, 1)])
	}
	b.WriteString("|\n")
	for _, row := range rows {
		line(row)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// section begins a part of the report.
func section(w io.Writer, f form, title string) {
	if f.title == "" {
		title += ":"
	}
	fmt.Fprintf(w, "\n%s%s\n\n", f.title, f.clean(title))
}
