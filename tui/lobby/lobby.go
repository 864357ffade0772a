// Package lobby is the list from which a watcher chooses a match.
package lobby

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/list"
	tea "charm.land/bubbletea/v2"

	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Item is a match that can be chosen.
type Item struct {
	Name   string // unique; letters, digits and . _ - only
	Title  string // the game, for people
	Detail string // the players, or what is known of them
	State  string // "live", "round 57/200", "over"
	When   time.Time
	Live   bool // it is marked
}

// FilterValue is what the list searches in.
func (it Item) FilterValue() string {
	return strings.ToLower(it.Name + " " + it.Title + " " + it.Detail)
}

// maxItems bounds what is searched at every key.
const maxItems = 10_000

// List is a list of matches, a filter and the chosen one. It is a value: its
// methods return a changed copy. The zero value is none; see New.
type List struct {
	m      list.Model
	filter string
}

// New is an empty list for w×h cells.
func New(w, h int) List {
	m := list.New(nil, row{}, max(w, 1), max(h, 1))
	m.KeyMap, m.Filter, m.Styles = list.KeyMap{}, contains, list.Styles{}
	m.SetShowTitle(false)
	m.SetShowStatusBar(false)
	m.SetShowPagination(false)
	m.SetShowHelp(false)
	m.SetShowFilter(false)
	return List{m: m}
}

// contains is a filter that keeps the order: the items with the text in them.
func contains(text string, items []string) []list.Rank {
	var ranks []list.Rank
	for i, it := range items {
		if strings.Contains(it, strings.ToLower(text)) {
			ranks = append(ranks, list.Rank{Index: i})
		}
	}
	return ranks
}

// Fits reports whether the list is for w×h cells.
func (l List) Fits(w, h int) bool { return max(w, 1) == l.m.Width() && max(h, 1) == l.m.Height() }

// Sized is the list for w×h cells.
func (l List) Sized(w, h int) List {
	l.m.SetSize(max(w, 1), max(h, 1))
	return l
}

// High is the number of lines that the list shows at once.
func (l List) High() int { return l.m.Height() }

// With is the list with other items; the chosen one stays chosen where it is
// still there.
func (l List) With(items []Item) List {
	name := l.Chosen()
	all := make([]list.Item, min(len(items), maxItems))
	for i := range all {
		all[i] = items[i]
	}
	l.m.ResetFilter() // so that nothing is left to be filtered later
	l.m.SetItems(all)
	return l.search(l.filter, name)
}

// Filter is what the list is restricted to.
func (l List) Filter() string { return l.filter }

// Filtered is the list of the items that contain a text, or of all.
func (l List) Filtered(text string) List { return l.search(text, l.Chosen()) }

// search applies a filter and chooses name, or else the line that was chosen.
func (l List) search(text, name string) List {
	at := l.m.Index()
	l.filter = text
	if l.m.ResetFilter(); text != "" {
		l.m.SetFilterText(text)
	}
	l.m.Select(max(min(at, len(l.m.VisibleItems())-1), 0))
	return l.Choose(name)
}

// Choose is the list with the match of that name chosen, if it is shown.
func (l List) Choose(name string) List {
	shown := l.m.VisibleItems()
	if i := slices.IndexFunc(shown, func(it list.Item) bool { return it.(Item).Name == name }); i >= 0 {
		l.m.Select(i)
	}
	return l
}

// Chosen is the name of the chosen match, empty: none.
func (l List) Chosen() string {
	if it, ok := l.m.SelectedItem().(Item); ok {
		return it.Name
	}
	return ""
}

// Moved is the list with the choice n lines further.
func (l List) Moved(n int) List {
	l.m.Select(max(min(l.m.Index()+n, len(l.m.VisibleItems())-1), 0))
	return l
}

// Len is the number of all matches.
func (l List) Len() int { return len(l.m.Items()) }

// Draw draws the list.
func (l List) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	if len(l.m.VisibleItems()) == 0 {
		text := "nothing to watch yet; this list fills by itself"
		if l.filter != "" {
			text = "nothing matches; Esc shows all"
		}
		g.Text(r.X+2, r.Y, r.W-3, text, p.Dim)
		return
	}
	name := 8
	for _, it := range l.m.VisibleItems() {
		name = max(name, len(it.(Item).Name))
	}
	l.m.SetDelegate(row{p, min(name, max(r.W/3, 8))})
	component.Draw(g, r, l.m.View(), p.Text)
}

// row renders an item in one line.
type row struct {
	palette *theme.Palette
	name    int // columns of the name
}

// Height is the number of lines of an item.
func (row) Height() int { return 1 }

// Spacing is the number of lines between items.
func (row) Spacing() int { return 0 }

// Update does nothing: rows have no keys.
func (row) Update(tea.Msg, *list.Model) tea.Cmd { return nil }

// Render writes the line of an item.
func (d row) Render(w io.Writer, m list.Model, index int, item list.Item) {
	it, ok := item.(Item)
	if !ok || d.palette == nil {
		return
	}
	style, dim := d.palette.Text, d.palette.Dim
	if index == m.Index() {
		style = d.palette.Strong.With(screen.Reverse)
		dim = style
	}
	line := screen.Grid{W: m.Width(), H: 1, Cells: make([]screen.Cell, m.Width())}
	line.Fill(line.Bounds(), screen.Cell{R: ' ', Style: style})
	if it.Live {
		line.Set(1, 0, '▶', style)
	}
	line.Text(3, 0, d.name, it.Name, style)
	x, state := 5+d.name, screen.Width(it.State)
	line.Text(x, 0, max(line.W-x-state-3, 0), it.about(), dim)
	line.Right(x, 0, max(line.W-x-1, 0), it.State, style)
	fmt.Fprintf(w, "%s", line.AppendText(nil))
}

func (it Item) about() string {
	if it.Title == "" || it.Detail == "" {
		return it.Title + it.Detail
	}
	return it.Title + "   " + it.Detail
}
