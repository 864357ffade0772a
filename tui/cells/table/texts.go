package table

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

type Table struct {
	Columns []Layout
	Rows    [][]string
}

const Unknown = "unknown"

// IsFilled reports whether a cell's text is a known, nonzero value.
func IsFilled(text string) bool { return text != "" && text != "0" && text != Unknown }

// Format formats rows as text. It omits CSV-only columns and optional columns in which no cell
// passes IsFilled.
func Format[R any](columns []Column[R], rows ...R) Table {
	var t Table
	AppendRows(&t, columns, rows...)
	t.RemoveEmptyColumns()
	return t
}

func AppendRows[R any](t *Table, columns []Column[R], rows ...R) {
	t.Columns = t.Columns[:0]
	for _, c := range columns {
		if c.Text != nil {
			t.Columns = append(t.Columns, c.Layout)
		}
	}
	for _, row := range rows {
		texts := make([]string, 0, len(t.Columns))
		for _, c := range columns {
			if c.Text != nil {
				texts = append(texts, c.Text(row))
			}
		}
		t.Rows = append(t.Rows, texts)
	}
}

func (t *Table) RemoveEmptyColumns() {
	for at := len(t.Columns) - 1; at >= 0; at-- {
		if t.Columns[at].Optional && !slices.ContainsFunc(t.Rows, func(row []string) bool { return IsFilled(row[at]) }) {
			t.removeColumn(at)
		}
	}
}

func (t Table) Titles() (titles []string) {
	for _, c := range t.Columns {
		titles = append(titles, c.Title)
	}
	return titles
}

const minCutWidth = 12

// maxDropRank is the largest supported value of Layout.DropRank.
const maxDropRank = 9

// Fit returns a copy of the table adapted to a width. If necessary, it shortens titles, then omits
// columns and finally shortens the cells of one column. Each column is followed by gap blanks.
func (t Table) Fit(width, gap int) Table {
	t = Table{slices.Clone(t.Columns), slices.Clone(t.Rows)}
	for i := range t.Rows {
		t.Rows[i] = slices.Clone(t.Rows[i])
	}
	for at := len(t.Columns) - 1; at >= 0 && t.Width(gap) > width; at-- {
		if c := &t.Columns[at]; c.ShortTitle != "" {
			c.Title = c.ShortTitle
		}
	}
	for order := 1; order <= maxDropRank; order++ {
		at := slices.IndexFunc(t.Columns, func(c Layout) bool { return c.DropRank == order })
		if at >= 0 && t.Width(gap) > width {
			t.removeColumn(at)
		}
	}
	excess := t.Width(gap) - width
	if at := slices.IndexFunc(t.Columns, func(c Layout) bool { return c.CanShorten }); excess > 0 && at >= 0 {
		width := max(t.columnWidth(at)-excess, minCutWidth)
		for _, row := range t.Rows {
			row[at] = ansi.Truncate(row[at], width, "…")
		}
	}
	return t
}

func (t *Table) removeColumn(column int) {
	t.Columns = slices.Delete(t.Columns, column, column+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], column, column+1)
	}
}

func (t Table) Width(gap int) (width int) {
	for at := range t.Columns {
		width += t.columnWidth(at) + gap
	}
	return width
}

func (t Table) columnWidth(column int) int {
	width := ansi.StringWidth(t.Columns[column].Title)
	for _, row := range t.Rows {
		width = max(width, ansi.StringWidth(row[column]))
	}
	return width
}
