// Package report prints matches, recordings and tournaments as tables, CSV, JSON, Markdown and
// HTML.
//
// A report is built by a New function, and its Write method prints it in a Format. Each table
// column is defined once, for text and CSV. Standings share their columns with the dashboard in
// package tournament. Control characters are removed from text that comes from files.
package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"charm.land/lipgloss/v2"
	lines "charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"

	"game-tui/cmd/game-tui/internal/manual"
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

// FlagFormats lists the formats that have a flag.
var FlagFormats = []Format{CSV, JSON, Markdown}

// String returns the name of the format, which is also its flag if it has one.
func (f Format) String() string { return [...]string{"text", "csv", "json", "markdown"}[f] }

// WriteJSON writes v as indented JSON.
func WriteJSON(w io.Writer, v any) error { return sanitize.WriteJSON(w, v, "  ") }

type recordingJSON struct {
	File      string            `json:"file"`
	Game      string            `json:"game"`
	Seed      int32             `json:"seed"`
	Names     [sim.Seats]string `json:"names"`
	Truncated bool              `json:"cut,omitempty"` // whether the final state is missing, so that there is no winner
	// Gaps holds the first and last round of each gap.
	Gaps [][2]int `json:"missing,omitempty"`
}

func newRecordingJSON(file string, rec *record.Record) recordingJSON {
	m := rec.Meta()
	v := recordingJSON{File: file, Game: m.Game.Name(), Seed: m.Seed, Names: m.Names, Truncated: rec.EndedEarly()}
	for _, g := range rec.Gaps() {
		v.Gaps = append(v.Gaps, [2]int{g.First, g.Last})
	}
	return v
}

func seatName(rec *record.Record, seat int) string {
	return fmt.Sprintf("%d %s", seat, rec.Meta().Names[seat])
}

// A seatTable is a table with one column per player of a match.
type seatTable struct{ table.Table }

func newSeatTable(title string, rec *record.Record) *seatTable {
	t := &seatTable{table.Table{Columns: []table.Layout{{Title: title, AlignLeft: true}}}}
	for seat := range sim.Seats {
		t.Columns = append(t.Columns, table.Layout{Title: seatName(rec, seat)})
	}
	return t
}

func (t *seatTable) addRow(name string, cell func(seat int) string) {
	row := []string{name}
	for seat := range sim.Seats {
		row = append(row, cell(seat))
	}
	t.Rows = append(t.Rows, row)
}

// formatFixed formats x with four decimals for CSV.
func formatFixed(x float64) table.TrustedText { return table.TrustedText(fmt.Sprintf("%.4f", x)) }

// A markup defines how a report looks as plain text, Markdown or HTML.
type markup struct {
	headingPrefix    string
	headingSuffix    string
	paragraphSep     string
	itemPrefix       string // text before a list item
	formatTable      func(table.Table) string
	escape           func(string) string // escapes untrusted text
	formatCommand    func(string) string // marks up the command that follows a list item
	maxMatrixPlayers int                 // maximum number of players in the head-to-head table
	fitTables        bool                // whether tables are fitted to the terminal
}

// A terminal has room for about a dozen columns of the head-to-head table.
var (
	textMarkup = markup{itemPrefix: "  ", formatTable: plainTable, escape: sanitize.Line, maxMatrixPlayers: 12, fitTables: true,
		formatCommand: func(command string) string { return "\n      " + command }}
	markdownMarkup = markup{headingPrefix: "## ", paragraphSep: "\n", itemPrefix: "- ", formatTable: markdownTable, escape: sanitize.Markdown, maxMatrixPlayers: schedule.MaxPlayers,
		formatCommand: func(command string) string { return ": " + sanitize.MarkdownCode(command) }}
)

// listItem returns text as a list item, followed by command if it is not empty.
func (f markup) listItem(text, command string) string {
	text = f.itemPrefix + f.escape(text)
	if command != "" {
		text += f.formatCommand(command)
	}
	return text
}

// fit fits t to the width of w if w is a terminal and f.fitTables is set.
func (f markup) fit(w io.Writer, t table.Table) table.Table {
	if width := manual.TerminalWidth(w); f.fitTables && width > 0 {
		return t.Fit(width, columnGap)
	}
	return t
}

// wrap is like fit, but wraps text.
func (f markup) wrap(w io.Writer, text string) string {
	if width := manual.TerminalWidth(w); f.fitTables && width > 0 {
		return ansi.Wrap(text, width, "")
	}
	return text
}

func renderTable(t *lines.Table) string { return sanitize.Lines(t.Render()) }

// columnGap is the number of blanks after a column.
const columnGap = 2

// plainTable draws a table whose only rule is below the header.
func plainTable(t table.Table) string {
	return renderTable(newTable(t.Columns).Rows(t.Rows...))
}

func newTable(columns []table.Layout) *lines.Table {
	return lines.New().Border(lipgloss.NormalBorder()).BorderColumn(false).BorderLeft(false).BorderRight(false).
		BorderTop(false).BorderBottom(false).
		StyleFunc(func(_, column int) lipgloss.Style {
			s := lipgloss.NewStyle().PaddingRight(columnGap)
			if !columns[column].AlignLeft {
				return s.Align(lipgloss.Right)
			}
			return s
		}).
		Headers(table.Table{Columns: columns}.Titles()...)
}

func markdownTable(t table.Table) string {
	marks := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		if marks[i] = "---:"; c.AlignLeft {
			marks[i] = "---"
		}
	}
	line := func(cells []string) string {
		text := "|"
		for _, c := range cells {
			text += " " + sanitize.Markdown(c) + " |"
		}
		return text
	}
	text := []string{line(t.Titles()), "| " + strings.Join(marks, " | ") + " |"}
	for _, row := range t.Rows {
		text = append(text, line(row))
	}
	return strings.Join(text, "\n")
}

func writeHeading(w io.Writer, f markup, title string) {
	if f.headingPrefix == "" {
		title += ":"
	}
	fmt.Fprintf(w, "\n%s%s%s\n\n", f.headingPrefix, f.wrap(w, f.escape(title)), f.headingSuffix)
}

// withTitle returns c with a title and cells, so that tables show it. An empty title leaves c
// unchanged.
func withTitle[R any](title string, c table.Column[R]) table.Column[R] {
	if title != "" {
		c.Title, c.Text = title, func(r R) string { return textOf(c.Value(r)) }
	}
	return c
}

func textOf(v any) string {
	if v == nil {
		return table.Unknown
	}
	return sanitize.Line(fmt.Sprint(v))
}

// column returns a column. Tables leave it out if title is empty, and CSV if name is.
func column[R, V any](name, title string, value func(R) V) table.Column[R] {
	return withTitle(title, csvColumn(name, func(r R) any { return value(r) }))
}

func alignLeft[R any](c table.Column[R]) table.Column[R] {
	c.AlignLeft = true
	return c
}

func csvColumn[R any](name string, value func(R) any) table.Column[R] {
	return table.Column[R]{Name: name, Value: value}
}

// columnsPerSeat returns one CSV-only column per seat.
func columnsPerSeat[R any](name string, value func(r R, seat int) any) (columns []table.Column[R]) {
	for seat := range sim.Seats {
		columns = append(columns, csvColumn(fmt.Sprint(name, seat), func(r R) any { return value(r, seat) }))
	}
	return columns
}

// csvRowWriter returns a function that writes a row as CSV. Its first call also writes the header.
func csvRowWriter[R any](w io.Writer, columns []table.Column[R]) func(row R) error {
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
			_ = out.Write(names) // out.Error reports write errors
		}
		_ = out.Write(cells)
		out.Flush()
		return out.Error()
	}
}

func writeCSV[R any](w io.Writer, columns []table.Column[R], rows []R) error {
	write := csvRowWriter(w, columns)
	for _, row := range rows {
		if err := write(row); err != nil {
			return err
		}
	}
	return nil
}

// writeFormat writes report as JSON or rows as CSV. For Markdown and plain text, it calls writeText.
func writeFormat[R any](w io.Writer, f Format, report any, columns []table.Column[R], rows []R, writeText func(io.Writer, markup)) error {
	switch f {
	case JSON:
		return WriteJSON(w, report)
	case CSV:
		return writeCSV(w, columns, rows)
	case Markdown:
		writeText(w, markdownMarkup)
	default:
		writeText(w, textMarkup)
	}
	return nil
}
