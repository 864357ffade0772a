package ui

import (
	"slices"
	"strings"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Rows are the lines of a list. They never change.
type Rows interface {
	Len() int
	// Key tells lines apart, a value that can be compared: the chosen line stays chosen by it.
	Key(i int) any
	// CanChoose reports whether a line can be chosen: headings and notes cannot.
	CanChoose(i int) bool
	// Find is what a search looks in, in lower case.
	Find(i int) string
	// Draw draws a line at the top of a rectangle, in as many rows as it needs and has, or
	// counts them where g is nil, and returns how many it took.
	Draw(g *screen.Grid, r screen.Rect, p *Program, i int, chosen bool) int
}

// maxItems bounds what is searched at every key.
const maxItems = 20_000

// maxHigh is how many rows of the window a line takes at most.
const maxHigh = 4

// List is lines of which one is chosen, those that a search leaves, and a view into them. It
// is a value: its methods return a changed copy. The zero value is none.
type List struct {
	rows   Rows
	filter string
	shown  []int // of the rows, those that fit the filter; never written
	at     int   // the chosen one of the shown, -1: none
	top    int   // the first of the shown that is in sight
}

// NewList is a list in which a line is chosen: that one, or the next that can be.
func NewList(rows Rows, at int) List {
	l := List{rows: rows}.fitting("")
	l.at = at - 1
	return l.Moved(1)
}

// With is a list of other rows with the same line chosen, or else that at the same place.
func (l List) With(rows Rows) List {
	key, ok := l.key()
	l.rows = rows
	return l.fitting(l.filter).choose(key, ok)
}

// Filtered is the list of the lines that contain all words of a text, or of all.
func (l List) Filtered(text string) List {
	i, _ := l.Chosen()
	l = l.fitting(text)
	if at, ok := slices.BinarySearch(l.shown, i); ok {
		l.at = at
		return l
	}
	return l.choose(nil, false)
}

// Filter is what the list is restricted to.
func (l List) Filter() string { return l.filter }

// fitting is the list of the lines that fit a filter.
func (l List) fitting(filter string) List {
	words := strings.Fields(strings.ToLower(filter))
	n := min(l.rows.Len(), maxItems)
	l.filter, l.shown = filter, make([]int, 0, n)
	for i := range n {
		if len(words) > 0 {
			text := l.rows.Find(i)
			if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
				continue
			}
		}
		l.shown = append(l.shown, i)
	}
	return l
}

// key is the key of the chosen line.
func (l List) key() (key any, ok bool) {
	i, ok := l.Chosen()
	if !ok {
		return nil, false
	}
	return l.rows.Key(i), true
}

// choose chooses the line of a key, or else the one that stands where the chosen one stood.
func (l List) choose(key any, ok bool) List {
	if ok {
		for at, i := range l.shown {
			if l.rows.CanChoose(i) && l.rows.Key(i) == key {
				l.at = at
				return l
			}
		}
	}
	l.at = min(max(l.at, 0), len(l.shown)-1) - 1
	return l.Moved(1)
}

// Choose is the list with the line of that key chosen, if it is shown.
func (l List) Choose(key any) List {
	if now, ok := l.key(); ok && now == key {
		return l
	}
	return l.choose(key, true)
}

// Chosen is the chosen row; ok is false where there is none.
func (l List) Chosen() (i int, ok bool) {
	if uint(l.at) >= uint(len(l.shown)) {
		return -1, false
	}
	return l.shown[l.at], true
}

// Rows are the lines, those that are not shown included; nil: there is no list.
func (l List) Rows() Rows { return l.rows }

// Moved is the list with the choice n lines further, as far as lines can be chosen.
func (l List) Moved(n int) List {
	at := min(max(l.at+n, 0), len(l.shown)-1)
	dir := 1
	if n < 0 {
		dir = -1
	}
	for _, d := range []int{dir, -dir} {
		for i := at; i >= 0 && i < len(l.shown); i += d {
			if l.rows.CanChoose(l.shown[i]) {
				l.at = i
				return l
			}
		}
	}
	l.at = -1
	return l
}

// Len is the number of all lines, Shown that of those that fit the filter.
func (l List) Len() int { return l.rows.Len() }

// Shown is the number of lines that fit the filter.
func (l List) Shown() int { return len(l.shown) }

// rowsOf is how many rows of the window a shown line takes.
func (l List) rowsOf(p *Program, at, w int) int {
	return l.rows.Draw(nil, screen.Rect{W: w, H: maxHigh}, p, l.shown[at], false)
}

// InSight is the list with the chosen line, and the headings above it, in sight of w×h cells.
func (l List) InSight(p *Program, w, h int) List {
	at, room := max(l.at, 0), h
	first := at
	for i := at; i >= 0 && i < len(l.shown); i-- {
		if room -= l.rowsOf(p, i, w); room < 0 {
			break
		}
		first = i
	}
	above := at
	for above > 0 && !l.rows.CanChoose(l.shown[above-1]) {
		above--
	}
	l.top = max(min(l.top, max(above, first)), first)
	return l
}

// OnPage is the list with the chosen line in sight, and with it the page of h lines, of one row
// each, in which it stands.
func (l List) OnPage(h int) List {
	l.top = max(l.at, 0) / max(h, 1) * max(h, 1)
	return l
}

// At is the row that is drawn in line y of w×h cells, for clicks; ok is false where no line
// that can be chosen is.
func (l List) At(p *Program, y, w, h int) (i int, ok bool) {
	for at, row := l.top, 0; y >= 0 && at < len(l.shown) && row < h; at++ {
		if row += l.rowsOf(p, at, w); y < row {
			return l.shown[at], l.rows.CanChoose(l.shown[at])
		}
	}
	return -1, false
}

// High is how many rows the lines take, at most h.
func (l List) High(p *Program, w, h int) int {
	n := 0
	for at := 0; at < len(l.shown) && n < h; at++ {
		n += l.rowsOf(p, at, w)
	}
	return min(n, h)
}

// Draw draws what is in sight of the list.
func (l List) Draw(g *screen.Grid, r screen.Rect, p *Program) {
	y := r.Y
	for at := l.top; at < len(l.shown) && y < r.Y+r.H; at++ {
		y += l.rows.Draw(g, screen.Rect{X: r.X, Y: y, W: r.W, H: min(maxHigh, r.Y+r.H-y)}, p, l.shown[at], at == l.at)
	}
}

// Row is one line of a list.
type Row struct {
	Key   any    // tells it apart; see Rows
	Find  string // what a search looks in
	Mark  Cell   // of one column, in front
	Cells []Cell
}

// Cell is a text in a line; without a style it looks like the others of the line.
type Cell struct {
	Text  string
	Style screen.Style
}

// Column is where the cells of one place stand. One of a list's columns should take
// the rest.
type Column struct {
	Max   int  // columns of the screen that it takes at most; 0: a third of the list
	Rest  bool // it takes what the others leave
	Right bool // at the right edge, as wide as its text
	Least int  // of the rest: columns at the right edge but the last one are left out, the first one first, until it has so many
}

// Items are rows of one line each whose texts stand in columns, one for each of some items.
type Items[T any] struct {
	All []T

	columns []Column
	row     func(t T, p *theme.Palette) Row
	keys    []any    // of the rows; see Rows
	finds   []string // what a search looks in, in lower case
	widths  []int    // of the columns that are neither right nor the rest
}

// NewItems are the rows that row makes of items for a palette: all of them once, to know
// their keys and widths, and those that are drawn again.
func NewItems[T any](all []T, in []Column, row func(t T, p *theme.Palette) Row) Items[T] {
	all = all[:min(len(all), maxItems)]
	c := Items[T]{All: all, columns: in, row: row, widths: make([]int, len(in))}
	p := theme.For("", theme.NoColor)
	for _, t := range all {
		r := row(t, p)
		c.keys, c.finds = append(c.keys, r.Key), append(c.finds, strings.ToLower(r.Find))
		for k, cell := range r.Cells {
			c.widths[k] = max(c.widths[k], screen.Width(cell.Text))
		}
	}
	return c
}

// Len is the number of rows.
func (c Items[T]) Len() int { return len(c.keys) }

// Key tells rows apart.
func (c Items[T]) Key(i int) any { return c.keys[i] }

// CanChoose reports that all can be chosen.
func (c Items[T]) CanChoose(int) bool { return true }

// Read is a row in words.
func (c Items[T]) Read(_ *Program, i int) string {
	var words []string
	for _, cell := range c.row(c.All[i], theme.For("", theme.NoColor)).Cells {
		if cell.Text != "" {
			words = append(words, cell.Text)
		}
	}
	return strings.Join(words, ": ")
}

// Find is what a search looks in.
func (c Items[T]) Find(i int) string { return c.finds[i] }

// Draw draws a row.
func (c Items[T]) Draw(g *screen.Grid, r screen.Rect, p *Program, i int, chosen bool) int {
	if g == nil {
		return 1
	}
	row := c.row(c.All[i], p.Palette)
	style := p.Palette.Text
	if chosen {
		style = p.Palette.Strong.With(screen.Reverse)
	}
	look := func(cell Cell) screen.Style {
		if chosen || cell.Style == (screen.Style{}) {
			return style
		}
		return cell.Style
	}
	g.Fill(screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, screen.Cell{R: ' ', Style: style})
	g.Text(r.X+1, r.Y, 1, row.Mark.Text, look(row.Mark))
	left, right := 3, r.W-1
	from := c.rightFrom(row.Cells, r.W, right-left)
	for k, col := range c.columns { // those at the right edge first: they are never cut
		if col.Right && k >= from && k < len(row.Cells) && row.Cells[k].Text != "" {
			n := min(screen.Width(row.Cells[k].Text), right-left)
			g.Right(r.X+left, r.Y, right-left, row.Cells[k].Text, look(row.Cells[k]))
			right -= n + 2
		}
	}
	fixed := 0
	for k, col := range c.columns {
		if !col.Right && !col.Rest {
			fixed += c.width(k, col, r.W) + 2
		}
	}
	for k, col := range c.columns {
		if col.Right || k >= len(row.Cells) {
			continue
		}
		n := c.width(k, col, r.W)
		if col.Rest {
			n = max(right-left-fixed, 0)
		} else {
			fixed -= n + 2
		}
		n = max(min(n, right-left), 0)
		g.Text(r.X+left, r.Y, n, row.Cells[k].Text, look(row.Cells[k]))
		left += n + 2
	}
	return 1
}

// rightFrom is the first column at the right edge for which there is room in a line of
// w columns, of which all that is shown have room.
func (c Items[T]) rightFrom(cells []Cell, w, room int) int {
	least, last := 0, 0
	for k, col := range c.columns[:min(len(c.columns), len(cells))] {
		switch {
		case col.Rest:
			least = col.Least
		case !col.Right:
			room -= c.width(k, col, w) + 2
		case cells[k].Text != "":
			room -= screen.Width(cells[k].Text) + 2
			last = k
		}
	}
	from := 0
	for k, col := range c.columns[:last] {
		if col.Right && cells[k].Text != "" && room < least {
			room += screen.Width(cells[k].Text) + 2
			from = k + 1
		}
	}
	return from
}

// width is how wide a column is in a list of w columns.
func (c Items[T]) width(k int, col Column, w int) int {
	most := col.Max
	if most == 0 {
		most = max(w/3, 8)
	}
	return min(c.widths[k], most)
}
