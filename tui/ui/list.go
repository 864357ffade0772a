package ui

import (
	"slices"
	"strings"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// Rows holds the lines of a list. The lines must never change.
type Rows interface {
	Len() int
	// Key returns a comparable value that identifies line i in newer versions of the list.
	Key(i int) any
	CanChoose(i int) bool
	// Draw draws line i at the top of r and returns its height. If g is nil, it only measures the
	// line.
	Draw(g *screen.Grid, r screen.Rect, p *Program, i int, chosen bool) int
}

// searchableRows are Rows that can be searched. SearchText must return lower-case text.
type searchableRows interface{ SearchText(i int) string }

const maxItems = 20_000

const maxRowHeight = 4

// A List is a scrollable list with a chosen line and a filter. Its methods return modified copies.
type List struct {
	rows      Rows
	filter    string
	shownRows []int // indices of the rows that match the filter; never modified
	chosen    int   // index of the chosen line in shown, or -1
	top       int   // index of the first visible line in shown
}

// NewList returns a list in which line initial is chosen. If it cannot be chosen, a nearby line is.
func NewList(rows Rows, initial int) List {
	l := List{rows: rows}.withFilter("")
	l.chosen = initial - 1
	return l.Moved(1)
}

// WithRows returns the list with new rows. The chosen line remains chosen if it still exists.
func (l List) WithRows(rows Rows) List {
	key := l.chosenKey()
	l.rows = rows
	return l.withFilter(l.filter).choose(key)
}

// Filtered returns the list reduced to the lines that contain all words of text.
func (l List) Filtered(text string) List {
	i, _ := l.Chosen()
	l = l.withFilter(text)
	if at, ok := slices.BinarySearch(l.shownRows, i); ok {
		l.chosen = at
		return l
	}
	return l.choose(nil)
}

func (l List) Filter() string { return l.filter }

func (l List) withFilter(filter string) List {
	words := strings.Fields(strings.ToLower(filter))
	n := min(l.rows.Len(), maxItems)
	l.filter, l.shownRows = filter, make([]int, 0, n)
	for i := range n {
		if len(words) > 0 {
			text := l.rows.(searchableRows).SearchText(i)
			if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
				continue
			}
		}
		l.shownRows = append(l.shownRows, i)
	}
	return l
}

func (l List) chosenKey() any {
	if i, ok := l.Chosen(); ok {
		return l.rows.Key(i)
	}
	return nil
}

func (l List) choose(key any) List {
	if key != nil {
		for at, i := range l.shownRows {
			if l.rows.CanChoose(i) && l.rows.Key(i) == key {
				l.chosen = at
				return l
			}
		}
	}
	l.chosen = min(max(l.chosen, 0), len(l.shownRows)-1) - 1
	return l.Moved(1)
}

func (l List) Choose(key any) List {
	if l.chosenKey() == key {
		return l
	}
	return l.choose(key)
}

func (l List) Chosen() (i int, ok bool) {
	if uint(l.chosen) >= uint(len(l.shownRows)) {
		return -1, false
	}
	return l.shownRows[l.chosen], true
}

func (l List) Rows() Rows { return l.rows }

func (l List) Moved(n int) List {
	at := min(max(l.chosen+n, 0), len(l.shownRows)-1)
	dir := 1
	if n < 0 {
		dir = -1
	}
	for _, d := range []int{dir, -dir} {
		for i := at; i >= 0 && i < len(l.shownRows); i += d {
			if l.rows.CanChoose(l.shownRows[i]) {
				l.chosen = i
				return l
			}
		}
	}
	l.chosen = -1
	return l
}

func (l List) Len() int { return l.rows.Len() }

func (l List) ShownCount() int { return len(l.shownRows) }

func (l List) rowHeight(p *Program, i, w int) int {
	return l.rows.Draw(nil, screen.Rect{W: w, H: maxRowHeight}, p, l.shownRows[i], false)
}

// ScrolledToChoice scrolls the list so that the chosen line and, if they fit, its headings are
// visible in w×h cells.
func (l List) ScrolledToChoice(p *Program, w, h int) List {
	at, room := max(l.chosen, 0), h
	first := at
	for i := at; i >= 0 && i < len(l.shownRows); i-- {
		if room -= l.rowHeight(p, i, w); room < 0 {
			break
		}
		first = i
	}
	above := at
	for above > 0 && !l.rows.CanChoose(l.shownRows[above-1]) {
		above--
	}
	l.top = max(min(l.top, max(above, first)), first)
	return l
}

// ScrolledToPage scrolls the list to the page of h lines that contains the chosen line. All lines
// must be one row high.
func (l List) ScrolledToPage(h int) List {
	l.top = max(l.chosen, 0) / max(h, 1) * max(h, 1)
	return l
}

// At returns the index of the line in visible row y of the list, or -1 if there is none, and
// reports whether the line can be chosen.
func (l List) At(p *Program, y, w, h int) (i int, ok bool) {
	for at, row := l.top, 0; y >= 0 && at < len(l.shownRows) && row < h; at++ {
		if row += l.rowHeight(p, at, w); y < row {
			return l.shownRows[at], l.rows.CanChoose(l.shownRows[at])
		}
	}
	return -1, false
}

// Height returns the number of rows that the lines occupy at width w, but at most h.
func (l List) Height(p *Program, w, h int) int {
	n := 0
	for at := 0; at < len(l.shownRows) && n < h; at++ {
		n += l.rowHeight(p, at, w)
	}
	return min(n, h)
}

func (l List) Draw(g *screen.Grid, r screen.Rect, p *Program) {
	y := r.Y
	for at := l.top; at < len(l.shownRows) && y < r.Y+r.H; at++ {
		y += l.rows.Draw(g, screen.Rect{X: r.X, Y: y, W: r.W, H: min(maxRowHeight, r.Y+r.H-y)}, p, l.shownRows[at], at == l.chosen)
	}
}

type Row struct {
	Key        any
	SearchText string
	Mark       RowCell
	Cells      []RowCell
}

// A RowCell is a piece of text in a line of a list. A zero Style means the style of the line.
type RowCell struct {
	Text  string
	Style screen.Style
}

// A ListColumn describes a column of a list. One column of each list should have TakesRest set.
type ListColumn struct {
	MaxWidth     int // maximum width of the column; 0 means a third of the list's width, but at least 8
	TakesRest    bool
	AlignRight   bool // whether text is right-aligned and never shortened
	MinRestWidth int  // minimum width of the TakesRest column; right-aligned columns are omitted to reach it
}

// Items implements Rows for items that take one line each.
type Items[T any] struct {
	Values []T

	columns      []ListColumn
	toRow        func(t T, p *theme.Palette) Row
	keys         []any
	searchTexts  []string
	columnWidths []int
}

// NewItems returns rows for the given items, at most maxItems. It calls toRow for each item; Draw and
// PlainText call toRow again.
func NewItems[T any](values []T, columns []ListColumn, toRow func(t T, p *theme.Palette) Row) Items[T] {
	values = values[:min(len(values), maxItems)]
	c := Items[T]{Values: values, columns: columns, toRow: toRow, columnWidths: make([]int, len(columns))}
	p := theme.PaletteFor("", theme.NoColor)
	for _, t := range values {
		r := toRow(t, p)
		c.keys, c.searchTexts = append(c.keys, r.Key), append(c.searchTexts, strings.ToLower(r.SearchText))
		for k, cell := range r.Cells {
			c.columnWidths[k] = max(c.columnWidths[k], screen.Width(cell.Text))
		}
	}
	return c
}

func (c Items[T]) Len() int { return len(c.keys) }

func (c Items[T]) Key(i int) any { return c.keys[i] }

func (c Items[T]) CanChoose(int) bool { return true }

func (c Items[T]) PlainText(_ *Program, i int) string {
	var words []string
	for _, cell := range c.toRow(c.Values[i], theme.PaletteFor("", theme.NoColor)).Cells {
		if cell.Text != "" {
			words = append(words, cell.Text)
		}
	}
	return strings.Join(words, ": ")
}

func (c Items[T]) SearchText(i int) string { return c.searchTexts[i] }

func (c Items[T]) Draw(g *screen.Grid, r screen.Rect, p *Program, i int, chosen bool) int {
	if g == nil {
		return 1
	}
	row := c.toRow(c.Values[i], p.Palette)
	style := p.Palette.Text
	if chosen {
		style = p.Palette.Strong.WithAttr(screen.Reverse)
	}
	styleOf := func(cell RowCell) screen.Style {
		if chosen || cell.Style == (screen.Style{}) {
			return style
		}
		return cell.Style
	}
	g.Fill(screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, screen.Cell{R: ' ', Style: style})
	g.WriteText(r.X+1, r.Y, 1, row.Mark.Text, styleOf(row.Mark))
	left, right := 3, r.W-1
	from := c.firstRightColumn(row.Cells, r.W, right-left)
	for k, col := range c.columns { // Draw right-aligned columns first, because they are never shortened.
		if col.AlignRight && k >= from && k < len(row.Cells) && row.Cells[k].Text != "" {
			n := min(screen.Width(row.Cells[k].Text), right-left)
			g.WriteTextRight(r.X+left, r.Y, right-left, row.Cells[k].Text, styleOf(row.Cells[k]))
			right -= n + 2
		}
	}
	fixed := 0
	for k, col := range c.columns {
		if !col.AlignRight && !col.TakesRest {
			fixed += c.columnWidth(k, col, r.W) + 2
		}
	}
	for k, col := range c.columns {
		if col.AlignRight || k >= len(row.Cells) {
			continue
		}
		n := c.columnWidth(k, col, r.W)
		if col.TakesRest {
			n = max(right-left-fixed, 0)
		} else {
			fixed -= n + 2
		}
		n = max(min(n, right-left), 0)
		g.WriteText(r.X+left, r.Y, n, row.Cells[k].Text, styleOf(row.Cells[k]))
		left += n + 2
	}
	return 1
}

func (c Items[T]) firstRightColumn(cells []RowCell, w, room int) int {
	minRest, last := 0, 0
	for k, col := range c.columns[:min(len(c.columns), len(cells))] {
		switch {
		case col.TakesRest:
			minRest = col.MinRestWidth
		case !col.AlignRight:
			room -= c.columnWidth(k, col, w) + 2
		case cells[k].Text != "":
			room -= screen.Width(cells[k].Text) + 2
			last = k
		}
	}
	from := 0
	for k, col := range c.columns[:last] {
		if col.AlignRight && cells[k].Text != "" && room < minRest {
			room += screen.Width(cells[k].Text) + 2
			from = k + 1
		}
	}
	return from
}

func (c Items[T]) columnWidth(k int, col ListColumn, w int) int {
	maxWidth := col.MaxWidth
	if maxWidth == 0 {
		maxWidth = max(w/3, 8)
	}
	return min(c.columnWidths[k], maxWidth)
}
