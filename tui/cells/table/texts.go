package table

import (
	"slices"

	"github.com/charmbracelet/x/ansi"
)

type Texts struct {
	Columns []Layout
	Rows    [][]string
}

const Unknown = "unknown"

// IsFilled reports whether a cell's text is a known, nonzero value.
func IsFilled(text string) bool { return text != "" && text != "0" && text != Unknown }

// Of formats rows as text. It omits CSV-only columns and optional columns in which no cell passes IsFilled.
func Of[R any](columns []Column[R], rows ...R) Texts {
	var t Texts
	Append(&t, columns, rows...)
	t.RemoveEmpty()
	return t
}

func Append[R any](t *Texts, columns []Column[R], rows ...R) {
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

func (t *Texts) RemoveEmpty() {
	for at := len(t.Columns) - 1; at >= 0; at-- {
		if t.Columns[at].Optional && !slices.ContainsFunc(t.Rows, func(row []string) bool { return IsFilled(row[at]) }) {
			t.remove(at)
		}
	}
}

func (t Texts) Titles() (titles []string) {
	for _, c := range t.Columns {
		titles = append(titles, c.Title)
	}
	return titles
}

const minCut = 12

// maxDrop is the largest supported value of Layout.Drop.
const maxDrop = 9

// Fit returns a copy of the table adapted to a width. If necessary, it shortens titles, then omits
// columns and finally shortens the cells of one column. Each column is followed by gap blanks.
func (t Texts) Fit(width, gap int) Texts {
	t = Texts{slices.Clone(t.Columns), slices.Clone(t.Rows)}
	for i := range t.Rows {
		t.Rows[i] = slices.Clone(t.Rows[i])
	}
	for at := len(t.Columns) - 1; at >= 0 && t.Width(gap) > width; at-- {
		if c := &t.Columns[at]; c.Short != "" {
			c.Title = c.Short
		}
	}
	for order := 1; order <= maxDrop; order++ {
		at := slices.IndexFunc(t.Columns, func(c Layout) bool { return c.Drop == order })
		if at >= 0 && t.Width(gap) > width {
			t.remove(at)
		}
	}
	excess := t.Width(gap) - width
	if at := slices.IndexFunc(t.Columns, func(c Layout) bool { return c.Cut }); excess > 0 && at >= 0 {
		width := max(t.columnWidth(at)-excess, minCut)
		for _, row := range t.Rows {
			row[at] = ansi.Truncate(row[at], width, "…")
		}
	}
	return t
}

func (t *Texts) remove(at int) {
	t.Columns = slices.Delete(t.Columns, at, at+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], at, at+1)
	}
}

func (t Texts) Width(gap int) (width int) {
	for at := range t.Columns {
		width += t.columnWidth(at) + gap
	}
	return width
}

func (t Texts) columnWidth(at int) int {
	width := ansi.StringWidth(t.Columns[at].Title)
	for _, row := range t.Rows {
		width = max(width, ansi.StringWidth(row[at]))
	}
	return width
}
