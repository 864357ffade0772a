package ui

import (
	"strings"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

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
