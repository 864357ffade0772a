// Package report prints matches, recordings and tournaments as tables, CSV, JSON, Markdown and
// HTML.
//
// A report is built by a New function and printed by its Write method in a Format. Each figure is a
// cell, which is stated once for tables and for CSV. Text from files is cleaned of control
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
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
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

// exact formats x for programs.
func exact(x float64) asIs { return asIs(strconv.FormatFloat(x, 'g', 8, 64)) }

// fixed formats x for programs, with four decimals.
func fixed(x float64) asIs { return asIs(fmt.Sprintf("%.4f", x)) }

// A form is the markup of a report for people.
type form struct {
	title     string // before a heading
	end       string // after a heading
	paragraph string // between paragraphs
	item      string // before a line about a match
	table     func(head []string, rows [][]string) string
	clean     func(string) string // escapes text from outside
	command   func(string) string // marks up a command that follows a line
	wide      int                 // most players in the head-to-head table
	fits      bool                // whether tables are fitted to the terminal
}

// A terminal has room for about a dozen columns of the head-to-head table.
var (
	inText = form{item: "  ", table: plainRows, clean: sanitize.Line, wide: 12, fits: true,
		command: func(command string) string { return "\n      " + command }}
	inMarkdown = form{title: "## ", paragraph: "\n", item: "- ", table: markdownRows, clean: sanitize.Markdown, wide: league.MaxPlayers,
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

func plainRows(head []string, rows [][]string) string {
	return drawn(plainTable(2, head...).Rows(rows...))
}

func drawn(t *table.Table) string { return sanitize.Lines(t.Render()) }

// columnGap is the number of blanks after a column.
const columnGap = 2

// plainTable returns a table that has a line below its head only. Columns after the first few are
// numbers.
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

// leastWrapped is the smallest width of wrapped text.
const leastWrapped = 30

// wrappedTable returns a table of at most width columns whose last column is wrapped. That column
// never gets narrower than leastWrapped.
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
			b.WriteString("| " + sanitize.Markdown(c) + " ")
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

// section writes a heading.
func section(w io.Writer, f form, title string) {
	if f.title == "" {
		title += ":"
	}
	fmt.Fprintf(w, "\n%s%s%s\n\n", f.title, f.wrapped(w, f.clean(title)), f.end)
}

// A cell is one figure of a row, both for CSV and for tables.
type cell struct {
	name, exact string // for CSV; left out if name is ""
	title, text string // for tables
	table       bool   // whether the cell is in tables
}

// data returns a cell for CSV. Strings are treated as untrusted text.
func data(name string, value any) cell {
	if text, ok := value.(string); ok {
		value = sanitize.CSVCell(text)
	}
	return cell{name: name, exact: fmt.Sprint(value)}
}

// asIs is trusted text for CSV, such as a number with a sign.
type asIs string

// as adds the form for tables.
func (c cell) as(title string, text any) cell {
	c.title, c.text, c.table = title, fmt.Sprint(text), true
	return c
}

// shown returns a cell for tables only.
func shown(title string, text any) cell { return cell{}.as(title, text) }

// titled returns the cells with the given titles.
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

// forPeople returns the titles and texts of the cells that tables show.
func forPeople(row []cell) (titles, texts []string) {
	for _, c := range row {
		if c.table {
			titles, texts = append(titles, c.title), append(texts, c.text)
		}
	}
	return titles, texts
}

// tableOf returns rows as a table. There must be at least one row.
func tableOf(rows [][]cell) (titles []string, texts [][]string) {
	for _, row := range rows {
		var text []string
		titles, text = forPeople(row)
		texts = append(texts, text)
	}
	return titles, texts
}

// csvTo returns a function that writes rows as CSV. The first row also writes the header.
func csvTo(w io.Writer) func(row []cell) error {
	out, begun := csv.NewWriter(w), false
	return func(row []cell) error {
		var names, exact []string
		for _, c := range row {
			if c.name != "" {
				names, exact = append(names, sanitize.Line(c.name)), append(exact, sanitize.Line(c.exact))
			}
		}
		if !begun {
			begun = true
			_ = out.Write(names) // reported by Flush
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

// writeAs writes a report in a format: as JSON, as CSV rows, or as text for people.
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
