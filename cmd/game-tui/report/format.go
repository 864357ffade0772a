// Package report writes what matches, recordings and tournaments came to: as tables, CSV, JSON and
// Markdown.
package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/record"
)

// Format is how something is written.
type Format int

// The formats; text is for people.
const (
	Text Format = iota
	CSV
	JSON
	Markdown
)

// Formats are those that are asked for.
var Formats = []Format{CSV, JSON, Markdown}

// String is how a flag is called that asks for it.
func (f Format) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }

// WriteJSON writes a value over several lines.
func WriteJSON(w io.Writer, v any) error { return clean.WriteJSON(w, v, "  ") }

// recordingJSON is what JSON says first of a recording.
type recordingJSON struct {
	File  string            `json:"file"`
	Game  string            `json:"game"`
	Seed  int32             `json:"seed"`
	Names [sim.Seats]string `json:"names"`
	Cut   bool              `json:"cut,omitempty"` // the final state is not there, and nobody has won
	// Missing are the first and the last round of each part that the recording does not hold.
	Missing [][2]int `json:"missing,omitempty"`
}

func jsonOf(file string, rec *record.Record) recordingJSON {
	m := rec.Meta()
	v := recordingJSON{File: file, Game: m.Game.Name(), Seed: m.Seed, Names: m.Names, Cut: rec.Cut()}
	for _, g := range rec.Gaps() {
		v.Missing = append(v.Missing, [2]int{g.From, g.To})
	}
	return v
}

// exact is a number for programs.
func exact(x float64) asIs { return asIs(strconv.FormatFloat(x, 'g', 8, 64)) }

// fixed is a number of few digits for programs.
func fixed(x float64) asIs { return asIs(fmt.Sprintf("%.4f", x)) }

// form is how a report is written.
type form struct {
	title     string // before a heading
	end       string // behind it
	paragraph string // between lines of text that must not run together
	item      string // before a line about a match
	table     func(head []string, rows [][]string) string
	clean     func(string) string // of words that may be somebody else's
	command   func(string) string // behind a line: what plays the match again
	wide      int                 // most players of a matrix
	fits      bool                // tables fit the terminal
}

// The forms. A terminal has room for a dozen columns.
var (
	inText = form{item: "  ", table: plainRows, clean: clean.Line, wide: 12, fits: true,
		command: func(command string) string { return "\n      " + command }}
	inMarkdown = form{title: "## ", paragraph: "\n", item: "- ", table: markdownRows, clean: clean.Markdown, wide: league.MaxPlayers,
		command: func(command string) string { return ": " + clean.MarkdownCode(command) }}
)

// line is about a match, with the command that plays it again where there is one.
func (f form) line(text, command string) string {
	text = f.item + f.clean(text)
	if command != "" {
		text += f.command(command)
	}
	return text
}

func plainRows(head []string, rows [][]string) string {
	return drawn(plainTable(2, head...).Rows(rows...))
}

// drawn returns a table as text, with clean cells.
func drawn(t *table.Table) string { return clean.Lines(t.Render()) }

// columnGap is the number of blanks behind a column.
const columnGap = 2

// plainTable is a table without lines but one below its head; the columns behind
// the first few are numbers.
func plainTable(words int, head ...string) *table.Table {
	return table.New().Border(lipgloss.NormalBorder()).BorderColumn(false).BorderLeft(false).BorderRight(false).
		BorderTop(false).BorderBottom(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			s := lipgloss.NewStyle().PaddingRight(columnGap)
			if column >= words {
				return s.Align(lipgloss.Right)
			}
			return s
		}).
		Headers(head...)
}

// leastWrapped is the least number of columns that wrapped text gets.
const leastWrapped = 30

// wrappedTable returns a table whose last column is text. Lines of that text are broken so that the
// table is at most width columns wide, unless the other columns leave less than leastWrapped.
func wrappedTable(width int, head []string, rows [][]string) string {
	last := len(head) - 1
	for i := range last {
		width -= columnWidth(head, rows, i) + columnGap
	}
	width = max(width, leastWrapped)
	t := plainTable(1, head...).StyleFunc(func(_, column int) lipgloss.Style {
		switch column {
		case last:
			return lipgloss.NewStyle()
		case last - 1:
			return lipgloss.NewStyle().PaddingRight(columnGap).Align(lipgloss.Right)
		}
		return lipgloss.NewStyle().PaddingRight(columnGap)
	})
	for _, row := range rows {
		t.Row(append(slices.Clone(row[:last]), ansi.Wrap(row[last], width, ""))...)
	}
	return drawn(t)
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
	fmt.Fprintf(w, "\n%s%s%s\n\n", f.title, f.wrapped(w, f.clean(title)), f.end)
}

// cell is a figure in a row. It is stated once, for programs and for people.
type cell struct {
	name, exact string // in CSV; without a name it is not there
	title, text string // in a table
	table       bool   // it is there
}

// data is a figure for programs. A string is taken for text from outside.
func data(name string, value any) cell {
	if text, ok := value.(string); ok {
		value = clean.Cell(text)
	}
	return cell{name: name, exact: fmt.Sprint(value)}
}

// asIs is text of our own for CSV, such as a number, that may begin with a sign.
type asIs string

// as is the figure for people, too.
func (c cell) as(title string, text any) cell {
	c.title, c.text, c.table = title, fmt.Sprint(text), true
	return c
}

// shown is a figure for people alone.
func shown(title string, text any) cell { return cell{}.as(title, text) }

// titled are the cells of those titles.
func titled(row []cell, titles ...string) (list []cell) {
	for _, title := range titles {
		for _, c := range row {
			if c.table && c.title == title {
				list = append(list, c)
			}
		}
	}
	return list
}

// forPeople is what a table says of a row, below its titles.
func forPeople(row []cell) (titles, texts []string) {
	for _, c := range row {
		if c.table {
			titles, texts = append(titles, c.title), append(texts, c.text)
		}
	}
	return titles, texts
}

// tableOf is a table for people, of one row at least.
func tableOf(rows [][]cell) (titles []string, texts [][]string) {
	for _, row := range rows {
		var text []string
		titles, text = forPeople(row)
		texts = append(texts, text)
	}
	return titles, texts
}

// csvTo writes rows as CSV as they come, below the names of the first.
func csvTo(w io.Writer) func(row []cell) error {
	out, begun := csv.NewWriter(w), false
	return func(row []cell) error {
		var names, exact []string
		for _, c := range row {
			if c.name != "" {
				names, exact = append(names, clean.Line(c.name)), append(exact, clean.Line(c.exact))
			}
		}
		if !begun {
			begun = true
			_ = out.Write(names) // Flush keeps the error
		}
		_ = out.Write(exact)
		out.Flush()
		return out.Error()
	}
}

func writeCSV(w io.Writer, rows [][]cell) error {
	write := csvTo(w)
	for _, row := range rows {
		if err := write(row); err != nil {
			return err
		}
	}
	return nil
}

// writeAs writes a report in a format: as it is, as its rows, or as the text of a form.
func writeAs(w io.Writer, f Format, report any, rows func() [][]cell, text func(io.Writer, form)) error {
	switch f {
	case JSON:
		return WriteJSON(w, report)
	case CSV:
		return writeCSV(w, rows())
	case Markdown:
		text(w, inMarkdown)
	default:
		text(w, inText)
	}
	return nil
}
