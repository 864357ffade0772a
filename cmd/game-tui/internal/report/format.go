// Package report prints matches, recordings and tournaments as tables, CSV, JSON, Markdown and
// HTML.
//
// A report is built by a New function and printed by its Write method in a Format. Columns
// are stated once for all formats. Text from files is cleaned of control
// characters before it is printed.
package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	lines "charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/table"
)

// A Format is an output format.
type Format int

const (
	Text Format = iota
	CSV
	JSON
	Markdown
)

// Formats lists the formats that have a flag.
var Formats = []Format{CSV, JSON, Markdown}

// String returns the name of the flag that selects the format.
func (f Format) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }

// WriteJSON writes v as indented JSON.
func WriteJSON(w io.Writer, v any) error { return sanitize.WriteJSON(w, v, "  ") }

// recordingJSON holds the fields that identify a recording.
type recordingJSON struct {
	File  string            `json:"file"`
	Game  string            `json:"game"`
	Seed  int32             `json:"seed"`
	Names [sim.Seats]string `json:"names"`
	Cut   bool              `json:"cut,omitempty"` // the final state is missing, so nobody has won
	// Missing holds the first and last round of each gap.
	Missing [][2]int `json:"missing,omitempty"`
}

func jsonOf(file string, rec *record.Record) recordingJSON {
	m := rec.Meta()
	v := recordingJSON{File: file, Game: m.Game.Name(), Seed: m.Seed, Names: m.Names, Cut: rec.IsCut()}
	for _, g := range rec.Gaps() {
		v.Missing = append(v.Missing, [2]int{g.From, g.To})
	}
	return v
}

// fixed formats x for programs, with four decimals.
func fixed(x float64) table.Trusted { return table.Trusted(fmt.Sprintf("%.4f", x)) }

// A form is the markup of a report for people.
type form struct {
	title     string // before a heading
	end       string // after a heading
	paragraph string // between paragraphs
	item      string // before a line about a match
	table     func(table.Texts) string
	clean     func(string) string // escapes text from outside
	command   func(string) string // marks up a command that follows a line
	wide      int                 // most players in the head-to-head table
	fits      bool                // whether tables are fitted to the terminal
}

// A terminal has room for about a dozen columns of the head-to-head table.
var (
	inText = form{item: "  ", table: plainTable, clean: sanitize.Line, wide: 12, fits: true,
		command: func(command string) string { return "\n      " + command }}
	inMarkdown = form{title: "## ", paragraph: "\n", item: "- ", table: markdownTable, clean: sanitize.Markdown, wide: schedule.MaxPlayers,
		command: func(command string) string { return ": " + sanitize.MarkdownCode(command) }}
)

// line returns a line about a match, followed by command unless it is empty.
func (f form) line(text, command string) string {
	text = f.item + f.clean(text)
	if command != "" {
		text += f.command(command)
	}
	return text
}

func drawn(t *lines.Table) string { return sanitize.Lines(t.Render()) }

// columnGap is the number of blanks after a column.
const columnGap = 2

// plainTable draws a table that has a line below its head only.
func plainTable(t table.Texts) string {
	return drawn(layOut(t.Columns).Rows(t.Rows...))
}

// layOut returns an empty table with the titles of columns.
func layOut(columns []table.Layout) *lines.Table {
	return lines.New().Border(lipgloss.NormalBorder()).BorderColumn(false).BorderLeft(false).BorderRight(false).
		BorderTop(false).BorderBottom(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			s := lipgloss.NewStyle().PaddingRight(columnGap)
			if !columns[column].Left {
				return s.Align(lipgloss.Right)
			}
			return s
		}).
		Headers(table.Texts{Columns: columns}.Titles()...)
}

// minWrapped is the smallest width of wrapped text.
const minWrapped = 30

// wrappedTable draws a table of at most width columns whose last column is wrapped. That column
// never gets narrower than minWrapped.
func wrappedTable(width int, t table.Texts) string {
	last := len(t.Columns) - 1
	rest := table.Texts{Columns: t.Columns[:last]}
	for _, row := range t.Rows {
		rest.Rows = append(rest.Rows, row[:last])
	}
	width = max(width-rest.Width(columnGap)-columnGap, minWrapped)
	drawing := layOut(t.Columns)
	for _, row := range t.Rows {
		drawing.Row(append(slices.Clone(row[:last]), ansi.Wrap(row[last], width, ""))...)
	}
	return drawn(drawing)
}

func markdownTable(t table.Texts) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + sanitize.Markdown(c) + " ")
		}
		b.WriteString("|\n")
	}
	line(t.Titles())
	for _, c := range t.Columns {
		if c.Left {
			b.WriteString("| --- ")
		} else {
			b.WriteString("| ---: ")
		}
	}
	b.WriteString("|\n")
	for _, row := range t.Rows {
		line(row)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// section writes a heading.
func section(w io.Writer, f form, title string) {
	if f.title == "" {
		title += ":"
	}
	fmt.Fprintf(w, "\n%s%s%s\n\n", f.title, f.wrapped(w, f.clean(title)), f.end)
}

// number returns a column of format. Without a title it is left out of tables.
func number[R any](name, title string, value func(R) int) table.Column[R] {
	c := table.Column[R]{Name: name, Value: func(r R) any { return value(r) }}
	if title != "" {
		c.Title, c.Text = title, func(r R) string { return strconv.Itoa(value(r)) }
	}
	return c
}

// word returns a column of text. Without a title it is left out of tables.
func word[R any](name, title string, value func(R) string) table.Column[R] {
	c := table.Column[R]{Name: name, Value: func(r R) any { return value(r) }}
	if title != "" {
		c.Title, c.Text = title, func(r R) string { return sanitize.Line(value(r)) }
	}
	return c
}

// left aligns a column left.
func left[R any](c table.Column[R]) table.Column[R] {
	c.Left = true
	return c
}

// data returns a column for CSV only.
func data[R any](name string, value func(R) any) table.Column[R] {
	return table.Column[R]{Name: name, Value: value}
}

// csvTo returns a function that writes rows as CSV. The first row also writes the header.
func csvTo[R any](w io.Writer, columns []table.Column[R]) func(row R) error {
	out, begun := csv.NewWriter(w), false
	return func(row R) error {
		var names, cells []string
		for _, c := range columns {
			if c.Name != "" {
				names, cells = append(names, sanitize.Line(c.Name)), append(cells, c.CSV(row))
			}
		}
		if !begun {
			begun = true
			_ = out.Write(names) // reported by Flush
		}
		_ = out.Write(cells)
		out.Flush()
		return out.Error()
	}
}

func writeCSV[R any](w io.Writer, columns []table.Column[R], rows []R) error {
	write := csvTo(w, columns)
	for _, row := range rows {
		if err := write(row); err != nil {
			return err
		}
	}
	return nil
}

// writeAs writes a report in a format: as JSON, as CSV rows, or as text for people.
func writeAs[R any](w io.Writer, f Format, report any, columns []table.Column[R], rows []R, text func(io.Writer, form)) error {
	switch f {
	case JSON:
		return WriteJSON(w, report)
	case CSV:
		return writeCSV(w, columns, rows)
	case Markdown:
		text(w, inMarkdown)
	default:
		text(w, inText)
	}
	return nil
}
