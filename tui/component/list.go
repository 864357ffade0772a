package component

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"charm.land/bubbles/v2/list"
	tea "charm.land/bubbletea/v2"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Rows say how the items of a list are shown and found. They are shared by all
// copies of a list and never change.
type Rows[T any] struct {
	Key     func(T) string              // tells items apart: the chosen one stays chosen by it
	Find    func(T) string              // what a filter searches in, whatever its case
	Row     func(T, *theme.Palette) Row // one line
	Columns []Column                    // of the lines
	None    string                      // what stands there where there is nothing
	NoMatch string                      // and where nothing matches the filter
}

// Row is one line of a list.
type Row struct {
	Mark  Cell // of one column, in front
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

// maxItems bounds what is searched at every key.
const maxItems = 20_000

// List is a list of items, a filter and the chosen one. It is a value: its
// methods return a changed copy. The zero value is none; see NewList.
type List[T any] struct {
	m      list.Model
	rows   *Rows[T]
	filter string
	widths []int // of the columns that are neither right nor the rest; never changed
}

// element is an item in the list of Bubbles.
type element[T any] struct {
	v    T
	rows *Rows[T]
}

// FilterValue is what the list searches in.
func (e element[T]) FilterValue() string { return strings.ToLower(e.rows.Find(e.v)) }

// NewList is an empty list for w×h cells.
func NewList[T any](rows *Rows[T], w, h int) List[T] {
	m := list.New(nil, line[T]{}, max(w, 1), max(h, 1))
	m.KeyMap, m.Filter, m.Styles = list.KeyMap{}, contains, list.Styles{}
	m.SetShowTitle(false)
	m.SetShowStatusBar(false)
	m.SetShowPagination(false)
	m.SetShowHelp(false)
	m.SetShowFilter(false)
	return List[T]{m: m, rows: rows}
}

// contains is a filter that keeps the order: the items with all words of the text in
// them.
func contains(text string, items []string) []list.Rank {
	words := strings.Fields(strings.ToLower(text))
	var ranks []list.Rank
	for i, it := range items {
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(it, word) }) {
			ranks = append(ranks, list.Rank{Index: i})
		}
	}
	return ranks
}

// Fits reports whether the list is for w×h cells.
func (l List[T]) Fits(w, h int) bool { return max(w, 1) == l.m.Width() && max(h, 1) == l.m.Height() }

// Sized is the list for w×h cells.
func (l List[T]) Sized(w, h int) List[T] {
	l.m.SetSize(max(w, 1), max(h, 1))
	return l
}

// High is the number of lines that the list shows at once.
func (l List[T]) High() int { return l.m.Height() }

// With is the list with other items; the chosen one stays chosen where it is
// still there.
func (l List[T]) With(items []T) List[T] {
	key := l.chosenKey()
	all := make([]list.Item, min(len(items), maxItems))
	l.widths = make([]int, len(l.rows.Columns))
	p := theme.For("", theme.NoColor)
	for i := range all {
		all[i] = element[T]{items[i], l.rows}
		for k, c := range l.rows.Row(items[i], p).Cells {
			l.widths[k] = max(l.widths[k], screen.Width(c.Text))
		}
	}
	l.m.ResetFilter() // so that nothing is left to be filtered later
	l.m.SetItems(all)
	return l.search(l.filter, key)
}

// Filter is what the list is restricted to.
func (l List[T]) Filter() string { return l.filter }

// Filtered is the list of the items that contain a text, or of all.
func (l List[T]) Filtered(text string) List[T] { return l.search(text, l.chosenKey()) }

// search applies a filter and chooses an item by its key, or else the line that was chosen.
func (l List[T]) search(text, key string) List[T] {
	at := l.m.Index()
	l.filter = text
	if l.m.ResetFilter(); text != "" {
		l.m.SetFilterText(text)
	}
	l.m.Select(max(min(at, len(l.m.VisibleItems())-1), 0))
	return l.Choose(key)
}

// Choose is the list with the item of that key chosen, if it is shown.
func (l List[T]) Choose(key string) List[T] {
	shown := l.m.VisibleItems()
	if i := slices.IndexFunc(shown, func(it list.Item) bool { return l.rows.Key(it.(element[T]).v) == key }); i >= 0 {
		l.m.Select(i)
	}
	return l
}

// Chosen is the chosen item; ok is false where there is none.
func (l List[T]) Chosen() (item T, ok bool) {
	e, ok := l.m.SelectedItem().(element[T])
	return e.v, ok
}

// chosenKey is the key of the chosen item, empty: none.
func (l List[T]) chosenKey() string {
	if it, ok := l.Chosen(); ok {
		return l.rows.Key(it)
	}
	return ""
}

// Moved is the list with the choice n lines further.
func (l List[T]) Moved(n int) List[T] {
	l.m.Select(max(min(l.m.Index()+n, len(l.m.VisibleItems())-1), 0))
	return l
}

// Len is the number of all items, Shown that of those that match the filter.
func (l List[T]) Len() int { return len(l.m.Items()) }

// Shown is the number of items that match the filter.
func (l List[T]) Shown() int { return len(l.m.VisibleItems()) }

// At is the item in line y of the list as it is drawn, for clicks.
func (l List[T]) At(y int) (item T, ok bool) {
	shown := l.m.VisibleItems()
	from, to := l.m.Paginator.GetSliceBounds(len(shown))
	if y < 0 || from+y >= to {
		return item, false
	}
	return shown[from+y].(element[T]).v, true
}

// Draw draws the list.
func (l List[T]) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	if l.Shown() == 0 {
		text := l.rows.None
		if l.filter != "" {
			text = l.rows.NoMatch
		}
		g.Text(r.X+2, r.Y, r.W-3, text, p.Dim)
		return
	}
	l.m.SetDelegate(line[T]{p, l.widths})
	Draw(g, r, l.m.View(), p.Text)
}

// line renders an item in one line.
type line[T any] struct {
	palette *theme.Palette
	widths  []int
}

// Height is the number of lines of an item.
func (line[T]) Height() int { return 1 }

// Spacing is the number of lines between items.
func (line[T]) Spacing() int { return 0 }

// Update does nothing: lines have no keys.
func (line[T]) Update(tea.Msg, *list.Model) tea.Cmd { return nil }

// Render writes the line of an item.
func (d line[T]) Render(w io.Writer, m list.Model, index int, item list.Item) {
	e, ok := item.(element[T])
	if !ok || d.palette == nil {
		return
	}
	row := e.rows.Row(e.v, d.palette)
	style, chosen := d.palette.Text, index == m.Index()
	if chosen {
		style = d.palette.Strong.With(screen.Reverse)
	}
	look := func(c Cell) screen.Style {
		if chosen || c.Style == (screen.Style{}) {
			return style
		}
		return c.Style
	}
	g := screen.Grid{W: m.Width(), H: 1, Cells: make([]screen.Cell, m.Width())}
	g.Fill(g.Bounds(), screen.Cell{R: ' ', Style: style})
	g.Text(1, 0, 1, row.Mark.Text, look(row.Mark))
	left, right := 3, g.W-1
	from := d.rightFrom(e.rows.Columns, row.Cells, g.W, right-left)
	for k, col := range e.rows.Columns { // those at the right edge first: they are never cut
		if col.Right && k >= from && k < len(row.Cells) && row.Cells[k].Text != "" {
			n := min(screen.Width(row.Cells[k].Text), right-left)
			g.Right(left, 0, right-left, row.Cells[k].Text, look(row.Cells[k]))
			right -= n + 2
		}
	}
	fixed := 0
	for k, col := range e.rows.Columns {
		if !col.Right && !col.Rest {
			fixed += d.width(k, col, g.W) + 2
		}
	}
	for k, col := range e.rows.Columns {
		if col.Right || k >= len(row.Cells) {
			continue
		}
		n := d.width(k, col, g.W)
		if col.Rest {
			n = max(right-left-fixed, 0)
		} else {
			fixed -= n + 2
		}
		n = max(min(n, right-left), 0)
		g.Text(left, 0, n, row.Cells[k].Text, look(row.Cells[k]))
		left += n + 2
	}
	fmt.Fprintf(w, "%s", g.AppendText(nil))
}

// rightFrom is the first column at the right edge for which there is room in a line of
// w columns, of which all that is shown have room.
func (d line[T]) rightFrom(columns []Column, cells []Cell, w, room int) int {
	least, last := 0, 0
	for k, col := range columns[:min(len(columns), len(cells))] {
		switch {
		case col.Rest:
			least = col.Least
		case !col.Right:
			room -= d.width(k, col, w) + 2
		case cells[k].Text != "":
			room -= screen.Width(cells[k].Text) + 2
			last = k
		}
	}
	from := 0
	for k, col := range columns[:last] {
		if col.Right && cells[k].Text != "" && room < least {
			room += screen.Width(cells[k].Text) + 2
			from = k + 1
		}
	}
	return from
}

// width is how wide a column is in a list of w columns.
func (d line[T]) width(k int, col Column, w int) int {
	most := col.Max
	if most == 0 {
		most = max(w/3, 8)
	}
	if k >= len(d.widths) {
		return 0
	}
	return min(d.widths[k], most)
}
